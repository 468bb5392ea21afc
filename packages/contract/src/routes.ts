/** The paths of calls without their schemas. */
import type { WhereaboutsApi } from './api.ts'
import type { Routes } from './client.ts'
import type { Api } from './kit.ts'

/** Words whose calls a page may make before anybody is signed in, or to sign somebody in. */
export const EARLY_WORDS = [
  'auth',
  'config',
  'accounts',
  'line',
  'errorMessages',
] as const satisfies readonly (keyof WhereaboutsApi)[]

export type EarlyApi = Pick<WhereaboutsApi, (typeof EARLY_WORDS)[number]>
export type SignedInApi = Omit<WhereaboutsApi, keyof EarlyApi>

/** `[method, path]` of each call by domain word: plain data, which needs no schema library where it is used. */
export const routesOf = <A extends Api>(api: A): Routes<A> =>
  Object.fromEntries(
    Object.entries(api).map(([word, calls]) => [
      word,
      Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, [method, path] as const])),
    ]),
  ) as Routes<Api> as Routes<A>
