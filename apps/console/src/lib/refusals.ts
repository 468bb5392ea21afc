/** What a failed call means for what comes next. */
import { CallError } from '@whereabouts/contract/client'

/** True for a refusal of the server by one of these names. */
export const isRefusal = (error: unknown, ...refusals: readonly { readonly code: number }[]): boolean =>
  error instanceof CallError && refusals.some(({ code }) => code === error.code)

/** True where the call found no way to a server that works: made again later, it may. */
export const isAway = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)
