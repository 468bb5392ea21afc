/** One call for each of many things: a few at a time, slower when the server asks for it, and what failed told by name. */
import { CallError, type FailedItem } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'

/** Calls that are under way at once. */
const AT_ONCE = 4
/** How long (s) to wait where the server says only that it is too much. */
const USUAL_WAIT_S = 2

interface Running {
  /** Stops before the next call; those that were not made count neither as done nor as failed. */
  readonly signal: AbortSignal
  readonly onDone: (count: number) => void
  /** Resolves after this long (ms), or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Answers what the server refused. Throws what is no refusal of one item: then something is wrong with all of them. */
export async function runEach(
  ids: readonly string[],
  call: (id: string) => Promise<unknown>,
  { signal, onDone, wait }: Running,
): Promise<FailedItem[]> {
  const failed: FailedItem[] = []
  let next = 0
  let done = 0
  /** Something is wrong with all of them: none is begun any more. */
  let isOver = false
  async function work() {
    while (next < ids.length && !signal.aborted && !isOver) {
      const id = ids[next++] as string
      try {
        await callPatiently(id)
      } catch (error) {
        if (!(error instanceof CallError) || error.code === undefined || !isOfItem(error)) {
          isOver = true
          throw error
        }
        failed.push({ id, code: error.code })
      }
      onDone(++done)
    }
  }
  async function callPatiently(id: string): Promise<void> {
    for (;;) {
      try {
        await call(id)
        return
      } catch (error) {
        const isTooMuch = error instanceof CallError && error.code === errors.tooManyRequests.code
        if (!isTooMuch || signal.aborted) throw error
        await wait((error.retryAfterSeconds ?? USUAL_WAIT_S) * 1000, signal)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work))
  return failed
}

/** 4xx of one thing, and not of who asks or how. */
const isOfItem = ({ status, code }: CallError): boolean =>
  status >= 400 && status < 500 && status !== 401 && code !== errors.forbidden.code

/** What one call for many things refused; nothing where all of it was done. Throws what is no refusal of single things. */
export async function refusedOf(batch: Promise<unknown>): Promise<readonly FailedItem[]> {
  try {
    await batch
    return []
  } catch (error) {
    if (error instanceof CallError && error.code === errors.batchErrors.code) return error.failedList
    throw error
  }
}
