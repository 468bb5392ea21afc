/** What each station is expected to hear of a tracker in each cell of a floor. Built once per survey, read at each estimate. */
import { USUAL_EXPONENT, USUAL_RSSI_AT_1M_DBM } from './calibration.ts'
import { type Area, cellFor, type Grid, gridOf, type Place } from './grid.ts'
import { fieldBySurvey, fieldByTrend, type StationField, type SurveySample, type Trend } from './strength-model.ts'
import type { StationCalibration, TrainingSurvey } from './survey.ts'
import { surveySamples } from './survey-samples.ts'

/** A floor plan with a scale. */
export interface Floor {
  readonly mapId: string
  readonly metresPerPixel: number
  /** Pixels of the image. */
  readonly width: number
  readonly height: number
  /** By station id: where those of this map hang (pixels). */
  readonly stations: ReadonlyMap<string, { readonly x: number; readonly y: number }>
}

export interface RadioMap {
  readonly mapId: string
  readonly metresPerPixel: number
  readonly grid: Grid
  /** By station id; stations of other floors only where a survey of this one heard them. */
  readonly fields: ReadonlyMap<string, StationField>
  readonly isSurveyed: boolean
  /** Ids of the stations whose fields come from a survey. */
  readonly surveyed: ReadonlySet<string>
  /** What the radius of the belief is multiplied by, so that it holds the true place in nine of ten cases. */
  readonly radiusFactor: number
}

export interface RadioMapInput {
  readonly floor: Floor
  readonly surveys: readonly TrainingSurvey[]
  /** By station id. */
  readonly calibrations: ReadonlyMap<string, StationCalibration>
}

/** More cells are no more exact than radio, and cost time. */
const MOST_CELLS = 1500
/** With fewer samples a station's field is its trend. */
const LEAST_SAMPLES = 3
/** Beside the plan somebody may stand just outside of it (metres). */
const MARGIN_METRES = 0.5
/**
 * A cell further than this from every sample was left out of a survey: by how far samples are apart, and within these bounds (metres).
 * Up to the lower bound it was surveyed itself, and beyond it lies between samples, where people are somewhat less often.
 */
const GAP_SHARE = 1.25
const BETWEEN_DENSITY = 0.4
const [LEAST_GAP_METRES, MOST_GAP_METRES] = [0.75, 2.5]
/**
 * Where a survey covers the floor, hardly anybody is ever at what it left out: so likely is a place there, against one near the
 * survey. Up to the first share of the plan a survey says nothing of that, from the second on all.
 */
const LEFT_OUT_DENSITY = 0.01
const [FEW_SHARE, ALL_SHARE] = [0.4, 0.8]

/** How much is covered is told by so many places in a row at most. */
const MOST_PROBES = 50

/** Chosen on both recordings of this package; see docs/accuracy.md. */
const RADIUS_FACTORS = { surveyed: 0.92, unsurveyed: 1.1 }

const USUAL: Trend = { rssiAt1mDbm: USUAL_RSSI_AT_1M_DBM, exponent: USUAL_EXPONENT }

/** The map of a floor from what training jobs heard there, calibrations, and where stations hang. */
export function buildRadioMap({ floor, surveys, calibrations }: RadioMapInput): RadioMap {
  return radioMapBySamples(floor, surveySamples(surveys, floor), calibrations)
}

/** The map from samples by station id (metres). */
export function radioMapBySamples(
  floor: Floor,
  samples: ReadonlyMap<string, readonly SurveySample[]>,
  calibrations: ReadonlyMap<string, StationCalibration>,
  density: (place: Place) => number = () => 1,
): RadioMap {
  const { mapId, metresPerPixel, width, height, stations } = floor
  const surveyed = new Map([...samples].filter(([, own]) => own.length >= LEAST_SAMPLES))
  const area: Area = {
    left: -MARGIN_METRES,
    top: -MARGIN_METRES,
    right: width * metresPerPixel + MARGIN_METRES,
    bottom: height * metresPerPixel + MARGIN_METRES,
  }
  const places = [...surveyed.values()].flat()
  const grid = gridOf(area, cellFor(area, MOST_CELLS), surveyDensity(places, area, density))
  const fields = new Map<string, StationField>()
  const at = (place: Place): Place => ({ x: place.x * metresPerPixel, y: place.y * metresPerPixel })
  for (const [stationId, place] of stations) {
    if (!surveyed.has(stationId))
      fields.set(stationId, fieldByTrend(at(place), calibrations.get(stationId) ?? USUAL, grid))
  }
  for (const [stationId, own] of surveyed) {
    const place = stations.get(stationId)
    fields.set(stationId, fieldBySurvey(place ? at(place) : null, own, calibrations.get(stationId) ?? USUAL, grid))
  }
  const isSurveyed = surveyed.size > 0
  return {
    mapId,
    metresPerPixel,
    grid,
    fields,
    isSurveyed,
    surveyed: new Set(surveyed.keys()),
    radiusFactor: RADIUS_FACTORS[isSurveyed ? 'surveyed' : 'unsurveyed'],
  }
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

/** 1 near the survey, and less elsewhere, the more of the floor the survey covers. */
function surveyDensity(
  samples: readonly Place[],
  { left, top, right, bottom }: Area,
  given: (place: Place) => number,
): (place: Place) => number {
  const squares = new Map(samples.map((place) => [`${Math.round(2 * place.x)} ${Math.round(2 * place.y)}`, place]))
  const places = [...squares.values()]
  const within = (metres: number) => (place: Place) => places.some((other) => distance(other, place) <= metres)
  const columns = Math.min(Math.ceil(right - left), MOST_PROBES)
  const rows = Math.min(Math.ceil(bottom - top), MOST_PROBES)
  const probes = Array.from({ length: columns * rows }, (_, index) => ({
    x: left + ((0.5 + (index % columns)) * (right - left)) / columns,
    y: top + ((0.5 + Math.floor(index / columns)) * (bottom - top)) / rows,
  }))
  const covered = probes.filter(within(MOST_GAP_METRES)).length / probes.length
  const apart = Math.sqrt((covered * (right - left) * (bottom - top)) / places.length)
  const certainty = Math.min(Math.max((covered - FEW_SHARE) / (ALL_SHARE - FEW_SHARE), 0), 1)
  const leftOut = LEFT_OUT_DENSITY ** certainty
  const isAt = within(LEAST_GAP_METRES)
  const isNear = within(Math.min(Math.max(GAP_SHARE * apart, LEAST_GAP_METRES), MOST_GAP_METRES))
  return (place) => given(place) * (isAt(place) ? 1 : isNear(place) ? BETWEEN_DENSITY ** certainty : leftOut)
}
