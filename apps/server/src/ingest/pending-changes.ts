/** Changes of conditions by applied rows that are not written yet, in order. Source: decision 0024. */
import type { Clock } from '../platform/clock.ts'
import { isHeldUp, isOvertaken, isStorageAway } from '../platform/storage-away.ts'
import { CHANGES_AT_ONCE, type ChangeConditions, type ConditionChange } from '../state/conditions.ts'
import { bisect } from './bisect.ts'

/** Tries of a change that loses a race: by then the other transaction is done. */
const MAX_TRIES = 3
/** A write continues with one account after the other for this long (ms); the account it does not reach is first at the next. */
const ONE_BY_ONE_MS = 2000

/** More than the number of queries in progress at any time. */
const QUESTIONS_UNDER_WAY = 10

interface Deps {
  readonly clock: Clock
  readonly changeConditions: ChangeConditions
  /** An account is blocked; its changes wait. */
  readonly onAway: (error: unknown) => void
  /** A change that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

export class PendingChanges {
  readonly #deps: Deps
  #changes: ConditionChange[] = []
  /** Blocked accounts: each is retried by itself, after all others, in this order. */
  readonly #heldUp = new Set<string>()
  #hasNews = false
  /** Number of queries of conditions so far. */
  #questions = 0
  /** By device: how many of its changes are not written, and after which query one was added or written last. */
  readonly #news = new Map<string, { pending: number; since: number }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0
  }

  add(changes: readonly ConditionChange[]): void {
    for (const change of changes) {
      this.#changes.push(change)
      this.#note(change, 1)
      this.#hasNews ||= 'tell' in change
    }
  }

  /** Whether an event was added since the last call that people are to be notified of. */
  takeNews(): boolean {
    const hasNews = this.#hasNews
    this.#hasNews = false
    return hasNews
  }

  /** Call it before the query for open conditions: `isSettled` then tells for which devices its result is still valid. */
  ask(): number {
    this.#questions += 1
    for (const [device, { pending, since }] of this.#news) {
      if (pending === 0 && since < this.#questions - QUESTIONS_UNDER_WAY) this.#news.delete(device)
    }
    return this.#questions
  }

  /** Whether the query's result includes all changes of a device: none is pending, and none was added or written since. */
  isSettled({ account_id, device_id }: { account_id: string; device_id: string }, question: number): boolean {
    const news = this.#news.get(`${account_id} ${device_id}`)
    return news === undefined || (news.pending === 0 && news.since < question)
  }

  #note({ accountId, deviceId }: ConditionChange, more: 1 | -1): void {
    const device = `${accountId} ${deviceId}`
    this.#news.set(device, { pending: (this.#news.get(device)?.pending ?? 0) + more, since: this.#questions })
  }

  /**
   * Writes them and wakes the delivery; after a failure with the database away they stay pending, before all later
   * ones. One at a time. Answers the blocked accounts: their changes stay pending, and those of others are written.
   */
  async write(): Promise<ReadonlySet<string>> {
    const changes = this.#changes
    const left = new Set(changes)
    this.#changes = []
    try {
      for (let done = 0; done < changes.length; done += CHANGES_AT_ONCE) {
        await this.#writeTogether(changes.slice(done, done + CHANGES_AT_ONCE), left)
      }
      await this.#writeOneByOne(left)
    } finally {
      this.#changes = [...left, ...this.#changes]
    }
    return new Set(this.#heldUp)
  }

  /** Where one account is blocked, all of these are tried one by one. */
  async #writeTogether(changes: readonly ConditionChange[], left: Set<ConditionChange>): Promise<void> {
    // Earlier changes of the account are pending, so these wait.
    const part = changes.filter(({ accountId }) => !this.#heldUp.has(accountId))
    try {
      await this.#writeAll(part, left)
    } catch (error) {
      if (!isHeldUp(error)) throw error
      for (const { accountId } of part) this.#heldUp.add(accountId)
    }
  }

  async #writeOneByOne(left: Set<ConditionChange>): Promise<void> {
    const { clock, onAway } = this.#deps
    const untilMs = clock.steady() + ONE_BY_ONE_MS
    const byAccount = Map.groupBy(left, ({ accountId }) => accountId)
    for (const accountId of [...this.#heldUp]) {
      if (clock.steady() > untilMs) return
      const changes = byAccount.get(accountId) ?? []
      try {
        for (let done = 0; done < changes.length; done += CHANGES_AT_ONCE) {
          await this.#writeAll(changes.slice(done, done + CHANGES_AT_ONCE), left)
        }
        this.#heldUp.delete(accountId)
      } catch (error) {
        if (!isHeldUp(error)) throw error
        onAway(error)
        // Behind those that were not tried yet.
        this.#heldUp.delete(accountId)
        this.#heldUp.add(accountId)
      }
    }
  }

  /** All or, as far as `left` knows, none of them. */
  async #writeAll(changes: readonly ConditionChange[], left: Set<ConditionChange>): Promise<void> {
    await bisect(changes, this.#writePart, isStorageAway, (_change, error) => this.#deps.onBug(error))
    for (const change of changes) {
      left.delete(change)
      this.#note(change, -1)
    }
  }

  #writePart = async (part: readonly ConditionChange[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#deps.changeConditions(part)
      } catch (error) {
        // Of several the halves are tried again anyway.
        if (part.length > 1 || tries === MAX_TRIES || !isOvertaken(error)) throw error
      }
    }
  }
}
