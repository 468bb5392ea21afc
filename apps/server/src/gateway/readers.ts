/** MQTT connections that only read. The exports that serve them register here; the gateway knows no more of them. */

export interface OutgoingMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

export interface Reader {
  readonly accountId: string
  readonly senderId: string
  /** False while it has a backlog of what it was sent before. */
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

  /** A reader is connected. */
  attend(listener: ReaderListener): void {
    this.#listener = listener
  }

  get listener(): ReaderListener | undefined {
    return this.#listener
  }
}

/** Topics a reader may subscribe to: Home Assistant's own topics, on which only we publish, and its own. */
export const isReaderFilter = (senderId: string, filter: string): boolean =>
  filter.startsWith('homeassistant/') || filter.startsWith(`whereabouts/${senderId}/`)
