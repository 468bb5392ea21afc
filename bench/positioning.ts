/** Prints how far estimates lie from the truth, beside the figures that the datasets' READMEs give for other methods. */
import { measure, type Solver } from '@whereabouts/positioning/accuracy'
import { MAP_ID, METRES_PER_PIXEL, type Recording, readFlat, readHall } from '@whereabouts/positioning/datasets'
import { buildRadioMap } from '@whereabouts/positioning/radio-map'

/** Method, mean, median, 90th percentile in metres. */
type Figures = readonly [method: string, mean: number, median: number, p90: number]

/** Datasets' README: one estimate a second from the packets of the last 3 s; "smoothed" as its second column. */
const HALL: readonly Figures[] = [
  ['nearest station, smoothed', 3.47, 2.77, 6.39],
  ['weighted centroid, 3 strongest, smoothed', 2.8, 2.51, 5.15],
  ['trilateration, log-distance, smoothed', 2.75, 2.59, 4.53],
  ['max-likelihood grid, calibrated, smoothed', 1.87, 1.75, 3.39],
  ['1-NN fingerprint, smoothed', 1.73, 1.42, 3.52],
  ['weighted 4-NN fingerprint, smoothed', 1.44, 1.23, 2.94],
  ['weighted 7-NN fingerprint, smoothed', 1.53, 1.4, 2.84],
  ['naive Bayes on histograms, smoothed', 1.53, 1.27, 2.98],
]
/** Datasets' README: mean of the last 9 samples. */
const FLAT: readonly Figures[] = [
  ['nearest station', 1.81, 1.32, 3.93],
  ['weighted centroid, 3 strongest', 2.14, 2.19, 3.76],
  ['trilateration, log-distance', 1.76, 1.64, 2.88],
  ['max-likelihood grid, calibrated', 1.7, 1.83, 2.54],
  ['1-NN fingerprint', 1.5, 1.21, 3.11],
  ['weighted 15-NN fingerprint', 1.23, 1.14, 2.36],
  ['random forest regression', 1.26, 1.17, 2.18],
]

const row = (method: string, figures: readonly number[], note = ''): string =>
  `  ${method.padEnd(46)}${figures.map((figure) => figure.toFixed(2).padStart(7)).join('')}  ${note}`

function report(title: string, recording: Recording, published: readonly Figures[]): void {
  const { stations, survey } = recording
  const map = buildRadioMap({ mapId: MAP_ID, metresPerPixel: METRES_PER_PIXEL, points: survey, stations })
  if (map === undefined) throw new Error(`The survey of ${title} makes no radio map.`)
  const radioMaps = new Map([[MAP_ID, map]])
  const solvers: readonly (readonly [string, Solver])[] = [
    ['ours, without a survey', {}],
    ['ours, with a survey, any kind of tag', { radioMaps }],
    ['ours, with a survey, the surveyed kind of tag', { radioMaps, isSurveyedKind: true }],
  ]
  console.log(`\n${title}\n  ${'error in metres'.padEnd(46)}   mean median    p90`)
  for (const [method, ...figures] of published) console.log(row(method, figures))
  for (const [method, solver] of solvers) {
    const startedMs = performance.now()
    const { meanMetres, medianMetres, p90Metres, shareWithinTold, estimates } = measure(recording, solver)
    const microseconds = ((performance.now() - startedMs) * 1000) / estimates
    const note = `${Math.round(shareWithinTold * 100)} % within told accuracy, ${estimates} estimates, ${microseconds.toFixed(0)} µs each`
    console.log(row(method, [meanMetres, medianMetres, p90Metres], note))
  }
}

report('Hall, 12 stations', readHall(), HALL)
report('Flat, 6 stations', readFlat(), FLAT)
