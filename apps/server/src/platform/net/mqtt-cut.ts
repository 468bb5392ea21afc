/**
 * Cuts MQTT messages that are too large out of what a broker sends, before anything buffers them: their payload is dropped and their
 * topic and number pass, so that they can be acknowledged and never come again. MQTT 5 brokers are told the limit; older ones
 * cannot be. Source: MQTT 3.1.1 §2.2, §3.3; security rule 42.
 */
import { Transform, type TransformCallback } from 'node:stream'

/** A packet may be this large (bytes), as those of senders. */
export const MAX_BROKER_PACKET = 65_536
/** A topic that is read is shorter (bytes). */
const MAX_TOPIC = 1024
const PUBLISH = 3

export class MqttCut extends Transform {
  /** The fixed header read so far. */
  #head: number[] = []
  /** Bytes of the current packet that are still missing. */
  #remaining = 0
  #mode: 'head' | 'pass' | 'cut' | 'drop' = 'head'
  /** Of a message that is cut: what is kept of it. */
  #kept = Buffer.alloc(0)
  readonly #onCut: () => void

  constructor(onCut: () => void) {
    super()
    this.#onCut = onCut
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (let at = 0; at < chunk.length; ) at = this.#take(chunk, at)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  #take(chunk: Buffer, at: number): number {
    if (this.#mode === 'head') {
      this.#head.push(chunk[at]!)
      this.#readHead()
      return at + 1
    }
    const part = chunk.subarray(at, at + this.#remaining)
    this.#remaining -= part.length
    if (this.#mode === 'pass') this.push(part)
    else if (this.#mode === 'cut') this.#keep(part)
    if (this.#remaining === 0) {
      if (this.#mode === 'cut') throw new Error('an MQTT packet is malformed')
      this.#mode = 'head'
    }
    return at + part.length
  }

  #readHead(): void {
    const [type = 0, ...digits] = this.#head
    const last = digits.at(-1)
    if (last === undefined) return
    if ((last & 0x80) !== 0) {
      if (digits.length === 4) throw new Error('an MQTT packet is malformed')
      return
    }
    const length = digits.reduce((sum, digit, place) => sum + (digit & 0x7f) * 128 ** place, 0)
    const isTooLarge = length > MAX_BROKER_PACKET
    if (isTooLarge && type >> 4 !== PUBLISH) throw new Error('an MQTT packet is too large')
    if (!isTooLarge) {
      this.push(Buffer.from(this.#head))
      this.#head = []
    }
    this.#remaining = length
    this.#mode = length === 0 ? 'head' : isTooLarge ? 'cut' : 'pass'
  }

  /** Gathers the topic and the number, sends them on as a message without a payload, and drops the rest. */
  #keep(part: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, part.subarray(0, MAX_TOPIC + 4)])
    if (this.#kept.length < 2) return
    const topic = this.#kept.readUInt16BE(0)
    if (topic > MAX_TOPIC) throw new Error('an MQTT topic is too long')
    const type = this.#head[0]!
    const needed = 2 + topic + ((type & 0x06) === 0 ? 0 : 2)
    if (this.#kept.length < needed) return
    const digits = needed < 128 ? [needed] : [(needed & 0x7f) | 0x80, needed >> 7]
    this.push(Buffer.concat([Buffer.from([type, ...digits]), this.#kept.subarray(0, needed)]))
    this.#head = []
    this.#kept = Buffer.alloc(0)
    this.#mode = 'drop'
    this.#onCut()
  }
}
