/** MQTT connections that read: those of readers to our broker, and ours to brokers of others. The exports that serve them register here; the gateway knows no more of them. */

import type { HomeAssistantTopics } from '@whereabouts/protocol/home-assistant'

export interface OutgoingMessage {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

export interface Reader {
  readonly accountId: string
  readonly senderId: string
  /** Where its topics begin, if not where those of our own broker do. */
  readonly topics?: HomeAssistantTopics
  /** False while it has a backlog of what it was sent before. */
  readonly isReady: () => boolean
  /** Resolves once the message has arrived, as far as that can be known. */
  send(message: OutgoingMessage): Promise<void>
}

export interface ReaderListener {
  subscribed(reader: Reader, filters: readonly string[]): void
  unsubscribed(reader: Reader, filters: readonly string[]): void
  said(reader: Reader, topic: string, payload: string): void
  /** The broker that it reads retained this from before. */
  found(reader: Reader, topic: string, payload: string): void
  /** Answers the topics of all that a broker would retain of what it was told. */
  left(reader: Reader): readonly string[]
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
