/**
 * Page tokens: opaque, authenticated, bound to account and list, good for a day. Source: G03, security rule 21.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../refusal.ts'

const LIFE_MS = 24 * 3_600_000

/** Where the next page begins: behind the row of this time and id. */
export interface PageStart {
  readonly created_at: number
  readonly id: string
}

export interface PageTokens {
  make(scope: string, start: PageStart): string
  /** The start in a token; refuses a foreign, altered or old one with 400001, which names where it was. */
  read(scope: string, token: string | undefined, info?: string): PageStart | undefined
}

/** Tokens signed with `key`; `scope` is the account and the list they belong to. */
export function createPageTokens(key: Buffer, now: () => number): PageTokens {
  const sign = (scope: string, payload: string) =>
    createHmac('sha256', key).update(`${scope}\n${payload}`).digest().subarray(0, 16)
  return {
    make(scope, start) {
      const payload = Buffer.from(JSON.stringify([start.created_at, start.id, now()])).toString('base64url')
      return `${payload}.${sign(scope, payload).toString('base64url')}`
    },
    read(scope, token, info = 'query.page_token') {
      if (token === undefined) return undefined
      const [payload = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(scope, payload)
      const bad = refuse('invalidInput', { info })
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw bad
      const [created_at, id, madeAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        number,
        string,
        number,
      ]
      if (now() - madeAt > LIFE_MS) throw bad
      return { created_at, id }
    },
  }
}

/** Removes the extra row of a page and names where the next page begins. */
export function toPage<Row extends { created_at: number }>(
  tokens: PageTokens,
  scope: string,
  rows: Row[],
  size: number,
  idOf: (row: Row) => string,
): { items: Row[]; metadata: { next_token?: string } } {
  if (rows.length <= size) return { items: rows, metadata: {} }
  const items = rows.slice(0, size)
  const last = items[size - 1]!
  return { items, metadata: { next_token: tokens.make(scope, { created_at: last.created_at, id: idOf(last) }) } }
}
