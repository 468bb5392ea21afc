/** What rows brought about and the conditions do not have yet, in its order. Source: decision 0024. */
import type { Clock } from '../platform/clock.ts'
import { isHeldUp, isOvertaken, isStorageAway } from '../platform/storage-away.ts'
import { CHANGES_AT_ONCE, type ChangeConditions, type ConditionChange } from '../state/conditions.ts'
import { bisect } from './bisect.ts'

/** A change that collides with what somebody else does is tried so often: what it collided with is done by then. */
const MAX_TRIES = 3
/** So long (ms) a write goes on with one account after the other; whom it does not come to is first at the next. */
const ONE_BY_ONE_MS = 2000

/** More questions than are ever under way at once. */
const QUESTIONS_UNDER_WAY = 10

interface Means {
  readonly clock: Clock
  readonly changeConditions: ChangeConditions
  /** Somebody is in the way of an account; its changes wait. */
  readonly onAway: (error: unknown) => void
  /** A change that is no fault of the database's is left out. */
  readonly onBug: (error: unknown) => void
}

export class PendingChanges {
  readonly #means: Means
  #changes: ConditionChange[] = []
  /** Accounts that somebody was in the way of: each is tried by itself, after all others, in this order. */
  readonly #heldUp = new Set<string>()
  #hasNews = false
  /** Questions so far that the conditions are asked. */
  #questions = 0
  /** By device: how many of its changes are not written, and after which question one was added or written last. */
  readonly #news = new Map<string, { pending: number; since: number }>()

  constructor(means: Means) {
    this.#means = means
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

  /** Whether something came since it was asked last that people are to be told of. */
  takeNews(): boolean {
    const hasNews = this.#hasNews
    this.#hasNews = false
    return hasNews
  }

  /** Before the conditions are asked for what holds: `isSettled` tells of which devices the answer is still true. */
  ask(): number {
    this.#questions += 1
    for (const [device, { pending, since }] of this.#news) {
      if (pending === 0 && since < this.#questions - QUESTIONS_UNDER_WAY) this.#news.delete(device)
    }
    return this.#questions
  }

  /** Whether what that question found of a device knows of all its changes: none waits, and none was added or written since. */
  isSettled({ account_id, device_id }: { account_id: string; device_id: string }, question: number): boolean {
    const news = this.#news.get(`${account_id} ${device_id}`)
    return news === undefined || (news.pending === 0 && news.since < question)
  }

  #note({ accountId, deviceId }: ConditionChange, more: 1 | -1): void {
    const device = `${accountId} ${deviceId}`
    this.#news.set(device, { pending: (this.#news.get(device)?.pending ?? 0) + more, since: this.#questions })
  }

  /**
   * Writes them and lets people be told; what fails while the database is away stays to be written, before all that comes
   * later. One at a time. Answers the accounts that are held up: theirs stay too, and those of others are written.
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

  /** Where somebody is in the way of one account, all of these are tried one by one. */
  async #writeTogether(changes: readonly ConditionChange[], left: Set<ConditionChange>): Promise<void> {
    // What an account has before these waits, so these do.
    const part = changes.filter(({ accountId }) => !this.#heldUp.has(accountId))
    try {
      await this.#writeAll(part, left)
    } catch (error) {
      if (!isHeldUp(error)) throw error
      for (const { accountId } of part) this.#heldUp.add(accountId)
    }
  }

  async #writeOneByOne(left: Set<ConditionChange>): Promise<void> {
    const { clock, onAway } = this.#means
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
    await bisect(changes, this.#writePart, isStorageAway, (_change, error) => this.#means.onBug(error))
    for (const change of changes) {
      left.delete(change)
      this.#note(change, -1)
    }
  }

  #writePart = async (part: readonly ConditionChange[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#means.changeConditions(part)
      } catch (error) {
        // Of several the halves are tried again anyway.
        if (part.length > 1 || tries === MAX_TRIES || !isOvertaken(error)) throw error
      }
    }
  }
}
