/** Requests so broken or so slow that no route is reached. Source: security rule 19; G02. */
import type { Socket } from 'node:net'
import { errors } from '@whereabouts/contract/errors'
import { DEFAULT_LOCALE } from '@whereabouts/contract/locales'

/** Node's codes of such faults, with the name of the faulty part. */
const INFOS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'headers too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request too slow',
}

/** Answers 400001 in the envelope, in English as no header could be read, and closes the connection. */
export function refuseClientFault(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { code, words } = errors.invalidInput
  const info = INFOS[error.code ?? ''] ?? 'request'
  const body = JSON.stringify({ result: false, code, message: words[DEFAULT_LOCALE], info })
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
