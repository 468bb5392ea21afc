/**
 * The open conditions of devices in memory, by which reports are judged. Loaded with a device's state, changed by its reports, and
 * replaced by the database's whenever it is asked. Source: decision 0024.
 */
import type { ConditionChange, OpenCondition } from '../../state/conditions.ts'
import { isJudged } from '../../state/open-conditions.ts'

type Open = readonly OpenCondition[]

const NONE: Open = []

export class OpenConditions {
  readonly #accounts = new Map<string, Map<string, Open>>()

  of(accountId: string, deviceId: string): Open {
    return this.#accounts.get(accountId)?.get(deviceId) ?? NONE
  }

  /** Takes over the database's answer for a device. */
  set(accountId: string, deviceId: string, open: Open): void {
    const account = this.#accounts.get(accountId)
    if (open.length === 0) account?.delete(deviceId)
    else if (account === undefined) this.#accounts.set(accountId, new Map([[deviceId, open]]))
    else account.set(deviceId, open)
  }

  /** Applies a change by a report that is not written yet. */
  move(change: ConditionChange): void {
    const { accountId, deviceId, kind, subject } = change
    if (!isJudged(kind)) return
    const open = this.of(accountId, deviceId)
    const isIt = (one: OpenCondition) => one.kind === kind && one.subject === subject
    const others = open.filter((one) => !isIt(one))
    const known = open.find(isIt)
    if (change.step === 'begin') this.set(accountId, deviceId, [...others, begun(change)])
    else if (change.step === 'end' || (change.step === 'lapse' && known?.is_raised === false))
      this.set(accountId, deviceId, others)
    else if (change.step === 'raise' && known !== undefined)
      this.set(accountId, deviceId, [...others, { ...known, is_raised: true }])
  }

  /** Devices are gone. */
  forget(accountId: string, deviceIds: readonly string[]): void {
    for (const deviceId of deviceIds) this.#accounts.get(accountId)?.delete(deviceId)
  }

  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#accounts.keys()) if (isTheirs(accountId)) this.#accounts.delete(accountId)
  }
}

const begun = (change: ConditionChange & { readonly step: 'begin' }): OpenCondition => ({
  ...{ account_id: change.accountId, device_id: change.deviceId, kind: change.kind, subject: change.subject },
  ...{ since_ms: change.atMs, since_order: change.order ?? 0, is_raised: change.isRaised },
})
