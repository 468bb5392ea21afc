/** Batches: each item whole or untouched, and what failed is told by its id. Source: G83. */
import { type ErrorName, errors } from '@whereabouts/contract/errors'
import { refuse } from '../../platform/refusal.ts'

/** Refuses with 409002 where items failed; what did not fail is done by then. Ids named twice are told once. */
export function refuseFailed(ids: readonly string[], faultOf: (id: string) => ErrorName | undefined): void {
  const failedList = [...new Set(ids)].flatMap((id) => {
    const fault = faultOf(id)
    return fault === undefined ? [] : [{ id, code: errors[fault].code }]
  })
  if (failedList.length > 0) throw refuse('batchErrors', { failedList })
}
