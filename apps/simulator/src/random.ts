/** Chance that a seed decides: the same seed tells the same story on every machine. */

export interface Chance {
  /** At least 0, below 1. */
  next(): number
  /** At least `from`, below `to`. */
  between(from: number, to: number): number
  /** Normally distributed, mean 0, deviation 1. */
  normal(): number
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** FNV-1a with a final mix: a 32-bit number that follows from the text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

/** Spreads the bits of a 32-bit number. Source: MurmurHash3's finaliser. */
export function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A stream of chance of its own for each purpose, so that one more draw in one place changes no other. Mulberry32. */
export function createChance(seed: number, purpose: string): Chance {
  let state = mix(seed ^ hashOf(purpose))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    // Box and Muller; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    happens: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  }
}
