/** A refusal of a call, as the server gives it. */
import { type ErrorName, errors } from '@whereabouts/contract/errors'

export interface RefusalDetails {
  readonly info?: string
  readonly failedList?: readonly { readonly id: string; readonly code: number }[]
  readonly invalidT4?: readonly string[]
}

export class Refusal extends Error {
  readonly errorName: ErrorName
  readonly details: RefusalDetails
  constructor(errorName: ErrorName, details: RefusalDetails) {
    super(errorName)
    this.errorName = errorName
    this.details = details
  }
}

export const refuse = (errorName: ErrorName, details: RefusalDetails = {}): Refusal => new Refusal(errorName, details)

/** Refuses with 409002 where items of a batch failed; the rest is done by then. */
export function refuseFailed(ids: readonly string[], faultOf: (id: string) => ErrorName | undefined): void {
  const failedList = [...new Set(ids)].flatMap((id) => {
    const fault = faultOf(id)
    return fault === undefined ? [] : [{ id, code: errors[fault].code }]
  })
  if (failedList.length > 0) throw refuse('batchErrors', { failedList })
}
