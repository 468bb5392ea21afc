/** States of devices in memory, by account and id, and which of them are newer than their hot rows. Source: decision 0079. */
import type { DeviceKey } from '../../state/device-key.ts'

/** In the background a device's hot row is written at most this often (ms). */
export const WRITE_EVERY_MS = 10_000

interface HotState<State> extends DeviceKey {
  state: State
  /** Its hot row is older. */
  isDirty: boolean
  /** Position in the log of the first row that its hot row lacks; Infinity: it lacks none. */
  lacksFrom: number
  /** When its hot row was written (ms of the steady clock); -Infinity: its next change is written at once. */
  writtenMs: number
  /** When the device was heard last, as its hot row says (epoch ms). */
  writtenHeardMs: number
}

/** A state on its way to its hot row. */
export interface Taken<State> extends DeviceKey {
  readonly state: State
  readonly lacksFrom: number
}

/** Which states are taken: of these accounts, those that are due, or all. */
export type Wanted = ReadonlySet<string> | 'due' | 'all'

export class HotStates<State> {
  readonly #accounts = new Map<string, Map<string, HotState<State>>>()
  /** Those that are dirty, by account. */
  readonly #dirty = new Map<string, Set<HotState<State>>>()
  readonly #heardMs: (state: State) => number

  constructor(heardMs: (state: State) => number) {
    this.#heardMs = heardMs
  }

  get(accountId: string, id: string): State | undefined {
    return this.#accounts.get(accountId)?.get(id)?.state
  }

  /** Whether the device is here, or any of the account's. */
  has(accountId: string, id?: string): boolean {
    const account = this.#accounts.get(accountId)
    return account !== undefined && (id === undefined ? account.size > 0 : account.has(id))
  }

  /** A state from its hot row, unless it came here meanwhile; answers whether it was taken. */
  load(device: DeviceKey, state: State): boolean {
    if (this.has(device.account_id, device.id)) return false
    this.#add(device, state)
    return true
  }

  /** A new state by a row of the log, to be written to its hot row; at once where the row does not hold all of it. */
  move(device: DeviceKey, state: State, position: number, isAtOnce = false): void {
    const known = this.#move(device, state)
    known.lacksFrom = Math.min(known.lacksFrom, position)
    if (isAtOnce) known.writtenMs = Number.NEGATIVE_INFINITY
  }

  /** Its hot row was written without rows from a position of the log on. */
  lacks(device: DeviceKey, position: number): void {
    const known = this.#accounts.get(device.account_id)?.get(device.id)
    // Dropped meanwhile.
    if (known === undefined) return
    known.lacksFrom = Math.min(known.lacksFrom, position)
    this.#markDirty(known)
  }

  /** A new state that no row of the log leads to: it is written at once. */
  change(device: DeviceKey, state: State): void {
    this.#move(device, state).writtenMs = Number.NEGATIVE_INFINITY
  }

  /** Devices that are gone; their pending hot rows are not written any more. */
  forget(accountId: string, ids: readonly string[]): void {
    const account = this.#accounts.get(accountId)
    for (const id of ids) {
      const known = account?.get(id)
      if (known === undefined) continue
      account?.delete(id)
      this.#dirty.get(accountId)?.delete(known)
    }
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const all of [this.#accounts, this.#dirty])
      for (const accountId of all.keys()) if (isTheirs(accountId)) all.delete(accountId)
  }

  /** The states of an account's devices. */
  *of(accountId: string): Iterable<Readonly<HotState<State>>> {
    yield* this.#accounts.get(accountId)?.values() ?? []
  }

  /** Whether hot rows of the account are older. */
  isDirty(accountId: string): boolean {
    return (this.#dirty.get(accountId)?.size ?? 0) > 0
  }

  /**
   * Position in the log of the first row that a hot row lacks, but for those of accounts that are left out; Infinity: none lacks any. What is
   * taken counts as written.
   */
  oldestPosition(isLeftOut: (accountId: string) => boolean): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const [accountId, ofAccount] of this.#dirty) {
      if (isLeftOut(accountId)) continue
      for (const { lacksFrom } of ofAccount) oldest = Math.min(oldest, lacksFrom)
    }
    return oldest
  }

  /**
   * Those whose hot rows are older, as they are now; they count as written at that time (ms of the steady clock), and `putBack`
   * returns those that could not be.
   */
  take(wanted: Wanted, steadyMs: number): readonly Taken<State>[] {
    const taken: Taken<State>[] = []
    for (const [accountId, ofAccount] of this.#dirty) {
      if (typeof wanted === 'object' && !wanted.has(accountId)) continue
      for (const one of ofAccount) {
        if (wanted === 'due' && !this.#isDue(one, steadyMs)) continue
        ofAccount.delete(one)
        taken.push({ account_id: accountId, id: one.id, state: one.state, lacksFrom: one.lacksFrom })
        one.isDirty = false
        one.lacksFrom = Number.POSITIVE_INFINITY
        one.writtenMs = steadyMs
        one.writtenHeardMs = this.#heardMs(one.state)
      }
      if (ofAccount.size === 0) this.#dirty.delete(accountId)
    }
    return taken
  }

  /** They are due at once. */
  putBack(taken: readonly Taken<State>[]): void {
    for (const { account_id, id, lacksFrom } of taken) {
      const known = this.#accounts.get(account_id)?.get(id)
      // Dropped meanwhile.
      if (known === undefined) continue
      known.lacksFrom = Math.min(known.lacksFrom, lacksFrom)
      known.writtenMs = Number.NEGATIVE_INFINITY
      this.#markDirty(known)
    }
  }

  /** By both clocks: whatever a device reports late or early, its hot row is never further behind than this. */
  #isDue({ state, writtenMs, writtenHeardMs }: HotState<State>, steadyMs: number): boolean {
    return steadyMs - writtenMs >= WRITE_EVERY_MS || Math.abs(this.#heardMs(state) - writtenHeardMs) >= WRITE_EVERY_MS
  }

  #move(device: DeviceKey, state: State): HotState<State> {
    const known = this.#accounts.get(device.account_id)?.get(device.id) ?? this.#add(device, state)
    known.state = state
    this.#markDirty(known)
    return known
  }

  #markDirty(one: HotState<State>): void {
    if (one.isDirty) return
    one.isDirty = true
    const ofAccount = this.#dirty.get(one.account_id)
    if (ofAccount === undefined) this.#dirty.set(one.account_id, new Set([one]))
    else ofAccount.add(one)
  }

  #add({ account_id, id }: DeviceKey, state: State): HotState<State> {
    let account = this.#accounts.get(account_id)
    if (account === undefined) {
      account = new Map()
      this.#accounts.set(account_id, account)
    }
    const added = {
      ...{ account_id, id, state, isDirty: false, lacksFrom: Number.POSITIVE_INFINITY },
      ...{ writtenMs: Number.NEGATIVE_INFINITY, writtenHeardMs: this.#heardMs(state) },
    }
    account.set(id, added)
    return added
  }
}
