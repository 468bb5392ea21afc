/** What rows brought about and the conditions do not have yet, in its order. Source: decision 0024. */
import { CHANGES_AT_ONCE, type ConditionChange, changeConditions } from '../alarms/conditions.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { isOvertaken, isStorageAway } from '../platform/storage-away.ts'
import { bisect } from './bisect.ts'

/** A change that collides with what somebody else does is tried so often: what it collided with is done by then. */
const MAX_TRIES = 3

/** More questions than are ever under way at once. */
const QUESTIONS_UNDER_WAY = 10

interface Means {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly listener: {
    /** Something happened that people are to be told of; it is committed. */
    raised(): void
  }
  /** A change that is no fault of the database's is left out. */
  readonly onBug: (error: unknown) => void
}

export class PendingChanges {
  readonly #means: Means
  #changes: ConditionChange[] = []
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

  /** Writes them and lets people be told; what fails while the database is away stays to be written. One at a time. */
  async write(): Promise<void> {
    const changes = this.#changes
    if (changes.length === 0) return
    this.#changes = []
    for (let done = 0; done < changes.length; done += CHANGES_AT_ONCE) {
      const part = changes.slice(done, done + CHANGES_AT_ONCE)
      try {
        await bisect(part, this.#writePart, isStorageAway, (_change, error) => this.#means.onBug(error))
        for (const change of part) this.#note(change, -1)
      } catch (error) {
        this.#changes = [...changes.slice(done), ...this.#changes]
        throw error
      }
    }
  }

  #writePart = async (part: readonly ConditionChange[]): Promise<void> => {
    const { db, listener } = this.#means
    for (let tries = 1; ; tries += 1) {
      try {
        if (await changeConditions(db, this.#means, part)) listener.raised()
        return
      } catch (error) {
        // Of several the halves are tried again anyway.
        if (part.length > 1 || tries === MAX_TRIES || !isOvertaken(error)) throw error
      }
    }
  }
}
