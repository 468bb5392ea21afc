/** What people's browsers would ask of the server, without a browser. */
import { randomUUID } from 'node:crypto'
import { api, type WhereaboutsApi } from '@whereabouts/contract/api'
import { type Client, createClient } from '@whereabouts/contract/client'
import { routesOf } from '@whereabouts/contract/routes'

export const GOOD_PASSWORD = 'four small teapots'

/** The calls of nobody, or of the session whose token is given. */
export const callsTo = (origin: string, token?: string): Client<WhereaboutsApi> =>
  createClient<WhereaboutsApi>(routesOf(api), {
    base: origin,
    fetch,
    newKey: randomUUID,
    headers: () => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })

/** An account that waits for its address to be verified. */
export const signUpByCall = (origin: string, email: string): Promise<unknown> =>
  callsTo(origin).accounts.signUp({
    body: { user: { email, password: GOOD_PASSWORD, fullname: 'Sato Ken', locale: 'en-us' } },
  })

/** The answer to a sign-in, with the token of a new session. */
export const signInByCall = (origin: string, email: string, password: string) =>
  callsTo(origin).auth.signin({
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password, stay_signed_in: false },
    },
  })
