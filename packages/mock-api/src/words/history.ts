/** The site at an instant of the past, what changed since, and who was near whom. */
import type { history, PastChange } from '@whereabouts/contract/history'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isLasting } from '@whereabouts/domain/alarms'
import { alarmAt, contactsOf, MAX_WAY_POINTS, type Meeting, SILENCE_MS, thinned } from '@whereabouts/domain/history'
import { staleReasonCode } from '@whereabouts/domain/trackers'
import type { Account, PastPosition } from '../state.ts'
import { type Handlers, mustBeFresh, record, seconds, type World } from '../world.ts'
import { imageOf } from './indoor-maps.ts'
import { mustBeKept, staysOf } from './trails.ts'

const PLACES = ['query.from_ms', 'query.until_ms'] as const
const AT_PLACES = ['query.at_ms', 'query.at_ms'] as const
/** Most changes of one answer. */
const MOST_CHANGES = 5000

export const historyWords = (world: World): Handlers<typeof history> => ({
  way({ actor: { account }, params: { device_id }, query: { from_ms, until_ms } }) {
    mustBeKept(world, from_ms, until_ms, PLACES)
    staysOf(account, device_id, from_ms, until_ms)
    const points = account.pastPositions.filter(
      (point) => point.device_id === device_id && point.at_ms >= from_ms && point.at_ms <= until_ms,
    )
    return { points: thinned(points, MAX_WAY_POINTS) }
  },

  site({ actor: { account }, query: { at_ms } }) {
    mustBeKept(world, at_ms, at_ms, AT_PLACES)
    const atMs = Math.min(at_ms, world.now())
    return {
      at_ms: atMs,
      learned_ms: null,
      trackers: account.trackers.flatMap((tracker) => trackerAt(account, tracker, atMs) ?? []),
      stations: account.stations,
      visits: account.visits
        .filter(({ since_ms, until_ms }) => since_ms <= atMs && (until_ms === null || until_ms > atMs))
        .map((visit) => ({ ...visit, until_ms: null })),
      zones: account.zones,
      notifications: account.notifications
        .flatMap((notification) => notificationAt(notification, atMs) ?? [])
        .filter(({ alarm }) => alarm !== null && (alarm.acknowledged_by === null || isLasting(alarm)))
        .toReversed(),
    }
  },

  changes({ actor: { account }, query: { from_ms, until_ms, step_ms = 1 } }) {
    mustBeKept(world, from_ms, until_ms, PLACES)
    const changes = [
      ...placesIn(account, from_ms, until_ms, step_ms),
      ...account.visits.flatMap(({ until_ms: leftMs, ...visit }): PastChange[] => [
        { at_ms: visit.since_ms, visit: { ...visit, until_ms: null } },
        ...(leftMs === null ? [] : [{ at_ms: leftMs, visit: { ...visit, until_ms: leftMs } }]),
      ]),
      ...account.notifications.flatMap((notification) =>
        [notification.alarm?.raised_at_ms, ...(notification.alarm?.record ?? []).map(({ at_ms }) => at_ms)].flatMap(
          (atMs): PastChange[] => {
            const then = atMs === undefined ? null : notificationAt(notification, atMs)
            return then === null ? [] : [{ at_ms: atMs!, notification: then }]
          },
        ),
      ),
    ]
      .filter(({ at_ms }) => at_ms > from_ms && at_ms <= until_ms)
      .toSorted((one, other) => one.at_ms - other.at_ms)
    const first = changes[MOST_CHANGES]
    if (first === undefined) return { changes, until_ms: Math.min(until_ms, world.now()) }
    return { changes: changes.filter(({ at_ms }) => at_ms < first.at_ms), until_ms: first.at_ms - 1 }
  },

  density({ actor: { account }, query: { from_ms, until_ms, buckets } }) {
    mustBeKept(world, from_ms, until_ms, PLACES)
    const count = (times: readonly number[]): number[] => {
      const counts = Array.from({ length: buckets }, () => 0)
      for (const ms of times) {
        if (ms < from_ms || ms >= until_ms) continue
        counts[Math.floor(((ms - from_ms) * buckets) / (until_ms - from_ms))]! += 1
      }
      return counts
    }
    return {
      moves: count(account.pastPositions.map(({ at_ms }) => at_ms)),
      alarms: count(account.notifications.flatMap(({ alarm }) => alarm?.raised_at_ms ?? [])),
    }
  },

  alarm({ actor: { account }, query: { at_ms, direction } }) {
    mustBeKept(world, at_ms, at_ms, AT_PLACES)
    const raised = account.notifications
      .filter(({ alarm }) => alarm !== null)
      .toSorted((one, other) => one.alarm!.raised_at_ms - other.alarm!.raised_at_ms)
    const found =
      direction === 'next'
        ? raised.find(({ alarm }) => alarm!.raised_at_ms > at_ms)
        : raised.findLast(({ alarm }) => alarm!.raised_at_ms < at_ms)
    return { notification: found ?? null }
  },

  erase({ actor, body: { device_id } }) {
    mustBeFresh(world, actor)
    const { account } = actor
    const stays = staysOf(account, device_id, 0, world.now())
    const isOther = (row: { readonly device_id: string }) => row.device_id !== device_id
    const tracker = account.trackers.find((each) => !isOther(each))
    account.stays = account.stays.filter(isOther)
    account.pastPositions = account.pastPositions.filter(isOther)
    account.locationLogs = account.locationLogs.filter(isOther)
    account.visits = account.visits.filter((visit) => isOther(visit) || visit.until_ms === null)
    record(world, actor, 'erase_history', tracker?.name ?? stays.at(-1)?.device_name)
    return {}
  },

  contacts({ actor: { account }, params: { device_id }, query: { from_ms, until_ms } }) {
    mustBeKept(world, from_ms, until_ms, PLACES)
    const own = staysOf(account, device_id, from_ms, until_ms).filter(({ kind }) => kind !== 'moving')
    const meetings = own.flatMap((stay) =>
      account.stays
        .filter((other) => other.device_id !== device_id && other.sender_id === stay.sender_id)
        .map(
          (other): Meeting => ({
            ...other,
            from_ms: Math.max(stay.from_ms, other.from_ms, from_ms),
            until_ms: Math.min(stay.until_ms, other.until_ms, until_ms),
          }),
        )
        .filter((meeting) => meeting.until_ms > meeting.from_ms),
    )
    return { contacts: contactsOf(meetings) }
  },
})

function notificationAt(notification: Notification, atMs: number): Notification | null {
  const alarm = notification.alarm === null ? null : alarmAt(notification.alarm, atMs)
  return alarm === null ? null : { ...notification, alarm }
}

/** At most one place of each device in a step: its last. */
function placesIn(account: Account, fromMs: number, untilMs: number, stepMs: number): PastChange[] {
  const last = new Map<string, PastPosition>()
  for (const place of account.pastPositions) {
    if (place.at_ms > fromMs && place.at_ms <= untilMs)
      last.set(`${place.device_id} ${Math.floor(place.at_ms / stepMs)}`, place)
  }
  return [...last.values()].flatMap(({ device_id, at_ms }) => {
    const tracker = account.trackers.find((each) => each.device_id === device_id)
    const then = tracker === undefined ? undefined : trackerAt(account, tracker, at_ms)
    return then === undefined ? [] : [{ at_ms, tracker: then }]
  })
}

/** As it was shown at an instant; undefined: it was not heard before. */
function trackerAt(account: Account, tracker: Tracker, atMs: number): Tracker | undefined {
  const isOwn = ({ device_id }: { readonly device_id: string }) => device_id === tracker.device_id
  const place = account.pastPositions.findLast((each) => isOwn(each) && each.at_ms <= atMs)
  if (place === undefined) return undefined
  const stay = account.stays.findLast((each) => isOwn(each) && each.from_ms <= atMs)
  const heardMs = Math.max(place.at_ms, Math.min(stay?.until_ms ?? 0, atMs))
  const isOffline = atMs - heardMs > SILENCE_MS
  const connected = !isOffline && place.connected
  const map = account.maps.find(({ id }) => id === place.map_id)
  const { indoor_X, indoor_Y, gps_latitude, gps_longitude } = place
  return {
    ...tracker,
    name: stay?.device_name ?? tracker.name,
    class_index: stay?.class_index ?? tracker.class_index,
    ...{ remark: [], sync_config: null, ota_state: null, ringing_until_ms: null },
    ...{ connected, status: isOffline ? 'offline' : connected ? 'connected' : 'disconnected', moving: place.moving },
    ...{ battery: place.battery, rssi: null, heading: null, last_seen: seconds(heardMs) },
    ...{ disconnected_time: connected ? null : seconds(heardMs), indoor_X, indoor_Y, gps_latitude, gps_longitude },
    qualified_location_info: {
      sender_device_id: place.sender_id,
      reason_code: connected ? place.reason_code : staleReasonCode(place.reason_code),
      reason_data: {
        station_name: account.stations.find(({ t4_id }) => t4_id === place.sender_id)?.t4_name ?? place.sender_id,
        ...(map === undefined
          ? {}
          : {
              ...{ indoor_map_id: map.id, indoor_map_name: map.map_name, indoor_map_url: imageOf(map.id) },
              ...{ indoor_X: indoor_X ?? 0, indoor_Y: indoor_Y ?? 0 },
            }),
      },
      ...{ gps_latitude, gps_longitude, accuracy: 3, scanned_at_ms: place.at_ms },
    },
  }
}
