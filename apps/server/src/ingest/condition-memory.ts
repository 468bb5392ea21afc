/** What devices in memory remember of their conditions, brought in line with what holds. Source: decision 0024. */
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

  /** Before the conditions are asked for what holds; `remember` and `letGo` want to know of which question the answer is. */
  ask(): number {
    return this.#changes.ask()
  }

  /** These conditions hold; devices in memory that forgot one are judged knowing of it from now on. */
  remember(conditions: readonly OpenCondition[], question: number): void {
    this.#change(conditions, question, remembering)
  }

  /** These conditions do not hold; devices in memory that remember one are judged not knowing of it from now on. */
  letGo(conditions: readonly ConditionName[], question: number): void {
    this.#change(conditions, question, forgetting)
  }

  /** Of a device that has had news since the question nothing is changed: the next one knows of them. */
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
