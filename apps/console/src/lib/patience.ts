/** How long questions to the server wait for an answer. */

/** A connection that died without a word would be waited for without end: one that says nothing for so long (ms) is given up. */
const PATIENCE_MS = 60_000
/** Short calls without an answer by then (ms) went into a connection that is dead. */
const SHORT_PATIENCE_MS = 8000

/** For short calls that may be made again: given up in time. */
export const inTime = (ms = SHORT_PATIENCE_MS): { readonly signal: AbortSignal } => ({
  signal: AbortSignal.timeout(ms),
})

/**
 * `fetch` that gives up a question to which nothing came for so long, be it the answer's head or the next piece of it; it rejects
 * with a TimeoutError then, and so does what reads the answer. A long answer may take its time. What is written is not given up:
 * it may be done already.
 */
export async function fetchInTime(
  input: RequestInfo | URL,
  init: RequestInit = {},
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  if (init.method !== undefined && init.method !== 'GET') return fetch(input, init)
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new DOMException('The server says nothing.', 'TimeoutError')), patienceMs)
  }
  const { signal } = silence
  listen()
  try {
    const response = await fetch(input, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal,
    })
    if (response.body !== null)
      return new Response(response.body.pipeThrough(noting(listen, () => clearTimeout(timer))), response)
    clearTimeout(timer)
    return response
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** Passes everything on; calls `onPiece` at each piece and `onEnd` after the last. */
const noting = (onPiece: () => void, onEnd: () => void) =>
  new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      onPiece()
      out.enqueue(piece)
    },
    flush: onEnd,
  })
