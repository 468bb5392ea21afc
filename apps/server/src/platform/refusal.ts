/** An expected refusal: thrown from anywhere below a route, turned into an answer in one place. */
import { type ErrorName, errors } from '@whereabouts/contract/errors'

export class Refusal extends Error {
  readonly errorName: ErrorName
  readonly code: number
  readonly info: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(errorName: ErrorName, options: { info?: string; retryAfterSeconds?: number } = {}) {
    super(errors[errorName].words['en-us'])
    this.name = 'Refusal'
    this.errorName = errorName
    this.code = errors[errorName].code
    this.info = options.info
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** `throw refuse('deviceNotFound')`. `info` names a field or a rule, never a value somebody sent. */
export const refuse = (errorName: ErrorName, options?: { info?: string; retryAfterSeconds?: number }): Refusal =>
  new Refusal(errorName, options)
