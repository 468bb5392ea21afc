/** Batches: each item whole or untouched, and failures listed by id. Source: G83. */
import { type ErrorName, errors } from '@whereabouts/contract/errors'
import { refuse } from '../refusal.ts'

/** Refuses with 409002 where items failed; the others are done by then. Ids named twice are listed once. */
export function refuseFailed(ids: readonly string[], faultOf: (id: string) => ErrorName | undefined): void {
  const failedList = [...new Set(ids)].flatMap((id) => {
    const fault = faultOf(id)
    return fault === undefined ? [] : [{ id, code: errors[fault].code }]
  })
  if (failedList.length > 0) throw refuse('batchErrors', { failedList })
}
