/** Connections over MQTT that only read. Who tells them something registers here; the gateway knows no more of them. */

export interface OutgoingMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

export interface Reader {
  readonly accountId: string
  readonly senderId: string
  /** False while it has not taken what it was sent before. */
  readonly isReady: () => boolean
  send(message: OutgoingMessage): void
}

export interface ReaderListener {
  subscribed(reader: Reader, filters: readonly string[]): void
  unsubscribed(reader: Reader, filters: readonly string[]): void
  said(reader: Reader, topic: string, payload: string): void
  left(reader: Reader): void
}

export class Readers {
  #listener: ReaderListener | undefined

  /** There is one. */
  attend(listener: ReaderListener): void {
    this.#listener = listener
  }

  get listener(): ReaderListener | undefined {
    return this.#listener
  }
}

/** What a reader may subscribe to: Home Assistant's own topics, on which nobody but us speaks to it, and its own. */
export const isReaderFilter = (senderId: string, filter: string): boolean =>
  filter.startsWith('homeassistant/') || filter.startsWith(`whereabouts/${senderId}/`)
