/** Holds the accuracy on recorded data below every method that the datasets' READMEs tell of. */
import { expect, test } from 'vitest'
import { measure } from './accuracy.ts'
import { MAP_ID, METRES_PER_PIXEL, type Recording, readFlat, readHall } from './datasets.ts'
import { buildRadioMap } from './radio-map.ts'

const hall = readHall()
const flat = readFlat()

const surveyOf = ({ stations, survey }: Recording) => {
  const radioMap = buildRadioMap({ mapId: MAP_ID, metresPerPixel: METRES_PER_PIXEL, points: survey, stations })
  return new Map([[MAP_ID, radioMap!]])
}

test.each([
  // Best of the README's other methods in each column, those without a survey.
  ['the hall', hall, [2.75, 2.51, 4.53]],
  // Its trilateration and grid are calibrated with the survey, so these are the nearest station and the centroid.
  ['the flat', flat, [2.14, 2.19, 3.76]],
] as const)(
  'without a survey, estimates in %s beat the usual weighted centroid',
  (_, recording, [mean, median, p90]) => {
    const accuracy = measure(recording, {})
    expect(accuracy.meanMetres).toBeLessThan(mean)
    expect(accuracy.medianMetres).toBeLessThan(median)
    expect(accuracy.p90Metres).toBeLessThan(p90)
  },
)

test.each([
  ['the hall', hall, [1.44, 1.23, 2.84]],
  ['the flat', flat, [1.23, 1.14, 2.18]],
] as const)(
  'with a survey, estimates in %s beat every published method in mean, median and 90th percentile',
  (...row) => {
    const [, recording, [mean, median, p90]] = row
    const accuracy = measure(recording, { radioMaps: surveyOf(recording), isSurveyedKind: true })
    expect(accuracy.meanMetres).toBeLessThan(mean)
    expect(accuracy.medianMetres).toBeLessThan(median)
    expect(accuracy.p90Metres).toBeLessThan(p90)
  },
)

test.each([
  ['the hall', hall],
  ['the flat', flat],
] as const)('in %s at least two of three estimates are as exact as they say', (_, recording) => {
  const radioMaps = surveyOf(recording)
  for (const solver of [{}, { radioMaps }, { radioMaps, isSurveyedKind: true }]) {
    expect(measure(recording, solver).shareWithinTold).toBeGreaterThan(2 / 3)
  }
})
