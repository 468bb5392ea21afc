/** Decodes pictures in a separate process, one at a time, of each account in turn. Source: security rule 22. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { refuse } from '../../platform/refusal.ts'
import type { ImageType } from './picture-file.ts'

export interface DecodeRequest {
  readonly file: Buffer
  readonly type: ImageType
  /** Size of the decoded picture, after its rotation by EXIF (px). */
  readonly maxPixels: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** Scaled down to fit into a square of this side (px). */
  readonly fitPx?: number
}

export type PictureFault = 'type' | 'width' | 'height' | 'pixels' | 'broken'

export interface DecodedPicture {
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

export type DecodeAnswer = DecodedPicture | { readonly fault: PictureFault }

const PROGRAM = join(import.meta.dirname, 'decode-picture.ts')

/** Most pictures that wait for the decoder, of all accounts and of one; further callers are asked to retry. */
const MAX_WAITING = 20
const MAX_WAITING_OF_ACCOUNT = 2

/** Source: security rule 22. */
export const DECODER_LIMITS = {
  memoryBytes: 256 * 1024 * 1024,
  /** CPU time. */
  workMs: 5000,
  /** Elapsed time, which on a busy machine is longer. */
  patienceMs: 20_000,
}

export class PictureDecoder {
  readonly #limits: typeof DECODER_LIMITS
  /** By account, whose turn is next first. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>()
  #isBusy = false

  constructor(limits = DECODER_LIMITS) {
    this.#limits = limits
  }

  /**
   * The picture, decoded and encoded again, or what is wrong with it. One that exceeds the limits counts as broken. Refuses
   * with 500002 when too many wait, of all accounts or of this one, or the machine is too busy.
   */
  async decode(accountId: string, request: DecodeRequest): Promise<DecodeAnswer> {
    const own = this.#waiting.get(accountId) ?? []
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (own.length >= MAX_WAITING_OF_ACCOUNT || all >= MAX_WAITING) throw tooBusy()
    const decoded = new Promise<DecodeAnswer>((resolve) => {
      own.push(async () => {
        const decoding = decodeApart(request, this.#limits)
        resolve(decoding)
        await decoding.catch(() => undefined)
      })
    })
    this.#waiting.set(accountId, own)
    if (!this.#isBusy) void this.#work()
    return decoded
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (let next = this.#waiting.entries().next(); !next.done; next = this.#waiting.entries().next()) {
      const [accountId, [first, ...rest]] = next.value
      this.#waiting.delete(accountId)
      if (rest.length > 0) this.#waiting.set(accountId, rest)
      await first?.()
    }
    this.#isBusy = false
  }
}

const tooBusy = () => refuse('storageBusy', { retryAfterSeconds: 10 })

/** Nothing of the server's environment, which holds secrets, except Node's compile cache, if there is one. */
function decoderEnvironment(): Record<string, string> {
  const folder = process.env.NODE_COMPILE_CACHE
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

function decodeApart(request: DecodeRequest, limits: typeof DECODER_LIMITS): Promise<DecodeAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [String(limits.memoryBytes), String(limits.workMs)], {
      serialization: 'advanced',
      env: decoderEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let isReady = false
    const late = setTimeout(() => {
      reject(tooBusy())
      child.kill('SIGKILL')
    }, limits.patienceMs)
    child.on('message', (message: DecodeAnswer | 'ready') => {
      if (message === 'ready') {
        isReady = true
        // Its answer or its end tells whether it got the picture.
        child.send(request, () => undefined)
        return
      }
      resolve('image' in message ? { ...message, image: Buffer.from(message.image) } : message)
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      // It ended without an answer: the picture crashed it, or exceeded a limit.
      if (isReady) resolve({ fault: 'broken' })
      else reject(new Error(`The decoder of pictures did not start: ${signal ?? code}`))
    })
  })
}
