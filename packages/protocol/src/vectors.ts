/** What the decoders' tests share: the vectors, and values that break careless readers. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'

export interface Vector<Input> {
  readonly name: string
  readonly input: Input
  readonly expect: Readonly<Record<string, unknown>>
  readonly response?: { readonly status: number; readonly body_is_json_array?: boolean }
}

/** The vectors of one file; throws where their number is not the one the file itself tells. */
export function readVectors<Input>(file: string): readonly Vector<Input>[] {
  const text = readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8')
  const { count, vectors } = JSON.parse(text) as { count: number; vectors: Vector<Input>[] }
  if (vectors.length !== count) throw new Error(`${file} tells of ${count} vectors and has ${vectors.length}.`)
  return vectors
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The vectors' way to write a time; undefined stays undefined. */
export const isoSeconds = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().replace('.000Z', 'Z')

/** JSON that breaks whoever turns it into text or a number without looking. */
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
