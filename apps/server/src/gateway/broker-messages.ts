/** What is done with a message of somebody's broker: by its topic it belongs to a protocol and to a sender. */
import { type BrokerReading, type BrokerSource, sourceOf } from '@whereabouts/protocol/broker-topics'
import { decodeOwntracksMqtt } from '@whereabouts/protocol/owntracks'
import type { Background } from '../context.ts'
import { toRefusal } from '../platform/http/answer.ts'
import type { BrokerMessage } from '../platform/net/broker-link.ts'
import type { BrokerSenders } from './broker-senders.ts'
import { acceptEspresense } from './espresense.ts'
import { acceptReport, parseReport } from './native.ts'
import { acceptOwntracks } from './owntracks.ts'
import { untilAnswered } from './patience.ts'
import type { KnownSender } from './senders.ts'
import { acceptShelly } from './shelly.ts'
import { acceptTheengs } from './theengs.ts'
import { acceptZigbee2mqtt } from './zigbee2mqtt.ts'

/**
 * Stores a message; resolves once it may be acknowledged, with whose it was, or undefined for one that is not read. Waits while the
 * database is away or too much is reported. Rejects when `isGone`, so that it comes again.
 */
export async function takeBrokerMessage(
  app: Background,
  senders: BrokerSenders,
  reading: BrokerReading,
  message: BrokerMessage,
  isGone: () => boolean,
): Promise<BrokerSource | undefined> {
  const receivedAtMs = app.clock.now()
  const source = sourceOf(message.topic, reading)
  const sender = source && senders.of(source)
  if (source === undefined || sender === undefined) return undefined
  try {
    await untilAnswered(() => adapt(app, sender, source, reading, message, receivedAtMs), isGone)
  } catch (error) {
    if (isGone()) throw error
    const refusal = toRefusal(error)
    // A poison message is acknowledged, counted and quarantined, as those of senders with a credential (rule 43).
    app.counts.add(sender, refusal.errorName, receivedAtMs)
    if (refusal.errorName === 'serverError')
      app.log.error(
        { stack: (error as Error).stack },
        'bug: failed to process a message of a broker; it is acknowledged and quarantined',
      )
  }
  return source
}

async function adapt(
  app: Background,
  sender: KnownSender,
  { kind }: BrokerSource,
  reading: BrokerReading,
  message: BrokerMessage,
  receivedAtMs: number,
): Promise<void> {
  switch (kind) {
    case 'espresense':
      return acceptEspresense(app, sender, message, receivedAtMs)
    case 'theengs':
      return acceptTheengs(app, sender, message, receivedAtMs, reading.theengsBase)
    case 'shelly':
      return acceptShelly(app, sender, message, receivedAtMs)
    case 'owntracks':
      return acceptOwntracks(app, sender, decodeOwntracksMqtt(message), receivedAtMs)
    case 'zigbee2mqtt':
      return acceptZigbee2mqtt(app, sender, message, receivedAtMs, reading.zigbee2mqttBase)
    case 'native': {
      // What the broker retained is a report like any other, which has its own time.
      await acceptReport(app, sender, parseReport(message.payload), receivedAtMs, { isKept: message.isRetained })
    }
  }
}
