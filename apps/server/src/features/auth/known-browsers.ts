/**
 * Browsers that somebody signed in with before: each is given a mark that only this server can make, and is known by it again. It
 * opens nothing; it keeps the wrong guesses of strangers from keeping its person out. Source: security rule 2.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../platform/clock.ts'

/** A random id of the browser, and the proof that this server gave it out for this user. */
const MARK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

export class KnownBrowsers {
  readonly #key: Buffer
  readonly #random: Random

  constructor(key: Buffer, random: Random) {
    this.#key = key
    this.#random = random
  }

  /** A new mark for the browser of a user. */
  mark(userId: string): string {
    const id = this.#random.bytes(16).toString('base64url')
    return `${id}.${this.#proofOf(id, userId).toString('base64url')}`
  }

  /** What the browser is called that brings one of these marks of the user; undefined where none is. */
  find(userId: string, marks: readonly string[]): string | undefined {
    for (const mark of marks) {
      const [, id, proof] = MARK.exec(mark) ?? []
      if (id === undefined || proof === undefined) continue
      const given = Buffer.from(proof, 'base64url')
      const right = this.#proofOf(id, userId)
      if (given.length === right.length && timingSafeEqual(given, right)) return id
    }
    return undefined
  }

  #proofOf(id: string, userId: string): Buffer {
    return createHmac('sha256', this.#key).update(`${id} ${userId}`).digest()
  }
}
