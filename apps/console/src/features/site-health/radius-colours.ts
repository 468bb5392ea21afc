/** The colours of expected radii: from light (good) to dark (poor), so that greys tell them apart too. */

/** Radii (metres) at the ends of the scale. */
export const GOOD_METRES = 1
export const POOR_METRES = 6

/** Red, green, blue from good to poor; each step is darker than the one before. */
const STEPS = [
  [255, 247, 188],
  [254, 196, 79],
  [236, 112, 20],
  [153, 52, 4],
] as const

export function colourOfRadius(metres: number): string {
  const share = Math.min(1, Math.max(0, (metres - GOOD_METRES) / (POOR_METRES - GOOD_METRES)))
  const at = share * (STEPS.length - 1)
  const step = Math.min(STEPS.length - 2, Math.floor(at))
  const [from, to] = [STEPS[step]!, STEPS[step + 1]!]
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (at - step) * (to[index] - from[index]))
  return `rgb(${part(0)} ${part(1)} ${part(2)})`
}
