/** Sorting of a hundred thousand rows within a frame: numbers alone are compared, and none by a function. */

/** Rows that can be told apart; keys then have 32 bits. */
const MOST_ROWS = 2 ** 20
const MOST_KEY = 2 ** 32
/** Behind every key, whichever way is sorted. */
const NO_KEY = MOST_KEY + 1
const NONE = -1
/** Keys that lie this near to each other are counted: states, classes, percentages. */
const MOST_COUNTED = 2 ** 16

/**
 * The slots by their keys, which are whole numbers from 0 to below 2^32; undefined stands last both ways. Equal ones keep
 * their order. Takes up to 2^20 slots.
 */
export function sortedBy(
  slots: Uint32Array,
  keyAt: (slot: number) => number | undefined,
  isDescending: boolean,
): Uint32Array {
  const keys = new Float64Array(slots.length)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let at = 0; at < slots.length; at++) {
    const key = keyAt(slots[at] as number)
    keys[at] = key ?? NONE
    if (key === undefined) continue
    if (key < least) least = key
    if (key > most) most = key
  }
  if (most - least >= MOST_COUNTED) return byPacking(slots, keys, isDescending)
  return byCounting(
    slots,
    keys,
    Math.max(0, most - least + 1),
    isDescending ? (key) => most - key : (key) => key - least,
  )
}

/** `placeOf` gives keys their place from 0 to below `places`. */
function byCounting(
  slots: Uint32Array,
  keys: Float64Array,
  places: number,
  placeOf: (key: number) => number,
): Uint32Array {
  const placeAt = (at: number) => (keys[at] === NONE ? places : placeOf(keys[at] as number))
  /** Where the next of a place goes; the place behind all is of those without a key. */
  const next = new Uint32Array(places + 2)
  for (let at = 0; at < slots.length; at++) next[placeAt(at) + 1]!++
  for (let place = 1; place <= places; place++) next[place] = (next[place] as number) + (next[place - 1] as number)
  const sorted = new Uint32Array(slots.length)
  for (let at = 0; at < slots.length; at++) sorted[next[placeAt(at)]!++] = slots[at] as number
  return sorted
}

function byPacking(slots: Uint32Array, keys: Float64Array, isDescending: boolean): Uint32Array {
  const packed = new Float64Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const key = keys[at] as number
    const order = key === NONE ? NO_KEY : isDescending ? MOST_KEY - key : key
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
