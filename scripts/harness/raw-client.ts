/** Says to a server, byte for byte, what no HTTP client would. */
import { connect } from 'node:net'

/** A piece of `goOn` is sent this often (ms). */
const DRIP_EVERY_MS = 30

export function rawClient(port: number) {
  return {
    /** What the server answers to bytes until it hangs up, and after how long (ms); `goOn` is sent again and again. */
    tell: (text: string, goOn?: string): Promise<{ answer: string; afterMs: number }> =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        let answer = ''
        let dripping: NodeJS.Timeout | undefined
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(text)
          if (goOn !== undefined) dripping = setInterval(() => socket.writable && socket.write(goOn), DRIP_EVERY_MS)
        })
        socket.on('data', (data) => {
          answer += data
        })
        socket.on('error', reject)
        socket.on('close', () => {
          clearInterval(dripping)
          resolve({ answer, afterMs: performance.now() - startedAt })
        })
      }),

    /** The JSON of an answer. */
    envelopeOf: (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)),
  }
}
