/** Theengs Gateway and OpenMQTTGateway over MQTT: what they heard, and how they are. Source: wire formats §4. */
import { decodeTheengs, theengsObservation } from '@whereabouts/protocol/theengs'
import type { AnyApp } from '../context.ts'
import { acceptTags } from './accept.ts'
import type { GatewayMessage } from './message.ts'
import { type KnownSender, mustSpeak } from './senders.ts'

/** The base stands before the gateway's name, which the topics of presence have at their end. */
const OF_GATEWAY = /^(.+)\/[^/]+\/(?:BTtoMQTT\/[^/]+|LWT|SYStoMQTT)$/
const OF_PRESENCE = /^(.+)\/(?:presence|home_presence)\/[^/]+$/

/** The base its user gave a gateway's topics; undefined: on none of them. */
const baseOf = (topic: string): string | undefined => (OF_GATEWAY.exec(topic) ?? OF_PRESENCE.exec(topic))?.[1]

/** True for topics on which such a gateway publishes what it hears, and for their base. */
export const isTheengsTopic = (topic: string): boolean => topic.startsWith('home/') || baseOf(topic) !== undefined

/** Stores a message of a gateway, whose topics begin with a base that may be known. Its name is a label; its credential identifies it (G85). */
export async function acceptTheengs(
  app: AnyApp,
  sender: KnownSender,
  { topic, payload, isRetained = false }: GatewayMessage,
  receivedAtMs: number,
  knownBase?: string,
): Promise<void> {
  mustSpeak(sender, 'theengs')
  const base = knownBase ?? baseOf(topic)
  if (base === undefined) return
  await acceptTags(
    app,
    sender,
    'station',
    ({ keyOf, settle }) => {
      const message = decodeTheengs({ topic, payload, isRetained }, { base, keyOf })
      if (message.kind === 'invalid') app.counts.add(sender, message.reason, receivedAtMs)
      return theengsObservation(message, settle)
    },
    receivedAtMs,
  )
}
