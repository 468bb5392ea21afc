/** A message of a device, ready for the wire. The transport adds the sender's password where the protocol needs it. */
interface Outbound {
  /** Id of the credential it is sent under. */
  readonly senderId: string
  /** Epoch milliseconds at which the device sends it. */
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
