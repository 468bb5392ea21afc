/** Randomness that can be had again: by its seed, mulberry32. */
import type { Random } from '../../apps/server/src/platform/clock.ts'

/** From 0 to 1, like Math.random. */
export type Chance = () => number

export function seededRandom(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a server takes its ids and keys from. */
export function seededBytes(chance: Chance): Random {
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => Math.floor(chance() * 256)))
  return {
    bytes,
    uuid() {
      const hex = bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}

export const between = (chance: Chance, from: number, to: number): number => from + chance() * (to - from)
export const whole = (chance: Chance, from: number, to: number): number => Math.floor(between(chance, from, to + 1))
export const oneOf = <Value>(chance: Chance, values: readonly Value[]): Value =>
  values[Math.floor(chance() * values.length)]!

export function shuffled<Value>(chance: Chance, values: readonly Value[]): Value[] {
  const result = [...values]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = whole(chance, 0, last)
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
