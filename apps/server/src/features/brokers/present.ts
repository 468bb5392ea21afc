/** A broker as people see it. */
import type { Broker } from '@whereabouts/contract/brokers'
import { toSeconds } from '../../platform/clock.ts'
import type { ListedBroker } from './queries.ts'

export const mqttVersion = (version: number | null): string => (version === null ? '' : version === 5 ? '5' : '3.1.1')

/** How it does is told by slot 0, whose server connects always; counts are those of all servers. */
export function presentBroker({ password_sealed, links, created_at, ...broker }: ListedBroker): Broker {
  const alive = links.filter(({ is_alive }) => is_alive)
  const first = alive.find(({ slot }) => slot === 0)
  const counts: Record<string, number> = {}
  for (const link of alive) {
    for (const [what, count] of Object.entries(link.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  const last = Math.max(...links.map(({ last_message_ms }) => last_message_ms ?? 0), 0)
  const state = broker.paused ? 'paused' : (first?.state ?? 'connecting')
  return {
    ...broker,
    reads: [...broker.reads],
    has_password: password_sealed !== null,
    state,
    state_since: broker.paused || first === undefined ? created_at : toSeconds(first.state_since_ms),
    fault: broker.paused ? '' : ((first?.fault ?? '') as Broker['fault']),
    mqtt_version: broker.paused ? '' : mqttVersion(first?.protocol_version ?? null),
    servers: alive.filter((link) => link.state === 'connected').length,
    counts,
    last_message_ms: last === 0 ? null : last,
  }
}
