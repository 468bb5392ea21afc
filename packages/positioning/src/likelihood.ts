/** How likely a reading is where another strength was expected: Student's t, whose heavy tails forgive single bad readings. */

const DEGREES_OF_FREEDOM = 4
/** Spread of readings around a surveyed expectation (dB), and what it grows by for each metre of a spread class. */
const SPREAD_DB = 5
const GROWTH_DB = 0.6
/** Residuals reach from its negative up to it, in quarters of a dB. */
export const MOST_RESIDUAL = 512
/** Entries of one spread class in `LOG_LIKELIHOODS`. */
export const CLASS_ENTRIES = 2 * MOST_RESIDUAL + 1
/** Strengths within these bounds (quarters of a dB) have residuals within the table. */
const [LEAST_STRENGTH, MOST_STRENGTH] = [-480, -40]
export const MOST_SPREAD_CLASSES = 16

/** The log likelihood by spread class and residual in quarters of a dB, from the most negative on. */
export const LOG_LIKELIHOODS = Float32Array.from({ length: MOST_SPREAD_CLASSES * CLASS_ENTRIES }, (_, index) => {
  const variance = SPREAD_DB ** 2 + (GROWTH_DB * Math.floor(index / CLASS_ENTRIES)) ** 2
  return logT(((index % CLASS_ENTRIES) - MOST_RESIDUAL) / 4, variance)
})

/** A strength (dBm) in quarters of a dB, within the bounds of the table. */
export const inQuarters = (dbm: number): number =>
  Math.min(MOST_STRENGTH, Math.max(LEAST_STRENGTH, Math.round(4 * dbm)))

/** Through a ceiling a station hears a tracker at most about so strongly (dBm), give or take (dB). */
const [ELSEWHERE_DBM, ELSEWHERE_SPREAD_DB] = [-88, 8]

function logT(residualDb: number, variance: number): number {
  const tail = Math.log1p(residualDb ** 2 / (DEGREES_OF_FREEDOM * variance))
  return -((DEGREES_OF_FREEDOM + 1) / 2) * tail - Math.log(variance) / 2
}

/** The log likelihood of a strength (dBm) on a floor of which it is only known that the station hangs on another: any weak one will do. */
export const logElsewhere = (rssiDbm: number): number =>
  logT(Math.max(0, rssiDbm - ELSEWHERE_DBM), ELSEWHERE_SPREAD_DB ** 2)
