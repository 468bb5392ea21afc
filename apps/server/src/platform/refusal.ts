/** An expected refusal: thrown from anywhere below a route, turned into an answer in one place. */
import { type ErrorName, errors, type Words } from '@whereabouts/contract/errors'

interface RefusalOptions {
  /** A field or a rule, never a submitted value. */
  readonly info?: string
  readonly retryAfterSeconds?: number
  /** In place of the catalogue's. */
  readonly words?: Words
  /** Of a batch: what failed, with the code of each. */
  readonly failedList?: readonly { id: string; code: number }[]
  /** Of a calibration: the stations that were left out. */
  readonly invalidT4?: readonly string[]
}

export class Refusal extends Error {
  readonly errorName: ErrorName
  readonly code: number
  readonly info: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly words: Words
  readonly failedList: RefusalOptions['failedList']
  readonly invalidT4: RefusalOptions['invalidT4']

  constructor(errorName: ErrorName, options: RefusalOptions = {}) {
    super(errors[errorName].words['en-us'])
    this.name = 'Refusal'
    this.errorName = errorName
    this.code = errors[errorName].code
    this.info = options.info
    this.words = options.words ?? errors[errorName].words
    this.retryAfterSeconds = options.retryAfterSeconds
    this.failedList = options.failedList
    this.invalidT4 = options.invalidT4
  }
}

/** `throw refuse('deviceNotFound')`. */
export const refuse = (errorName: ErrorName, options?: RefusalOptions): Refusal => new Refusal(errorName, options)
