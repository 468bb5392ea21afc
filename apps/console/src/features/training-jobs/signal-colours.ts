/** The colours of signal strengths: from violet (weak) by blue and green to yellow (strong), which also greys tell apart. */

/** Strengths (dBm) at the ends of the scale. */
export const WEAK_DBM = -90
export const STRONG_DBM = -50

/** Red, green, blue from weak to strong; each step is brighter than the one before. */
const STEPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const

export function colourOf(dbm: number): string {
  const share = Math.min(1, Math.max(0, (dbm - WEAK_DBM) / (STRONG_DBM - WEAK_DBM)))
  const at = share * (STEPS.length - 1)
  const step = Math.min(STEPS.length - 2, Math.floor(at))
  const [from, to] = [STEPS[step]!, STEPS[step + 1]!]
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (at - step) * (to[index] - from[index]))
  return `rgb(${part(0)} ${part(1)} ${part(2)})`
}
