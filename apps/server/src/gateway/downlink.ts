/** Wakes the delivery of commands once some are committed. A hint only: commands are polled for anyway. */
export class Downlink {
  #listener: () => void = () => {}

  onWake(listener: () => void): void {
    this.#listener = listener
  }

  wake(): void {
    this.#listener()
  }
}
