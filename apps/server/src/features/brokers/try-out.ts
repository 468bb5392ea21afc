/** Connects to a broker once, before it is saved: whether it answers, and what it says within a few seconds. */
import type { BrokerTry } from '@whereabouts/contract/brokers'
import { type BrokerReading, filtersOf, sourceOf } from '@whereabouts/protocol/broker-topics'
import type { Random } from '../../platform/clock.ts'
import type { Reach } from '../../platform/net/broker-addresses.ts'
import { type BrokerAddress, LinkFault, openLink } from '../../platform/net/broker-link.ts'
import { mqttVersion } from './present.ts'

/** It listens this long (ms); stations report every few seconds. */
const LISTENS_MS = 3000

/** Never rejects: a fault is an answer. */
export async function tryOut(
  { random }: { random: Random },
  address: BrokerAddress,
  reach: Reach,
  reading: BrokerReading,
): Promise<BrokerTry> {
  const counts: Record<string, number> = {}
  try {
    const link = await openLink({
      address,
      reach,
      clientId: `wb-try-${random.uuid().slice(0, 12)}`,
      sessionSeconds: 0,
      async onMessage({ topic }) {
        const source = sourceOf(topic, reading)
        if (source !== undefined) counts[source.kind] = (counts[source.kind] ?? 0) + 1
      },
    })
    const mqtt_version = mqttVersion(link.version)
    try {
      const filters = filtersOf(reading)
      const refused = filters.length === 0 ? [] : await link.subscribe(filters)
      if (filters.length > 0 && refused.length === filters.length) throw new LinkFault('may_not_read')
      const fault = await Promise.race([link.ended, listened()])
      return { fault: fault ?? (refused.length > 0 ? 'may_not_read' : ''), mqtt_version, counts }
    } finally {
      await link.end()
    }
  } catch (error) {
    return { fault: error instanceof LinkFault ? error.fault : 'ended', mqtt_version: '', counts }
  }
}

const listened = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LISTENS_MS))
