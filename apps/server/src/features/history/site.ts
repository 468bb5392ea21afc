/** The site as it was shown at an instant. Source: decisions 0033, 0044, 0086. */
import type { PastSite } from '@whereabouts/contract/history'
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { MAX_DEVICE_COUNT } from '@whereabouts/domain/paging'
import type { App } from '../../context.ts'
import { presentNotification } from '../../events/present.ts'
import type { Reader } from '../../events/words.ts'
import { presentStation } from '../stations/present.ts'
import { listStations } from '../stations/queries.ts'
import { type PlaceNames, readPlaceNames } from '../trackers/place-names.ts'
import { presentTracker } from '../trackers/present.ts'
import { alarmsAt } from './alarms.ts'
import { listOfflineStations, listVisitsAt } from './condition-queries.ts'
import { type Known, SHOWN_WITHIN_MS } from './queries.ts'
import { listPastRows, type PastRow, stateAt, trackerOf } from './site-queries.ts'
import { listZoneVersions, zonesAt } from './zone-versions.ts'

/** `seesStations`: whether the caller may see them. */
export async function siteAt(
  app: App,
  accountId: string,
  atMs: number,
  { reader, seesStations, known }: { readonly reader: Reader; readonly seesStations: boolean; readonly known: Known },
): Promise<PastSite> {
  const [{ trackers, learned_ms }, stations, visits, notifications, zones] = await Promise.all([
    trackersAt(app, accountId, atMs, known),
    seesStations ? stationsAt(app, accountId, atMs) : [],
    listVisitsAt(app.db, accountId, atMs, known),
    alarmsAt(app.db, accountId, atMs),
    listZoneVersions(app.db, accountId, { fromMs: atMs, untilMs: atMs }),
  ])
  return {
    at_ms: atMs,
    learned_ms,
    trackers,
    stations,
    visits,
    zones: zonesAt(zones, atMs),
    notifications: notifications.map((row) => presentNotification(row, reader)),
  }
}

async function trackersAt(
  { db }: App,
  accountId: string,
  atMs: number,
  known: Known,
): Promise<{ readonly trackers: Tracker[]; readonly learned_ms: number | null }> {
  const [rows, names] = await Promise.all([listPastRows(db, accountId, atMs, known), readPlaceNames(db, accountId)])
  const late = rows.filter(({ at_ms, known_from_ms }) => known_from_ms > at_ms + SHOWN_WITHIN_MS)
  const learned_ms = late.length === 0 ? null : Math.max(...late.map(({ known_from_ms }) => known_from_ms))
  return { trackers: rows.map((row) => presentPast(row, names, atMs)), learned_ms }
}

/** A device as it was shown; nothing that people set later or that is told it now belongs to it. */
export const presentPast = (row: PastRow, names: PlaceNames, atMs: number): Tracker =>
  presentTracker(trackerOf(row), stateAt(row, atMs), names, atMs)

async function stationsAt({ db }: App, accountId: string, atMs: number): Promise<Station[]> {
  const [rows, offline] = await Promise.all([
    listStations(db, accountId, { start: undefined, size: MAX_DEVICE_COUNT, nowMs: atMs }),
    listOfflineStations(db, accountId, atMs),
  ])
  return rows
    .filter(({ created_at }) => created_at * 1000 <= atMs)
    .map((row) => {
      const silentSinceMs = offline.get(row.t4_id)
      const heard =
        silentSinceMs === undefined
          ? { connection_status: 'connected' as const, lastseen_ms: atMs }
          : { connection_status: 'disconnected' as const, lastseen_ms: silentSinceMs }
      const state = row.state === null ? null : { ...row.state, ...heard }
      return presentStation({ ...row, blinking_until_ms: null, removal_pending: false }, state, atMs)
    })
}
