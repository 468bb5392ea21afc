/** Changes of conditions: by applied rows, which wait to be written in order, and by sweeps, which are written at once. Source: decision 0024. */
import type { Clock } from '../../platform/clock.ts'
import { bisect } from '../../platform/postgres/bisect.ts'
import { isOvertaken, isStorageAway } from '../../platform/postgres/storage-away.ts'
import {
  CHANGES_AT_ONCE,
  type ChangeConditions,
  type ConditionChange,
  type OpenCondition,
} from '../../state/conditions.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import { isJudged } from '../../state/open-conditions.ts'
import { ByAccount } from './by-account.ts'

/** Tries of a change that loses a race: by then the other transaction is done. */
const MAX_TRIES = 3

interface Deps {
  readonly clock: Clock
  /** The open conditions in memory: changed as changes come, and set to what the database answers as they are written. */
  readonly conditions: {
    move(change: ConditionChange): void
    set(accountId: string, deviceId: string, open: readonly OpenCondition[]): void
  }
  readonly changeConditions: ChangeConditions
  /** Reads the open conditions of devices, of the kinds that reports are judged by. */
  readonly listOpen: (devices: readonly DeviceKey[]) => Promise<readonly OpenCondition[]>
  /** An account is blocked; its changes wait. */
  readonly onAway: (error: unknown) => void
  /** A change that the database refuses for its content is left out. */
  readonly onBug: (error: unknown) => void
}

/** The database's open conditions of devices, by account and id. */
type Answers = Map<string, { readonly device: DeviceKey; readonly open: OpenCondition[] }>

const keyOf = (accountId: string, deviceId: string): string => `${accountId} ${deviceId}`
const deviceOf = ({ accountId, deviceId }: ConditionChange): DeviceKey => ({ account_id: accountId, id: deviceId })

/** Notes what holds of devices, of which all open conditions are among these. */
function note(answers: Answers, devices: readonly DeviceKey[], open: readonly OpenCondition[]): void {
  for (const device of devices) answers.set(keyOf(device.account_id, device.id), { device, open: [] })
  for (const one of open) answers.get(keyOf(one.account_id, one.device_id))?.open.push(one)
}

export class PendingChanges {
  readonly #deps: Deps
  #changes: ConditionChange[] = []
  /** By device, how many of its changes are not written. */
  readonly #waiting = new Map<string, number>()
  readonly #byAccount: ByAccount<ConditionChange>
  #hasNews = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#byAccount = new ByAccount({
      ...{ clock: deps.clock, onBlocked: deps.onAway, atOnce: CHANGES_AT_ONCE },
      accountOf: ({ accountId }) => accountId,
    })
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

  /** Drops accounts as they are. No write may be going on. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const change of this.#changes) if (isTheirs(change.accountId)) this.#count(change, -1)
    this.#changes = this.#changes.filter(({ accountId }) => !isTheirs(accountId))
    this.#byAccount.drop(isTheirs)
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
    const left = new Set(this.#changes)
    this.#changes = []
    try {
      await this.#byAccount.write(left, (part) => this.#writeAll(part))
    } finally {
      this.#changes = [...left, ...this.#changes]
    }
    return new Set(this.#byAccount.blocked)
  }

  async #writeAll(changes: readonly ConditionChange[]): Promise<void> {
    const answers = await this.#change(changes)
    for (const change of changes) this.#count(change, -1)
    this.#take(answers)
  }

  /**
   * Writes what a sweep found, in the caller's turn. What it found of devices with changes that are not written yet may be out of date,
   * and is left to the next sweep; so is all of it after a failure.
   */
  async writeFound(found: readonly ConditionChange[]): Promise<void> {
    const current = found.filter(
      ({ accountId, deviceId }) => !this.#byAccount.blocked.has(accountId) && !this.isWaiting(accountId, deviceId),
    )
    if (current.length > 0) this.#take(await this.#change(current))
  }

  /** Writes changes without those that the database refuses for their content; answers what holds of their devices now. */
  async #change(changes: readonly ConditionChange[]): Promise<Answers> {
    const { listOpen, onBug } = this.#deps
    const answers: Answers = new Map()
    const refused: DeviceKey[] = []
    const leftOut = (change: ConditionChange, error: unknown) => {
      refused.push(deviceOf(change))
      onBug(error)
    }
    await bisect(changes, (part) => this.#writePart(part, answers), isStorageAway, leftOut)
    if (refused.length > 0) note(answers, refused, await listOpen(refused))
    return answers
  }

  /** Memory takes over what the database answered, which does not include changes that came meanwhile. */
  #take(answers: Answers): void {
    for (const { device, open } of answers.values())
      if (!this.isWaiting(device.account_id, device.id)) this.#deps.conditions.set(device.account_id, device.id, open)
  }

  async #writePart(part: readonly ConditionChange[], answers: Answers): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const holds = await this.#deps.changeConditions(part)
        return note(answers, part.filter(({ kind }) => isJudged(kind)).map(deviceOf), holds)
      } catch (error) {
        // Of several the halves are tried again anyway.
        if (part.length > 1 || tries === MAX_TRIES || !isOvertaken(error)) throw error
      }
    }
  }
}
