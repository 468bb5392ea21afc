/** Questions and lines by bytes, which end whenever a test wants. */
import { connect } from 'node:net'
import type { KillBook, Kind } from './kill-book.ts'
import type { Chance } from './seeded.ts'

const MOST_WAITING_MS = 15_000
/** A stream goes on for ever. */
const STREAM_MS = 300

export interface Question {
  readonly method: string
  readonly target: string
  readonly token: string
  readonly body?: unknown
  /** What it is counted as; undefined: one of many calls. */
  readonly kind?: Kind | undefined
}

const bytesOf = ({ method, target, token, body }: Question): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...['host: 127.0.0.1', 'connection: close', `authorization: Bearer ${token}`, 'accept-encoding: gzip'],
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** What has come of an answer. */
class Heard {
  #head = ''
  #tail = ''
  #bodyBytes = 0

  add(chunk: Buffer): void {
    const text = chunk.toString('latin1')
    this.#tail = (this.#tail + text).slice(-5)
    if (this.#head.includes('\r\n\r\n')) this.#bodyBytes += chunk.length
    else {
      this.#head += text
      const end = this.#head.indexOf('\r\n\r\n')
      if (end >= 0) this.#bodyBytes = this.#head.length - end - 4
    }
  }

  /** `cut`: nothing. */
  get status(): string {
    return /^HTTP\/1\.1 (\d{3})/.exec(this.#head)?.[1] ?? 'cut'
  }

  get isWhole(): boolean {
    const [, length] = /^content-length: (\d+)\r?$/im.exec(this.#head) ?? []
    return length === undefined ? this.#tail === '0\r\n\r\n' : this.#bodyBytes >= Number(length)
  }
}

/** Asks and reads on to the end, or hangs up before the question is whole, or amid the answer; the status, or `cut`. */
export function ask(port: number, question: Question, chance: Chance, book: KillBook): Promise<string> {
  const { target, kind } = question
  const bytes = bytesOf(question)
  const fate = chance()
  const at = chance()
  const heard = new Heard()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (fate < 0.1) socket.write(bytes.subarray(0, Math.floor(bytes.length * at)), () => socket.resetAndDestroy())
      else socket.write(bytes)
    })
    const late = setTimeout(() => socket.destroy(), target.endsWith('/stream') ? STREAM_MS : MOST_WAITING_MS)
    socket.on('data', (chunk) => {
      heard.add(chunk)
      if (fate > 0.8 && at < 0.5) socket.resetAndDestroy()
      else if (fate > 0.8) {
        // Unread for a while, then gone.
        socket.pause()
        setTimeout(() => socket.destroy(), 100 * at)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      const { status, isWhole } = heard
      if (kind !== undefined && status === '200') book.begun(kind)
      if (kind !== undefined && (status === '200' || status === 'cut') && !isWhole) book.cut(kind)
      resolve(status)
    })
  })
}

export type Line = ReturnType<typeof speak>

/** A line of a device, which waits for an answer until it is cut. */
export function speak(port: number) {
  const socket = connect(port, '127.0.0.1')
  let bytes: Buffer = Buffer.alloc(0)
  let isClosed = false
  let wake: () => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  socket.setTimeout(MOST_WAITING_MS, () => socket.destroy())
  return {
    say: (message: Uint8Array) => void socket.write(message),
    isOpen: () => !isClosed,
    end: () => socket.destroy(),
    /** False where it was cut before. */
    async heard(isEnough: (bytes: Buffer) => boolean): Promise<boolean> {
      while (!isEnough(bytes) && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return isEnough(bytes)
    },
  }
}
