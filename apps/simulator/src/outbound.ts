/** What a device says, ready for the wire. The sender's password is the transport's affair where the protocol allows. */
interface Outbound {
  /** Id of the credential it is sent under. */
  readonly senderId: string
  /** Epoch milliseconds at which the device says it. */
  readonly atMs: number
  readonly body: string
}

interface HttpMessage extends Outbound {
  readonly via: 'http'
  /** Path and query below the server's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface MqttMessage extends Outbound {
  readonly via: 'mqtt'
  readonly topic: string
  readonly qos: 0 | 1
}

export type OutboundMessage = HttpMessage | MqttMessage
