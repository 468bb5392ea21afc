/** Calls to hosts that the operator's settings name: no redirects, limited time and size. Source: security rule 26. */

const TIMEOUT_MS = 5000
const MAX_BYTES = 1 << 20

export interface OutsideAnswer {
  readonly status: number
  readonly body: string
}

/** Asks and reads the whole answer, whatever its status. Throws when there is none in time, a redirect, or too much of it. */
export async function askOutside(
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'> = {},
  timeoutMs = TIMEOUT_MS,
): Promise<OutsideAnswer> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error(`The answer is longer than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks).toString('utf8') }
}
