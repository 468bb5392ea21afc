/** Meaning of topics: which protocol a message speaks, and what a sender may subscribe to. Source: wire formats; security rule 41. */
import { downTopic, upTopic } from '@whereabouts/domain/senders'
import { isMeshtasticTopic } from '@whereabouts/protocol/meshtastic'
import { decodeOwntracksMqtt } from '@whereabouts/protocol/owntracks'
import { isRuuviTopic } from '@whereabouts/protocol/ruuvi-gateway'
import type { PublishPacket } from 'aedes'
import type { Background } from '../context.ts'
import { acceptEspresense } from './espresense.ts'
import { acceptMeshtastic } from './meshtastic.ts'
import { acceptReport, parseReport } from './native.ts'
import { acceptOwntracks } from './owntracks.ts'
import { acceptRuuvi } from './ruuvi-gateway.ts'
import type { KnownSender } from './senders.ts'
import { acceptShelly, isShellyTopic } from './shelly.ts'
import { acceptTheengs, isTheengsTopic } from './theengs.ts'

/** Its own commands, and the topics its protocol needs; no wildcards beyond that (rule 41). */
export function isOwnSubscription(senderId: string, topic: string): boolean {
  if (topic === downTopic(senderId)) return true
  return (
    /^espresense\/(rooms\/[^/#+$]+\/\+\/set|settings\/\+\/config|rooms\/\*\/\+\/set)$/.test(topic) ||
    /^owntracks\/[^/#+]+\/[^/#+]+\/cmd$/.test(topic)
  )
}

/**
 * Stores a message by its topic, which decides the protocol and whether this sender may use it. For a credential of one protocol
 * that protocol is assumed. Resolves after COMMIT; refuses as the protocols do.
 */
export async function acceptMessage(
  app: Background,
  sender: KnownSender,
  packet: Pick<PublishPacket, 'topic' | 'payload'>,
  receivedAtMs: number,
): Promise<void> {
  const { topic } = packet
  const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
  const message = { topic, payload }
  if (topic === upTopic(sender.senderId)) {
    await acceptReport(app, sender, parseReport(payload), receivedAtMs)
  } else if (topic.startsWith('espresense/')) {
    await acceptEspresense(app, sender, message, receivedAtMs)
  } else if (topic.startsWith('owntracks/')) {
    const secret = app.payloadKeys.of(sender)
    await acceptOwntracks(app, sender, decodeOwntracksMqtt({ ...message, secret }), receivedAtMs)
  } else if (sender.kind === 'ruuvi' || (sender.kind === 'any' && isRuuviTopic(topic))) {
    await acceptRuuvi(app, sender, message, receivedAtMs)
  } else if (sender.kind === 'meshtastic' || (sender.kind === 'any' && isMeshtasticTopic(topic))) {
    await acceptMeshtastic(app, sender, message, receivedAtMs)
  } else if (sender.kind === 'theengs' || (sender.kind !== 'shelly' && isTheengsTopic(topic))) {
    await acceptTheengs(app, sender, message, receivedAtMs)
  } else if (sender.kind === 'shelly' || isShellyTopic(topic)) {
    await acceptShelly(app, sender, message, receivedAtMs)
  } else if (!topic.startsWith('$')) {
    // A bridge tells on a topic of `$SYS` that it is there, which is no mistake.
    app.counts.add(sender, 'foreignTopic', receivedAtMs)
  }
}
