/** How far a sender has come on its way to the map, and what it waits for. Pure. */
import type { Credential } from '@whereabouts/contract/credentials'
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { CredentialKind } from '@whereabouts/domain/senders'
import { type TroubleCount, troublesOf } from './set-aside.ts'

export type Progress =
  | { readonly step: 'waiting' }
  /** It speaks, and nothing of what it says can be used. */
  | { readonly step: 'setAside'; readonly trouble: TroubleCount }
  /** It proved who it is at this time (epoch seconds), and sent nothing that is read. */
  | { readonly step: 'connected'; readonly at: number }
  /** A phone that says how it is, and not where. */
  | { readonly step: 'noLocation' }
  /** A phone on the map. */
  | { readonly step: 'onMap'; readonly deviceId: string }
  /** A station that nobody has placed: what it hears has no place either. */
  | { readonly step: 'unplaced'; readonly station: Station }
  | { readonly step: 'placed'; readonly station: Station }
  /** A network, whose devices are claimed one by one. */
  | { readonly step: 'claims' }
  /** It reads, and has connected. */
  | { readonly step: 'reading' }

/** What the site knows. */
interface Known {
  readonly trackerOf: (deviceId: string) => Pick<Tracker, 'gps_latitude' | 'indoor_X'> | undefined
  readonly stationOf: (t4Id: string) => Station | undefined
}

const NETWORKS: ReadonlySet<CredentialKind> = new Set(['thethings', 'chirpstack', 'meshtastic'])

const isPlaced = ({ map_id, gps_latitude }: Station): boolean => map_id !== null || gps_latitude !== null

/** `sender` as the list has it; undefined: the list does not have it yet. */
export function progressOf(sender: Credential | undefined, { trackerOf, stationOf }: Known): Progress {
  if (sender === undefined) return { step: 'waiting' }
  const { sender_id: id, kind, t4_id: t4Id, last_used: lastUsed, connected_time: connectedAt } = sender
  if (lastUsed === null) {
    const [first] = troublesOf(sender.set_aside)
    if (first !== undefined && !first.isHarmless) return { step: 'setAside', trouble: first }
    return connectedAt === null ? { step: 'waiting' } : { step: 'connected', at: connectedAt }
  }
  if (kind === 'reader') return { step: 'reading' }
  if (NETWORKS.has(kind)) return { step: 'claims' }
  const tracker = trackerOf(id)
  if (tracker !== undefined && (tracker.gps_latitude !== null || tracker.indoor_X !== null))
    return { step: 'onMap', deviceId: id }
  const station = t4Id === null ? undefined : stationOf(t4Id)
  if (station !== undefined) return isPlaced(station) ? { step: 'placed', station } : { step: 'unplaced', station }
  // A station whose row is on its way here.
  return t4Id === null ? { step: 'noLocation' } : { step: 'waiting' }
}
