/** Wakes whoever hands commands to senders, once some are committed. A hint: they are looked for now and then anyway. */
export class Downlink {
  #listener: () => void = () => {}

  onWake(listener: () => void): void {
    this.#listener = listener
  }

  wake(): void {
    this.#listener()
  }
}
