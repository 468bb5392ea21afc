/** Changes of conditions by applied rows that are not written yet, in order. Source: decision 0024. */
import type { Clock } from '../../platform/clock.ts'
import { bisect } from '../../platform/postgres/bisect.ts'
import { isHeldUp, isOvertaken, isStorageAway } from '../../platform/postgres/storage-away.ts'
import {
  CHANGES_AT_ONCE,
  type ChangeConditions,
  type ConditionChange,
  type OpenCondition,
} from '../../state/conditions.ts'
import type { OpenConditions } from './open-conditions.ts'

/** Tries of a change that loses a race: by then the other transaction is done. */
const MAX_TRIES = 3
/** A write continues with one account after the other for this long (ms); the account it does not reach is first at the next. */
const ONE_BY_ONE_MS = 2000

interface Deps {
  readonly clock: Clock
  /** Changed as changes come, and corrected as they are written. */
  readonly conditions: OpenConditions
  readonly changeConditions: ChangeConditions
  /** An account is blocked; its changes wait. */
  readonly onAway: (error: unknown) => void
  /** A change that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

/** The database's open conditions of devices, by account and id. */
type Answers = Map<string, { readonly change: ConditionChange; readonly open: OpenCondition[] }>

const keyOf = (accountId: string, deviceId: string): string => `${accountId} ${deviceId}`

export class PendingChanges {
  readonly #deps: Deps
  #changes: ConditionChange[] = []
  /** By device, how many of its changes are not written. */
  readonly #waiting = new Map<string, number>()
  /** Blocked accounts: each is retried by itself, after all others, in this order. */
  readonly #heldUp = new Set<string>()
  #hasNews = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0
  }

  add(changes: readonly ConditionChange[]): void {
    for (const change of changes) {
      this.#changes.push(change)
      this.#count(change, 1)
      this.#deps.conditions.move(change)
      this.#hasNews ||= 'tell' in change
    }
  }

  /** Whether an event was added since the last call that people are to be notified of. */
  takeNews(): boolean {
    const hasNews = this.#hasNews
    this.#hasNews = false
    return hasNews
  }

  /** Whether changes of the device are not written yet. */
  isWaiting = (accountId: string, deviceId: string): boolean => this.#waiting.has(keyOf(accountId, deviceId))

  #count({ accountId, deviceId }: ConditionChange, more: 1 | -1): void {
    const key = keyOf(accountId, deviceId)
    const count = (this.#waiting.get(key) ?? 0) + more
    if (count === 0) this.#waiting.delete(key)
    else this.#waiting.set(key, count)
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
    const { conditions, onBug } = this.#deps
    const answers: Answers = new Map()
    const leftOut = (_change: ConditionChange, error: unknown) => onBug(error)
    await bisect(changes, (part) => this.#writePart(part, answers), isStorageAway, leftOut)
    for (const change of changes) {
      left.delete(change)
      this.#count(change, -1)
    }
    // The answer does not include changes that came meanwhile.
    for (const { change, open } of answers.values()) {
      const { accountId, deviceId } = change
      if (!this.isWaiting(accountId, deviceId)) conditions.set(accountId, deviceId, open)
    }
  }

  async #writePart(part: readonly ConditionChange[], answers: Answers): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const holds = await this.#deps.changeConditions(part)
        for (const change of part) answers.set(keyOf(change.accountId, change.deviceId), { change, open: [] })
        for (const one of holds) answers.get(keyOf(one.account_id, one.device_id))!.open.push(one)
        return
      } catch (error) {
        // Of several the halves are tried again anyway.
        if (part.length > 1 || tries === MAX_TRIES || !isOvertaken(error)) throw error
      }
    }
  }
}
