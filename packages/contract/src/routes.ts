/** The paths of calls without what they ask and answer. */
import type { Routes } from './client.ts'
import type { Api } from './kit.ts'

/** `[method, path]` of each call by domain word: plain data, which needs no schema library where it is used. */
export const routesOf = <A extends Api>(api: A): Routes<A> =>
  Object.fromEntries(
    Object.entries(api).map(([word, calls]) => [
      word,
      Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, [method, path] as const])),
    ]),
  ) as Routes<Api> as Routes<A>
