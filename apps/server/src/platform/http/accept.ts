/** What a client takes as an answer. Pure. Source: RFC 9110 §12.4.2, §12.5.1. */

/** 0 to 1 with at most three digits. */
const QUALITY = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/

/** How exactly a range of `Accept` names a type: 2 by name, 1 by its kind, 0 as any; undefined where it does not. */
function exactnessOf(range: string, type: string): number | undefined {
  if (range === type) return 2
  if (range === `${type.slice(0, type.indexOf('/'))}/*`) return 1
  return range === '*/*' ? 0 : undefined
}

/**
 * Whether an answer of this type, without parameters, is acceptable. The range that names it most exactly counts; without the header all
 * is, and a range that cannot be read is left out.
 */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true
  let best = { exactness: -1, isTaken: false }
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim())
    const exactness = exactnessOf(range, type)
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    if (exactness === undefined || !QUALITY.test(quality) || exactness < best.exactness) continue
    // Of two ranges that are alike, the one that takes it counts.
    const isTaken = Number(quality) > 0 || (exactness === best.exactness && best.isTaken)
    best = { exactness, isTaken }
  }
  return best.isTaken
}
