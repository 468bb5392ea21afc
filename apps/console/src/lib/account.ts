/** The signed-in account as this browser keeps it. Source: specification §3 Account data; G17, G20. */
import { inThisBrowser, record, stored } from './storage.ts'

export interface StoredAccount {
  readonly token: string
  /** The way of sign-in. */
  readonly provider: string
  readonly email: string
  readonly name: string
  readonly pushToken: string
  /** Epoch milliseconds of sign-in or of the last refresh. */
  readonly lastUpdateTokenTime: number
  /** Epoch milliseconds of sign-in; no two sessions of this browser share it. */
  readonly signedInAtMs: number
  readonly staySignedIn: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One account only, under one key. An account without a token or provider is read, so that its fault can be told. */
export const storedAccount = stored<StoredAccount>(inThisBrowser, 'account', (value) => {
  const account = record(value)
  if (account === undefined) return undefined
  return {
    token: text(account.token),
    provider: text(account.provider),
    email: text(account.email),
    name: text(account.name),
    pushToken: text(account.pushToken),
    lastUpdateTokenTime: Number(account.lastUpdateTokenTime) || 0,
    signedInAtMs: Number(account.signedInAtMs) || 0,
    staySignedIn: account.staySignedIn === true,
  }
})

/** The session goes on with another token, in every tab: they read it at each call. */
export function goOnWith(token: string): void {
  const account = storedAccount.read()
  if (account) storedAccount.write({ ...account, token, lastUpdateTokenTime: Date.now() })
}
