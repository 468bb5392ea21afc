/** Decodes pictures in a separate process, one at a time, of each account in turn. Source: security rule 22. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { AccountTurns, tooBusy } from '../../platform/account-turns.ts'
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

/** Pictures that may wait for the decoder, of all accounts and of one. */
const MOST_WAITING = { all: 20, ofAccount: 2 }

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
  readonly #turns = new AccountTurns(MOST_WAITING)

  constructor(limits = DECODER_LIMITS) {
    this.#limits = limits
  }

  /**
   * The picture, decoded and encoded again, or what is wrong with it. One that exceeds the limits counts as broken. Refuses
   * with 500002 when too many wait, of all accounts or of this one, or the machine is too busy.
   */
  decode(accountId: string, request: DecodeRequest): Promise<DecodeAnswer> {
    return this.#turns.run(accountId, () => decodeApart(request, this.#limits))
  }
}

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
