/** Holds the accuracy on the recordings that come with the product: no figure may become worse by more than a twentieth. */
import { expect, test } from 'vitest'
import { figuresOf, followAll, mapOf } from './accuracy.ts'
import { readFlat, readHall } from './datasets.ts'

const flat = readFlat()
const hall = readHall()
const AS_MUCH_WORSE = 1.05
/** Machines are busy: a limit is there to end what hangs. */
const TIMEOUT_MS = 60_000

test.each([
  ['flat, surveyed', flat, true, { mean: 0.914, median: 0.77, p90: 1.58 }],
  ['flat, not surveyed', flat, false, { mean: 1.439, median: 1.46, p90: 2.36 }],
  ['hall, surveyed', hall, true, { mean: 1.279, median: 1.12, p90: 2.25 }],
  ['hall, not surveyed', hall, false, { mean: 1.949, median: 1.81, p90: 3.58 }],
] as const)(
  'places in the %s are as exact as docs/accuracy.md says',
  (_, recording, isSurveyed, known) => {
    const { mean, median, p90, covered } = figuresOf(followAll(recording, mapOf(recording, isSurveyed)))
    expect(mean).toBeLessThan(known.mean * AS_MUCH_WORSE)
    expect(median).toBeLessThan(known.median * AS_MUCH_WORSE)
    expect(p90).toBeLessThan(known.p90 * AS_MUCH_WORSE)
    expect(covered).toBeGreaterThan(0.8)
    expect(covered).toBeLessThanOrEqual(0.98)
  },
  TIMEOUT_MS,
)
