/** The door that call tests knock at: the same of the server and of the mock, so that both are held to the same tests. */
import type { Stay } from '@whereabouts/domain/history'
import { expect } from 'vitest'

interface Caller {
  readonly token: string
}

interface CallPerson extends Caller {
  readonly email: string
  readonly accountId: string
}

export interface CallAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the call it names answers.
  readonly body: any
}

export interface Door {
  /** Of all people that `person` makes. */
  readonly password: string
  call(method: string, path: string, given?: { token?: string; body?: unknown }): Promise<CallAnswer>
  /** Somebody who is signed in, with an account of their own unless one is named. */
  person(given?: {
    accountId?: string
    class?: 'owner' | 'deputy' | 'support' | 'readonly'
    groups?: string[]
  }): Promise<CallPerson>
  /** What the link in the newest mail to an address carries. */
  mailToken(email: string): Promise<string>
  /** More than five minutes go by since this person proved the password. */
  letProofAge(person: CallPerson): Promise<void>
  /** The person's session has made the exchange of keys with this device (rule 44); the mock has no keys, and asks for none. */
  exchanged(token: string, type: 'g3' | 't4', id: string): Promise<void>
  tracker(accountId: string, given?: { name?: string }): Promise<string>
  station(accountId: string): Promise<string>
  indoorMap(accountId: string): Promise<string>
  /** A device was at a place. */
  stay(accountId: string, deviceId: string, stay: Stay): Promise<void>
}

/** Refused with this code, and in words. */
export function expectRefusal(answer: CallAnswer, code: number, info?: string): void {
  const { message, ...rest } = answer.body
  expect({ status: answer.status, ...rest }).toMatchObject({
    ...{ status: Math.floor(code / 1000), result: false, code },
    ...(info === undefined ? {} : { info }),
  })
  expect(message).not.toBe('')
}

export function expectDone(answer: CallAnswer): void {
  expect(answer.body).toMatchObject({ result: true, code: 200 })
  expect(answer.status).toBe(200)
}

let count = 0
/** A name that nobody else has. */
export const unique = (word: string): string => {
  count += 1
  return `${word} ${count}`
}
export const newEmail = (): string => `${unique('somebody').replace(' ', '-')}@kita.example`
