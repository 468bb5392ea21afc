/**
 * Watches the sizes of MQTT packets as they arrive, before anything buffers them: a packet that announces too large a size ends
 * the connection at once. Source: security rule 42; MQTT 3.1.1 §2.2.3.
 */
import { Transform, type TransformCallback } from 'node:stream'

/** The first packet (CONNECT) may be this large (bytes). */
const MAX_FIRST_PACKET = 4096
/** Any later one (bytes). */
export const MAX_PACKET = 65_536

export class MqttFrames extends Transform {
  /** Bytes of the current packet that are still missing. */
  #remaining = 0
  /** Undefined between packets; else the remaining-length field read so far. */
  #length: { value: number; factor: number } | undefined
  #limit = MAX_FIRST_PACKET

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#remaining > 0) {
        const taken = Math.min(this.#remaining, chunk.length - at)
        this.#remaining -= taken
        at += taken
      } else if (this.#length === undefined) {
        this.#length = { value: 0, factor: 1 }
        at += 1
      } else {
        const byte = chunk[at]!
        at += 1
        this.#length.value += (byte & 0x7f) * this.#length.factor
        this.#length.factor *= 128
        if (this.#length.value > this.#limit || this.#length.factor > 2 ** 28) {
          done(new Error('an MQTT packet is too large'))
          return
        }
        if ((byte & 0x80) === 0) {
          this.#remaining = this.#length.value
          this.#length = undefined
          this.#limit = MAX_PACKET
        }
      }
    }
    done(null, chunk)
  }
}
