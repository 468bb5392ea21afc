/** Repairs the memory that devices' states have of their conditions, from the open conditions. Source: decision 0024. */
import type { ConditionName, OpenCondition } from '../state/conditions.ts'
import type { RuleMemory, TrackerState } from '../state/tracker-state.ts'
import type { DeviceStates } from './device-states.ts'
import { forgetting, remembering } from './judge.ts'
import type { PendingChanges } from './pending-changes.ts'

export class ConditionMemory {
  readonly #states: DeviceStates
  readonly #changes: PendingChanges

  constructor({ states, changes }: { readonly states: DeviceStates; readonly changes: PendingChanges }) {
    this.#states = states
    this.#changes = changes
  }

  /** Call it before the query for open conditions; `remember` and `letGo` take the number it answers. */
  ask(): number {
    return this.#changes.ask()
  }

  /** These conditions are open: devices in memory whose state lacks one get it. */
  remember(conditions: readonly OpenCondition[], question: number): void {
    this.#change(conditions, question, remembering)
  }

  /** These conditions are not open: devices in memory whose state has one lose it. */
  letGo(conditions: readonly ConditionName[], question: number): void {
    this.#change(conditions, question, forgetting)
  }

  /** A device whose conditions changed since the query is skipped: the next query covers it. */
  #change<Known extends ConditionName>(
    conditions: readonly Known[],
    question: number,
    change: (state: TrackerState, condition: Known) => RuleMemory | null | undefined,
  ): void {
    for (const condition of conditions) {
      if (!this.#changes.isSettled(condition, question)) continue
      const device = { account_id: condition.account_id, id: condition.device_id }
      const state = this.#states.trackers.get(device.account_id, device.id)
      const rule_memory = state && change(state, condition)
      if (state !== undefined && rule_memory !== undefined)
        this.#states.trackers.move(device, { ...state, rule_memory })
    }
  }
}
