/** People made for a test or a story, and their sessions. */
import type { MockApi } from './mock-api.ts'
import { type Account, newUser, type User } from './state.ts'
import { makeOwner } from './words/accounts.ts'
import { enter } from './words/auth.ts'
import { findUser, seconds } from './world.ts'

/** As the demo's: `whereabouts-demo`. */
export const PASSWORD = 'whereabouts-demo'

export interface Person {
  readonly account: Account
  readonly user: User
}

let made = 0

/** Somebody in an account of their own, or in that of a colleague. */
export function makePerson({ world }: MockApi, given: Partial<User> = {}, account?: Account): Person {
  made += 1
  const plain = { email: `person${made}@kita.example`, fullname: 'Mori Yuki', password: PASSWORD, ...given }
  if (account === undefined) return makeOwner(world, plain)
  const user = newUser({ user_id: world.uuid(), created_time: seconds(world.now()), ...plain })
  account.users.push(user)
  return { account, user }
}

/** One of the people of the accounts, by the part of the address before its @. */
export function personOf({ state }: MockApi, name: string): Person {
  for (const account of state.accounts) {
    const user = account.users.find(({ email }) => email.startsWith(`${name}@`))
    if (user !== undefined) return { account, user }
  }
  throw new Error(`There is nobody whose address begins with ${name}@.`)
}

/** The token of a new session. */
export const signIn = ({ world }: MockApi, { account, user }: Person): string =>
  enter(world, account, user).access_token

/** More than five minutes go by since the people of this account proved their passwords. */
export function letProofAge({ state }: MockApi, { account }: Pick<Person, 'account'>): void {
  for (const session of state.sessions) if (session.account_id === account.account_id) session.proved_at_ms = 0
}

/** Lets somebody go on by a token that a mock before this one gave out, where there is such a person. */
export function resume(
  { state, world }: MockApi,
  { email, token }: { readonly email: string; readonly token: string },
): void {
  const found = findUser(state, email)
  if (found === undefined) return
  enter(world, found.account, found.user)
  state.sessions.at(-1)!.token = token
}
