/** States of devices in memory, by account and id, and which of them are newer than their hot rows. */
import type { DeviceKey } from '../../state/device-key.ts'

interface HotState<State> extends DeviceKey {
  state: State
  /** Its hot row is older. */
  isDirty: boolean
  /** Another server changed it last, and its hot row is newer. */
  isFollowed: boolean
}

export class HotStates<State> {
  readonly #accounts = new Map<string, Map<string, HotState<State>>>()
  #dirty: HotState<State>[] = []

  get(accountId: string, id: string): State | undefined {
    return this.#accounts.get(accountId)?.get(id)?.state
  }

  /** Whether the device is here, or any of the account's. */
  has(accountId: string, id?: string): boolean {
    const account = this.#accounts.get(accountId)
    return account !== undefined && (id === undefined ? account.size > 0 : account.has(id))
  }

  /** Whether it is here as in its hot row or newer: no other server changed it since. */
  isOwn(accountId: string, id: string): boolean {
    return this.#accounts.get(accountId)?.get(id)?.isFollowed === false
  }

  /** A state from its hot row, unless it changed here meanwhile; answers whether it was taken. */
  load(device: DeviceKey, state: State): boolean {
    if (this.isOwn(device.account_id, device.id)) return false
    this.#add(device, state)
    return true
  }

  /** A new state, to be written to its hot row. */
  move(device: DeviceKey, state: State): void {
    const known = this.#accounts.get(device.account_id)?.get(device.id) ?? this.#add(device, state)
    known.state = state
    known.isFollowed = false
    this.#markDirty(known)
  }

  /** A new state from another server's report; that server writes its hot row. */
  follow(device: DeviceKey, state: State): void {
    const known = this.#accounts.get(device.account_id)?.get(device.id) ?? this.#add(device, state)
    known.state = state
    known.isFollowed = !known.isDirty
  }

  /** Drops an account's deleted devices, and all states that hot rows have too, so that they are read again; answers which. */
  readAgain(accountId: string, isThere: (id: string) => boolean): readonly string[] {
    const known = [...(this.#accounts.get(accountId)?.values() ?? [])]
    const gone = known.filter(({ id, isDirty }) => !isDirty || !isThere(id)).map(({ id }) => id)
    this.forget(accountId, gone)
    return gone
  }

  /** Devices that are gone; their pending hot rows are not written any more. */
  forget(accountId: string, ids: readonly string[]): void {
    const account = this.#accounts.get(accountId)
    for (const id of ids) account?.delete(id)
    const gone = new Set(ids)
    this.#dirty = this.#dirty.filter((one) => one.account_id !== accountId || !gone.has(one.id))
  }

  /** The states of an account's devices. */
  *of(accountId: string): Iterable<Readonly<HotState<State>>> {
    yield* this.#accounts.get(accountId)?.values() ?? []
  }

  /** Those whose hot rows are older, which now count as written; `putBack` returns those that could not be. */
  takeDirty(): readonly Readonly<HotState<State>>[] {
    const dirty = this.#dirty
    this.#dirty = []
    for (const one of dirty) one.isDirty = false
    return dirty
  }

  putBack(dirty: readonly HotState<State>[]): void {
    // Some may have been dropped meanwhile.
    for (const one of dirty) if (this.#accounts.get(one.account_id)?.get(one.id) === one) this.#markDirty(one)
  }

  #markDirty(one: HotState<State>): void {
    if (one.isDirty) return
    one.isDirty = true
    this.#dirty.push(one)
  }

  #add({ account_id, id }: DeviceKey, state: State): HotState<State> {
    let account = this.#accounts.get(account_id)
    if (account === undefined) {
      account = new Map()
      this.#accounts.set(account_id, account)
    }
    const added = { account_id, id, state, isDirty: false, isFollowed: false }
    account.set(id, added)
    return added
  }
}
