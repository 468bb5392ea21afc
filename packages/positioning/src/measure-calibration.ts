/**
 * What a calibration measures of each station: how strong the reference tracker is one metre from it. By hand the tracker is held at
 * one station after the other; automatically the stations hear each other across known distances. Source: G54.
 */
import { fitCalibration, USUAL_EXPONENT, USUAL_RSSI_AT_1M_DBM } from './calibration.ts'
import type { StationSighting } from './sightings.ts'
import type { StationCalibration } from './survey.ts'

/** What a calibration tells of one station. */
export interface StationMeasure {
  /** See the contract's `Calibration`. */
  readonly state: 'listening' | 'far' | 'measuring' | 'enough'
  /** How it receives the reference tracker; undefined: not measured. */
  readonly model: StationCalibration | undefined
  /** Centimetres by which a distance of five metres may be misjudged by that; undefined: not measured. */
  readonly value: number | undefined
}

const NOTHING: StationMeasure = { state: 'listening', model: undefined, value: undefined }

/** A tracker is carried and held by the station that hears it best within so long (ms). */
const SLICE_MS = 5000
/** A tracker within arm's reach is heard as strongly as this (dBm), also from behind a body. */
const NEAR_DBM = -75
/** It was still or again on its way where it was this much weaker (dB) than at its best. */
const ON_THE_WAY_DB = 6
/** Spread of single readings before any is known (dB), which counts like so many of them. Source: measured on the datasets. */
const USUAL_SPREAD_DB = 5.5
const USUAL_COUNT = 2
/** How much stations differ in what stands around them (dB). */
const STATION_SPREAD_DB = 4
/** The distance that a value is about (centimetres), and the value from which on more readings tell little more. */
const JUDGED_CENTIMETRES = 500
const ENOUGH_VALUE = 50
/** Readings of a pair of stations that are enough. */
const ENOUGH_OF_PAIR = 10
/** Rounds of fitting; it settles within a few. */
const ROUNDS = 30

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0)

/** Centimetres of misjudged distance that an error of the strength (dB) makes. */
const centimetresOf = (errorDb: number): number => JUDGED_CENTIMETRES * (10 ** (errorDb / (10 * USUAL_EXPONENT)) - 1)

/** Measures by a tracker that is held at each station in turn; `sightings` are of the tracker, in any order. */
export function measureByHand(
  t4Ids: readonly string[],
  sightings: readonly StationSighting[],
): ReadonlyMap<string, StationMeasure> {
  const own = sightings.filter(({ stationId }) => t4Ids.includes(stationId))
  const slices = new Map<string, { readonly mean: number; readonly readings: readonly number[] }[]>()
  for (const slice of Map.groupBy(own, ({ scannedAtMs }) => Math.floor(scannedAtMs / SLICE_MS)).values()) {
    const heard = [...Map.groupBy(slice, ({ stationId }) => stationId)]
      .map(([id, all]) => {
        const readings = all.map(({ rssiDbm }) => rssiDbm)
        return { id, readings, mean: mean(readings) }
      })
      .sort((a, b) => b.mean - a.mean)
    const [best] = heard
    if (best === undefined || best.mean < NEAR_DBM) continue
    slices.set(best.id, [...(slices.get(best.id) ?? []), best])
  }
  return new Map(
    t4Ids.map((id) => {
      const held = slices.get(id)
      if (held === undefined) {
        const isHeard = own.some(({ stationId }) => stationId === id)
        return [id, isHeard ? { ...NOTHING, state: 'far' as const } : NOTHING]
      }
      const loudest = Math.max(...held.map((slice) => slice.mean))
      const readings = held.filter((slice) => slice.mean >= loudest - ON_THE_WAY_DB).flatMap((one) => one.readings)
      return [id, fromReadings(id, readings)]
    }),
  )
}

function fromReadings(stationId: string, readings: readonly number[]): StationMeasure {
  const strength = mean(readings)
  const deviations = squares(readings.map((reading) => reading - strength))
  const variance = (USUAL_COUNT * USUAL_SPREAD_DB ** 2 + deviations) / (USUAL_COUNT + readings.length - 1)
  const value = centimetresOf(Math.sqrt(variance / readings.length))
  // An arm's length below the station.
  const { rssiAt1mDbm, exponent } = fitCalibration(
    stationId,
    readings.map((rssiDbm) => ({ distanceMetres: 0, rssiDbm })),
  )
  return {
    state: value <= ENOUGH_VALUE ? 'enough' : 'measuring',
    model: { stationId, rssiAt1mDbm, exponent },
    value,
  }
}

/** A station hangs here, in metres of its floor. */
export interface StationPlace {
  readonly mapId: string
  readonly x: number
  readonly y: number
}

/** One station heard another. */
export interface StationHearing extends StationSighting {
  /** The one that was heard. */
  readonly heardId: string
}

interface Pair {
  readonly listener: string
  readonly heard: string
  readonly count: number
  readonly distanceMetres: number
  readonly rssiDbm: number
  /** Strength without what the distance usually takes (dBm). */
  readonly atOneMetre: number
}

/** How strongly each station hears each other one (mean, dBm): by listener, then by the station that is heard. */
export function signalsOf(hearings: readonly StationHearing[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(
    [...Map.groupBy(hearings, ({ stationId }) => stationId)].map(([listener, all]) => [
      listener,
      new Map(
        [...Map.groupBy(all, ({ heardId }) => heardId)].map(([id, one]) => [
          id,
          Math.round(mean(one.map(({ rssiDbm }) => rssiDbm)) * 10) / 10,
        ]),
      ),
    ]),
  )
}

/**
 * Measures by stations that hear each other: how much stronger or weaker everything is at each of them than distances say. The tracker
 * lies at one of them, which hears it best (`sightings`), and gives its own strength there; where none hears it near, a usual one counts.
 */
export function measureByStations(
  places: ReadonlyMap<string, StationPlace>,
  hearings: readonly StationHearing[],
  sightings: readonly StationSighting[],
): ReadonlyMap<string, StationMeasure> {
  const pairs = pairsOf(places, hearings)
  const { level, gains, spreadDb } = fitGains(pairs)
  const held = [...measureByHand([...places.keys()], sightings)].filter(([, { model }]) => model !== undefined)
  const [at, tag] = held.sort((a, b) => (a[1].value ?? 0) - (b[1].value ?? 0))[0] ?? []
  /** What a station that adds nothing hears of the tracker at one metre (dBm). */
  const tracker = (tag?.model?.rssiAt1mDbm ?? USUAL_RSSI_AT_1M_DBM) - (at === undefined ? 0 : (gains.get(at) ?? 0))
  return new Map(
    [...places.keys()].map((id) => {
      const own = pairs.filter(({ listener, heard }) => listener === id || heard === id)
      if (own.length === 0) return [id, NOTHING]
      const neighbours = new Set(own.map(({ listener, heard }) => (listener === id ? heard : listener))).size
      const errorDb = Math.sqrt(1 / (neighbours / spreadDb ** 2 + 1 / STATION_SPREAD_DB ** 2))
      const isEnough = own.every(({ count }) => count >= ENOUGH_OF_PAIR)
      // As if the tracker lay where each neighbour hangs.
      const samples = own.map(({ listener, heard, distanceMetres, rssiDbm }) => ({
        distanceMetres,
        rssiDbm: rssiDbm - level - (gains.get(listener === id ? heard : listener) ?? 0) + tracker,
      }))
      const { rssiAt1mDbm, exponent } = fitCalibration(id, samples)
      return [
        id,
        {
          state: isEnough ? 'enough' : 'measuring',
          model: { stationId: id, rssiAt1mDbm, exponent },
          value: centimetresOf(errorDb),
        },
      ]
    }),
  )
}

function pairsOf(places: ReadonlyMap<string, StationPlace>, hearings: readonly StationHearing[]): readonly Pair[] {
  const byPair = Map.groupBy(hearings, ({ stationId, heardId }) => `${stationId}\n${heardId}`)
  return [...byPair.values()].flatMap((all) => {
    const { stationId: listener, heardId: heard } = all[0]!
    const [from, to] = [places.get(heard), places.get(listener)]
    // Ceilings between floors take what nobody measured.
    if (from === undefined || to === undefined || from.mapId !== to.mapId || listener === heard) return []
    const distanceMetres = Math.max(Math.hypot(from.x - to.x, from.y - to.y), 1)
    const rssiDbm = mean(all.map((one) => one.rssiDbm))
    const atOneMetre = rssiDbm + 10 * USUAL_EXPONENT * Math.log10(distanceMetres)
    return [{ listener, heard, count: all.length, distanceMetres, rssiDbm, atOneMetre }]
  })
}

interface Gains {
  /** How strongly stations hear each other at one metre (dBm). */
  readonly level: number
  /** What each adds to whatever it hears or sends (dB). */
  readonly gains: ReadonlyMap<string, number>
  /** How much pairs spread around that (dB). */
  readonly spreadDb: number
}

function fitGains(pairs: readonly Pair[]): Gains {
  const gains = new Map<string, number>(
    pairs.flatMap(({ listener, heard }) => [
      [listener, 0],
      [heard, 0],
    ]),
  )
  const gainOf = (id: string) => gains.get(id) ?? 0
  const shrink = (USUAL_SPREAD_DB / STATION_SPREAD_DB) ** 2
  let level = 0
  for (let round = 0; round < ROUNDS && pairs.length > 0; round += 1) {
    level = mean(pairs.map(({ listener, heard, atOneMetre }) => atOneMetre - gainOf(listener) - gainOf(heard)))
    for (const id of gains.keys()) {
      const own = pairs.filter(({ listener, heard }) => listener === id || heard === id)
      const left = own.map(
        ({ listener, heard, atOneMetre }) => atOneMetre - level - gainOf(listener === id ? heard : listener),
      )
      gains.set(id, left.reduce((sum, value) => sum + value, 0) / (own.length + shrink))
    }
  }
  const left = pairs.map(({ listener, heard, atOneMetre }) => atOneMetre - level - gainOf(listener) - gainOf(heard))
  const spreadDb = Math.sqrt((USUAL_COUNT * USUAL_SPREAD_DB ** 2 + squares(left)) / (USUAL_COUNT + left.length))
  return { level, gains, spreadDb }
}
