import { expect, test } from 'vitest'
import { anySpot, hearAtSpots, trainSpots } from './spots.ts'

const at = (kitchen: number, hall: number) =>
  new Map([
    ['a', kitchen],
    ['b', hall],
  ])
const SPOTS = trainSpots(
  new Map([
    ['kitchen', [at(-50, -80), at(-58, -82), at(-51, -79)]],
    ['hall', [at(-80, -50), at(-79, -58), at(-81, -51)]],
  ]),
)

test('a tag is told to be at the spot whose strengths it has', () => {
  const [kitchen] = hearAtSpots(SPOTS, anySpot(SPOTS), at(-57, -81), 0)
  expect(kitchen).toBeGreaterThan(0.95)
})

test('what no spot was trained for tells nothing', () => {
  const [kitchen] = hearAtSpots(SPOTS, anySpot(SPOTS), new Map([['stranger', -50]]), 0)
  expect(kitchen).toBeCloseTo(0.5, 5)
})

test('a spot that was likely stays likely for a while', () => {
  const sure = hearAtSpots(SPOTS, anySpot(SPOTS), at(-57, -81), 0)
  const [soon] = hearAtSpots(SPOTS, sure, new Map(), 1)
  const [late] = hearAtSpots(SPOTS, sure, new Map(), 300)
  expect(soon).toBeGreaterThan(0.9)
  expect(late).toBeCloseTo(0.5, 1)
})
