/** Limits of a JSON body, checked before it is parsed. Source: security rule 19. */
import { withoutNoNumbers } from '@whereabouts/protocol/body'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Limits } from './limits.ts'
import { readBodies } from './read-body.ts'

const MAX_DEPTH = 32
const MAX_KEYS = 10_000
/** Lists name up to 10,000 devices (G03); far more values only take memory. */
const MAX_VALUES = 100_000
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor'])

const BACKSLASH = 0x5c

/** The end of a string that begins at `start`; -1 when it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** A key, unescaped, as it can be written in many ways. Undefined when unreadable. */
function keyOf(text: string, start: number, end: number): string | undefined {
  const written = text.slice(start + 1, end)
  if (!written.includes('\\')) return written
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    return undefined
  }
}

/**
 * What is wrong with a body: nested deeper than 32, more than 10,000 keys or 100,000 values, a duplicate key in an object, or a
 * key of prototypes. Undefined when nothing is, or when it is not JSON, which the parser will report.
 */
export function faultOfJson(text: string): string | undefined {
  /** Keys of each open object; an array has none. */
  const open: Set<string>[] = []
  let keys = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '{':
      case '[':
        open.push(new Set())
        values += 1
        if (open.length > MAX_DEPTH) return 'body is nested too deeply'
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        values += 1
        break
      case '"': {
        const end = endOfString(text, at)
        if (end < 0) return undefined
        let next = end + 1
        while (isSpace(text.charCodeAt(next))) next += 1
        // In JSON a string before a colon is a key.
        if (text[next] === ':') {
          const key = keyOf(text, at, end)
          const known = open.at(-1)
          if (key === undefined || known === undefined) return undefined
          if (FORBIDDEN_KEYS.has(key)) return 'body has a forbidden key'
          if (known.has(key)) return 'body has a key twice'
          known.add(key)
          keys += 1
          if (keys > MAX_KEYS) return 'body has too many keys'
        }
        at = end
      }
    }
    if (values > MAX_VALUES) return 'body has too many values'
  }
  return undefined
}

/** Calls take JSON only; the gateways add the types of their protocols. */
export function takeJsonAlone(http: FastifyInstance, limits: Limits): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  readBodies(http, 'application/json', limits, (request, body, done) => {
    const text = body.toString()
    // Reports of devices are many and have a schema of few fields; checking each twice would slow ingest down.
    if (request.routeOptions.config.isOfSenders === true) {
      return parse(request, text, (error, body) => {
        const readable = error === null ? undefined : withoutNoNumbers(text)
        if (readable === undefined) done(error, body)
        else parse(request, readable, done)
      })
    }
    const fault = faultOfJson(text)
    if (fault !== undefined) return done(refuse('invalidInput', { info: fault }))
    parse(request, text, done)
  })
}
