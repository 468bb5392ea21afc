/** Shared by the decoders' tests: the vectors, and values that break careless readers. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect } from 'vitest'

export interface Vector<Input> {
  readonly name: string
  readonly input: Input
  readonly expect: Readonly<Record<string, unknown>>
  readonly response?: { readonly status: number; readonly body_is_json_array?: boolean }
}

/** The vectors of one file; throws where their number is not the one that the file states. */
export function readVectors<Input>(file: string): readonly Vector<Input>[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')
  const { count, vectors } = JSON.parse(text) as { count: number; vectors: Vector<Input>[] }
  if (vectors.length !== count) throw new Error(`${file} tells of ${count} vectors and has ${vectors.length}.`)
  return vectors
}

/** Numbers within a thousandth, null for what is not known; what `expected` does not name is not compared. */
export function expectFacts(
  actual: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(expected)) {
    if (typeof value === 'number' && typeof actual[key] === 'number') {
      expect(Math.abs(actual[key] - value), `${key}: ${actual[key]}, not ${value}`).toBeLessThan(1e-3)
    } else expect(actual[key] ?? null, key).toEqual(value)
  }
}

/** A vector's hex digits. */
export const hex = (digits: string): Uint8Array => Buffer.from(digits, 'hex')

/** Bytes that a decoder has to survive: random ones, and the vectors' own with one byte changed or cut short. */
export const bytesLike = (samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc
      .tuple(fc.constantFrom(...samples), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
      .map(([sample, place, byte, isCut]) => {
        if (sample.length === 0) return sample
        const at = place % sample.length
        return isCut ? sample.slice(0, at) : sample.with(at, byte)
      }),
  )

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The vectors' way to write a time; undefined stays undefined. */
export const isoSeconds = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().replace('.000Z', 'Z')

/** JSON that breaks code which turns it into text or a number without checking. */
export const hostileJson = fc.constantFrom<unknown>(
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  [[[]]],
  { length: 1e9 },
  '\u0000',
  '\ud800',
  '9'.repeat(400),
  -0,
  null,
)
