/** Has pictures decoded by a process of their own, one at a time. Source: security rule 22. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { refuse } from '../../platform/refusal.ts'
import type { ImageType } from './picture-file.ts'

export interface DecodeRequest {
  readonly file: Buffer
  readonly type: ImageType
  /** Of the decoded picture, after it was turned the way its camera was held (px). */
  readonly maxPixels: number
  readonly maxWidth?: number
  readonly maxHeight?: number
  /** Made smaller to fit into a square of this side (px). */
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

/** More than these wait for no decoder: who comes then is told to come again. */
const MAX_WAITING = 20

/** Source: security rule 22. */
export const DECODER_LIMITS = {
  memoryBytes: 256 * 1024 * 1024,
  /** Of the processor. */
  workMs: 5000,
  /** By the clock, which on a busy machine is more. */
  patienceMs: 20_000,
}

export class PictureDecoder {
  readonly #limits: typeof DECODER_LIMITS
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(limits = DECODER_LIMITS) {
    this.#limits = limits
  }

  /**
   * The picture decoded and written anew, or what is wrong with it. One that takes more than the limits is broken. Refuses
   * with 500002 when too many wait, or the machine is too busy.
   */
  async decode(request: DecodeRequest): Promise<DecodeAnswer> {
    if (this.#waiting >= MAX_WAITING) throw tooBusy()
    this.#waiting += 1
    const decoded = this.#last.then(() => decodeApart(request, this.#limits))
    this.#last = decoded.catch(() => undefined)
    try {
      return await decoded
    } finally {
      this.#waiting -= 1
    }
  }
}

const tooBusy = () => refuse('storageBusy', { retryAfterSeconds: 10 })

/** Nothing of the server's environment, as secrets stand in it, but where Node keeps what it compiled, if it does. */
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
        // Whether it took it, its answer or its end tells.
        child.send(request, () => undefined)
        return
      }
      resolve('image' in message ? { ...message, image: Buffer.from(message.image) } : message)
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      // It ended without an answer: the picture broke it, or took more than it may.
      if (isReady) resolve({ fault: 'broken' })
      else reject(new Error(`The decoder of pictures did not start: ${signal ?? code}`))
    })
  })
}
