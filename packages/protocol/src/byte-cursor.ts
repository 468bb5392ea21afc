/** Numbers of a packet, one after the other. Big endian. */
/** Reads on through a packet; past its end it yields undefined for good. */
export class Cursor {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** An unsigned number of so many bytes, up to 6. */
  take(length: number): number | undefined {
    if (this.at + length > this.#bytes.length) {
      this.at = Number.POSITIVE_INFINITY
      return undefined
    }
    this.at += length
    return this.#bytes.readUIntBE(this.at - length, length)
  }

  /** A number of four bytes with a fraction (IEEE 754). */
  takeFloat(): number | undefined {
    const from = this.at
    return this.take(4) === undefined ? undefined : this.#bytes.readFloatBE(from)
  }

  skip(length: number): void {
    this.at += length
  }

  get isPastEnd(): boolean {
    return this.at > this.#bytes.length
  }
}
