/**
 * What each station hears of a tag at each place of a surveyed map. A survey is a tag held at known places; between them a
 * Gaussian process fills in what the log-distance model leaves over. Built once per survey, read at each estimate.
 */
import { cholesky, solveCholesky } from './cholesky.ts'
import type { PlacedStation } from './heard.ts'

/** A known place and how strongly each station heard the tag there, on average. */
export interface SurveyPoint {
  /** Pixels of the map's image. */
  readonly x: number
  readonly y: number
  /** By station id (dBm); a station that did not hear the tag is missing. */
  readonly rssiDbm: ReadonlyMap<string, number>
}

export interface RadioMap {
  readonly mapId: string
  readonly metresPerPixel: number
  /** Centres of the cells, in metres from the map's left and top edge. */
  readonly xMetres: Float64Array
  readonly yMetres: Float64Array
  /** By station id: the expected strength in each cell (dBm). */
  readonly rssiDbm: ReadonlyMap<string, Float64Array>
}

export interface Survey {
  readonly mapId: string
  readonly metresPerPixel: number
  readonly points: readonly SurveyPoint[]
  /** By station id; those of other maps are left out. */
  readonly stations: ReadonlyMap<string, PlacedStation>
}

/** In metres. */
interface Place {
  readonly x: number
  readonly y: number
}

type Sample = Place & { readonly rssiDbm: number }

/** Edge of a cell (metres): a third of the error that radio leaves. */
const CELL_METRES = 0.5
const MAX_CELLS = 8000
/** No cell is further from every survey point: nobody knows what is heard there (metres). */
const MAX_GAP_METRES = 3
/** Points this near to each other are one (metres); more of them only cost time, which grows with their cube. */
const MERGE_METRES = 0.5
const MAX_POINTS = 400
const MIN_POINTS = 5
/** Reach of the effects of walls and furniture (metres), their size (dB), and the error of a survey point (dB). */
const REACH_METRES = 4
const SHADOW_DB = 6
const SURVEY_NOISE_DB = 3
/** Keeps the model finite at the station itself: stations hang about a metre above the tag (square metres). */
const HEIGHT_SQUARED = 1
const [MIN_EXPONENT, MAX_EXPONENT] = [0.5, 6]

const squaredDistance = (a: Place, b: Place): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2
const kernel = (a: Place, b: Place): number =>
  SHADOW_DB ** 2 * Math.exp(-squaredDistance(a, b) / (2 * REACH_METRES ** 2))
/** Ten times the logarithm of the distance in metres. */
const logDistance = (a: Place, b: Place): number => 5 * Math.log10(squaredDistance(a, b) + HEIGHT_SQUARED)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The points of one square as one: their mean place, and each station's mean strength. */
function mergeGroup(group: readonly SurveyPoint[]): SurveyPoint {
  const sums = new Map<string, number[]>()
  for (const { rssiDbm } of group) {
    for (const [stationId, value] of rssiDbm) {
      const values = sums.get(stationId)
      if (values === undefined) sums.set(stationId, [value])
      else values.push(value)
    }
  }
  const rssiDbm = new Map([...sums].map(([stationId, values]) => [stationId, mean(values)]))
  return { x: mean(group.map(({ x }) => x)), y: mean(group.map(({ y }) => y)), rssiDbm }
}

/** Points in metres, near ones merged, at most 400 of them. */
function merged(points: readonly SurveyPoint[], metresPerPixel: number): readonly SurveyPoint[] {
  const inMetres = points.map((point) => ({ ...point, x: point.x * metresPerPixel, y: point.y * metresPerPixel }))
  for (let edge = MERGE_METRES; ; edge *= 1.5) {
    const groups = Map.groupBy(inMetres, ({ x, y }) => `${Math.round(x / edge)} ${Math.round(y / edge)}`)
    if (groups.size <= MAX_POINTS) return [...groups.values()].map(mergeGroup)
  }
}

/** Centres of the cells around the points. */
function cellsAround(points: readonly Place[]): readonly Place[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const edge = Math.max(CELL_METRES, Math.sqrt((width * height) / MAX_CELLS), (width + height) / MAX_CELLS)
  const cells: Place[] = []
  for (let y = top; y <= top + height + edge / 2; y += edge) {
    for (let x = left; x <= left + width + edge / 2; x += edge) {
      const cell = { x, y }
      if (points.some((point) => squaredDistance(point, cell) <= MAX_GAP_METRES ** 2)) cells.push(cell)
    }
  }
  return cells
}

/** Strength over distance, fitted to one station's samples. */
function fitPathLoss(station: Place, samples: readonly Sample[]): (place: Place) => number {
  const logs = samples.map((sample) => logDistance(station, sample))
  const [meanLog, meanRssi] = [mean(logs), mean(samples.map(({ rssiDbm }) => rssiDbm))]
  let [covariance, variance] = [0, 0]
  for (const [index, { rssiDbm }] of samples.entries()) {
    const deviation = logs[index]! - meanLog
    covariance += deviation * (rssiDbm - meanRssi)
    variance += deviation ** 2
  }
  const exponent = Math.min(Math.max(variance === 0 ? 2 : -covariance / variance, MIN_EXPONENT), MAX_EXPONENT)
  return (place) => meanRssi - exponent * (logDistance(station, place) - meanLog)
}

/** The strength to expect of one station in each cell. */
function expectedRssi(station: Place, samples: readonly Sample[], cells: readonly Place[]): Float64Array {
  const model = fitPathLoss(station, samples)
  const n = samples.length
  const covariances = new Float64Array(n * n)
  for (const [row, a] of samples.entries()) {
    for (const [column, b] of samples.entries()) covariances[row * n + column] = kernel(a, b)
    covariances[row * n + row]! += SURVEY_NOISE_DB ** 2
  }
  const leftOver = Float64Array.from(samples, (sample) => sample.rssiDbm - model(sample))
  const shares = solveCholesky(cholesky(covariances, n), leftOver)
  return Float64Array.from(cells, (cell) =>
    samples.reduce((sum, sample, index) => sum + shares[index]! * kernel(cell, sample), model(cell)),
  )
}

/**
 * The radio map of a survey; undefined where the survey has too few points. Stations that were moved or added
 * since the survey must not be in `stations`. Takes about a second for 400 points, 8000 cells and ten stations.
 */
export function buildRadioMap({ mapId, metresPerPixel, points, stations }: Survey): RadioMap | undefined {
  if (points.length < MIN_POINTS) return undefined
  const places = merged(points, metresPerPixel)
  const cells = cellsAround(places)
  const rssiDbm = new Map<string, Float64Array>()
  for (const [stationId, station] of stations) {
    const samples = places.flatMap(({ x, y, rssiDbm: all }) => {
      const value = all.get(stationId)
      return value === undefined ? [] : [{ x, y, rssiDbm: value }]
    })
    if (station.mapId !== mapId || samples.length < MIN_POINTS) continue
    const place = { x: station.x * metresPerPixel, y: station.y * metresPerPixel }
    rssiDbm.set(stationId, expectedRssi(place, samples, cells))
  }
  const [xMetres, yMetres] = [Float64Array.from(cells, ({ x }) => x), Float64Array.from(cells, ({ y }) => y)]
  return rssiDbm.size === 0 ? undefined : { mapId, metresPerPixel, xMetres, yMetres, rssiDbm }
}
