/** Work that goes one at a time, of each account in turn: who asks for a lot delays themselves, and not the others. */
import { AsyncResource } from 'node:async_hooks'
import { refuse } from './refusal.ts'

/** How much may wait, of all accounts and of one; further callers are asked to retry. */
interface Most {
  readonly all: number
  readonly ofAccount: number
}

export const tooBusy = () => refuse('storageBusy', { retryAfterSeconds: 10 })

export class AccountTurns {
  readonly #most: Most
  /** By account, whose turn is next first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  #isBusy = false

  constructor(most: Most) {
    this.#most = most
  }

  /** What the work answers, once it was its turn. Refuses with 500002 when too much waits, of all accounts or of this one. */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#waiting.get(accountId) ?? []
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (own.length >= this.#most.ofAccount || all >= this.#most.all) throw tooBusy()
    // Its queries see the rows of its own caller's account, not those of the caller before it.
    const begin = AsyncResource.bind(work)
    const done = new Promise<Result>((resolve) => {
      own.push(async () => {
        const doing = begin()
        resolve(doing)
        await doing.catch(() => undefined)
      })
    })
    this.#waiting.set(accountId, own)
    if (!this.#isBusy) void this.#takeTurns()
    return done
  }

  async #takeTurns(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#waiting.entries().next(); !next.done; next = this.#waiting.entries().next()) {
      const [accountId, [first, ...rest]] = next.value
      this.#waiting.delete(accountId)
      if (rest.length > 0) this.#waiting.set(accountId, rest)
      await first?.()
    }
    this.#isBusy = false
  }
}
