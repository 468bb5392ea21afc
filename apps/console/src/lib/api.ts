/** The server's calls, typed by the contract. The token is read at each call, as other tabs refresh it (G17). */

import routes from 'virtual:routes'
import type { WhereaboutsApi } from '@whereabouts/contract/api'
import { createClient } from '@whereabouts/contract/client'
import { APPLICATION_VERSION } from '@whereabouts/domain/sessions'
import { storedAccount } from './account.ts'
import { noteServerTime } from './server-clock.ts'

/** Headers of every call to our server; `token` stands for the stored one. */
export function callHeaders(token: string | undefined = storedAccount.read()?.token): Record<string, string> {
  return {
    'x-app-version': APPLICATION_VERSION,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

export const api = createClient<WhereaboutsApi>(routes, {
  base: '',
  fetch: (input, init) => fetch(input, init),
  headers: (options) => callHeaders(options.token),
  onAnswer: (response) => noteServerTime(Date.parse(response.headers.get('date') ?? '')),
})
