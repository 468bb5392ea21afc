/** Sorting of a hundred thousand rows within a frame or two: numbers alone are compared, and none by a function. */

/** Rows that can be told apart; keys then have 32 bits. */
const MOST_ROWS = 2 ** 20
const MOST_KEY = 2 ** 32
/** Behind every key, whichever way is sorted. */
const NO_KEY = MOST_KEY + 1

/**
 * The slots by their keys, which are whole numbers from 0 to below 2^32; undefined stands last both ways. Equal ones keep
 * their order. Takes up to 2^20 slots.
 */
export function sortedBy(
  slots: Uint32Array,
  keyAt: (slot: number) => number | undefined,
  isDescending: boolean,
): Uint32Array {
  const packed = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const key = keyAt(slots[at] as number)
    const order = key === undefined ? NO_KEY : isDescending ? MOST_KEY - key : key
    packed[at] = order * MOST_ROWS + at
  }
  packed.sort()
  const sorted = new Uint32Array(slots.length)
  for (let at = 0; at < slots.length; at++) sorted[at] = slots[(packed[at] as number) % MOST_ROWS] as number
  return sorted
}

/** Above this many different texts their language is left out of account: they are numbers of devices. */
const MOST_WORDS = 5000

/** The rank of each text among the different ones. */
export function ranksOf(texts: Iterable<string>, compare: (one: string, other: string) => number): Map<string, number> {
  const different = [...new Set(texts)]
  if (different.length > MOST_WORDS) different.sort()
  else different.sort(compare)
  return new Map(different.map((text, rank) => [text, rank]))
}
