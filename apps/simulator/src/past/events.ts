/** What happened beside the days: silences, low batteries, calls for help, people in danger zones; and who answered. */
import { CLASS, cast, deviceIdOf } from '@whereabouts/fixtures/cast'
import type { PastAlarm, PastCondition } from '@whereabouts/fixtures/past'
import { demoSite } from '@whereabouts/fixtures/site'
import { type Chance, createChance } from '../random.ts'
import type { LowSpell } from './batteries.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightBefore } from './days.ts'
import { bestHearing } from './hearing.ts'
import type { PastOptions } from './people.ts'
import { nameOf } from './shown.ts'
import type { Timelines, Visit } from './timelines.ts'

/** A tracker counts as offline after this long (ms). Source: G40. */
const OFFLINE_AFTER_MS = 930_000
/** Nothing happens in the last hours, so that the live story begins in quiet. */
const QUIET_MS = 3 * HOUR_MS

/** A time (epoch ms) in which a device was not heard though it was there. */
export interface Silence {
  readonly deviceId: string
  readonly fromMs: number
  readonly untilMs: number
}

const trackers = new Map(demoSite.trackers.map((tracker) => [tracker.device_id, tracker]))
const isUsual = (member: (typeof cast)[number]): boolean => !member.silent && member.make === undefined
const idsOf = (...classes: readonly number[]): string[] =>
  cast.filter((member) => isUsual(member) && classes.includes(member.class_index)).map(deviceIdOf)
const residents = idsOf(CLASS.residents)
const quietOnes = idsOf(CLASS.wheelchairs, CLASS.equipment, CLASS.residents, CLASS.linen)
/** Those that ring when they fall silent, but for who also wanders. */
const watched = idsOf(CLASS.wandering, CLASS.keys).filter(
  (id) => trackers.get(id)!.offline_alert && !['G5-7C11D0E2', 'G5-4F21B190'].includes(id),
)
const withRoomBattery = residents.filter((id) => !demoSite.lowBatteries.includes(id) && id.startsWith('G5'))

/** Calls `happen` on days by chance, at some time of theirs. */
function onSomeDays(
  { untilMs, days }: PastOptions,
  chance: Chance,
  often: number,
  [fromHour, toHour]: readonly [number, number],
  happen: (atMs: number) => void,
): void {
  const beginMs = midnightBefore(untilMs) - days * DAY_MS
  for (let dayMs = beginMs; dayMs < untilMs; dayMs += DAY_MS) {
    const atMs = Math.round(dayMs + chance.between(fromHour, toHour) * HOUR_MS)
    if (chance.happens(often) && atMs < untilMs - QUIET_MS) happen(atMs)
  }
}

/** Times in which devices were not heard: one a day of some device, every fourth day of one that rings. */
export function silencesOf(options: PastOptions): Silence[] {
  const chance = createChance(options.seed, 'silences')
  const silences: Silence[] = []
  const add = (ids: readonly string[], most: number) => (atMs: number) => {
    const deviceId = chance.pick(ids)
    if (silences.some((one) => one.deviceId === deviceId && Math.abs(one.fromMs - atMs) < DAY_MS)) return
    const untilMs = Math.min(
      atMs + OFFLINE_AFTER_MS + Math.round(chance.between(4, most) * MINUTE_MS),
      options.untilMs - HOUR_MS,
    )
    silences.push({ deviceId, fromMs: atMs, untilMs })
  }
  onSomeDays(options, chance, 0.9, [1, 20], add(quietOnes, 160))
  onSomeDays(options, chance, 0.28, [6, 20], add(watched, 55))
  return silences
}

/** About every third day a watch was charged late. */
export function lowSpellsOf(options: PastOptions): LowSpell[] {
  const chance = createChance(options.seed, 'low batteries')
  const spells: LowSpell[] = []
  onSomeDays(options, chance, 0.34, [8, 19], (fromMs) => {
    const untilMs = fromMs + Math.round(chance.between(35, 150) * MINUTE_MS)
    spells.push({ deviceId: chance.pick(withRoomBattery), fromMs, untilMs })
  })
  return spells
}

const condition = (
  deviceId: string,
  kind: PastCondition['kind'],
  fields: Pick<PastCondition, 'since_ms' | 'until_ms'> & Partial<PastCondition>,
): PastCondition => ({ device_id: deviceId, kind, subject: '', seen_ms: fields.since_ms, is_raised: true, ...fields })

/** From when to when devices were offline: wherever nobody heard them for long. */
export function offlineTimes(deviceId: string, visits: readonly Visit[], untilMs: number): PastCondition[] {
  return visits.flatMap((visit, index) => {
    const until_ms = visits[index + 1]?.fromMs ?? null
    const since_ms = visit.untilMs + OFFLINE_AFTER_MS
    if (since_ms > (until_ms ?? untilMs)) return []
    return [condition(deviceId, 'offline', { since_ms, until_ms, seen_ms: visit.untilMs })]
  })
}

/** Visits of zones. Falling silent in an attendance zone does not end the visit. */
export function zoneVisits(deviceId: string, visits: readonly Visit[]): PastCondition[] {
  const { class_index } = trackers.get(deviceId)!
  const found: PastCondition[] = []
  for (const zone of demoSite.zones) {
    if (!zone.class_indexes.includes(class_index)) continue
    const isIn = (visit: Visit) =>
      zone.zone_type === 'danger'
        ? visit.isForbidden === true
        : isHeardIn(visit, 't4_ids' in zone.shape ? zone.shape.t4_ids : [])
    let open: { since_ms: number; until_ms: number; goesOn: boolean } | undefined
    const close = () => {
      if (open === undefined) return
      const { since_ms, until_ms } = open
      const isRaised = zone.zone_type === 'danger'
      found.push(
        condition(deviceId, 'in_zone', {
          since_ms,
          until_ms,
          subject: zone.id,
          is_raised: isRaised,
          seen_ms: isRaised ? since_ms : 0,
        }),
      )
      open = undefined
    }
    let lastMs = 0
    for (const visit of visits) {
      const inside = isIn(visit)
      // It is reached by a walk: a device without one was not seen in between.
      const isApart = visit.fromMs - lastMs > MINUTE_MS && visit.walk.length === 0
      if (open !== undefined && (!inside || (isApart && !open.goesOn))) {
        open.until_ms = open.goesOn ? visit.fromMs : open.until_ms
        close()
      }
      if (inside) {
        open ??= { since_ms: visit.fromMs, until_ms: visit.untilMs, goesOn: false }
        open.until_ms = visit.untilMs
        open.goesOn = visit.fallsSilent === true
      }
      lastMs = visit.untilMs
    }
    close()
  }
  return found
}

const isHeardIn = ({ place }: Visit, stations: readonly string[]): boolean => {
  const heard = bestHearing(place)
  return place.plan !== null && heard !== undefined && stations.includes(heard.station.t4_id)
}

const RESPONDERS = demoSite.users
  .filter((user) => user.class !== 'readonly' && user.b2b_user)
  .map(({ fullname }) => fullname)

/** Alarms of all that happened and rings, in their order, each answered by somebody; calls for help with their conditions. */
export function alarmsOf(
  options: PastOptions,
  timelines: Timelines,
  conditions: readonly PastCondition[],
): { alarms: PastAlarm[]; calls: PastCondition[] } {
  const chance = createChance(options.seed, 'alarms')
  const alarms: PastAlarm[] = []
  const calls: PastCondition[] = []
  const raise = (
    alarm: Pick<PastAlarm, 'type' | 'device_id' | 'facts' | 'raised_at_ms'>,
    endedMs: number | null,
  ): PastAlarm => {
    const answered = answerOf(alarm.type, alarm.raised_at_ms, endedMs, chance)
    const told = { ...alarm, id: uuidOf(chance), ...answered }
    alarms.push(told)
    return told
  }
  for (const { device_id, kind, subject, since_ms, seen_ms, until_ms } of conditions) {
    const device_name = nameOf(device_id)
    const place = placeOf(timelines, device_id, since_ms)
    const about = { device_id, raised_at_ms: since_ms }
    if (until_ms === null) continue
    if (kind === 'low_battery') raise({ ...about, type: kind, facts: { device_name, battery: 14 } }, null)
    if (kind === 'offline' && trackers.get(device_id)!.offline_alert)
      raise({ ...about, type: 'device_offline', facts: { device_name, place, last_seen_ms: seen_ms } }, null)
    const zone = demoSite.zones.find(({ id }) => id === subject)
    if (zone?.zone_type === 'danger')
      raise(
        {
          ...about,
          type: 'enter_danger_zone',
          facts: { device_name, zone_id: zone.id, zone_name: zone.zone_name, place },
        },
        until_ms,
      )
  }
  onSomeDays(options, chance, 0.55, [6, 23], (atMs) => {
    const device_id = chance.pick(residents)
    const visits = timelines.get(device_id)!
    if (!visits.some(({ fromMs, untilMs }) => fromMs <= atMs && untilMs > atMs)) return
    const facts = { device_name: nameOf(device_id), place: placeOf(timelines, device_id, atMs) }
    const { acknowledged_at_ms } = raise({ device_id, raised_at_ms: atMs, type: 'help', facts }, null)
    calls.push(condition(device_id, 'help', { since_ms: atMs, until_ms: acknowledged_at_ms }))
  })
  alarms.sort((a, b) => a.raised_at_ms - b.raised_at_ms)
  return { alarms, calls }
}

/** Who answered: by day mostly at once, at night and for batteries later. */
function answerOf(type: PastAlarm['type'], raisedMs: number, endedMs: number | null, chance: Chance) {
  const isUrgent = type === 'help' || type === 'enter_danger_zone'
  const by = chance.pick(RESPONDERS)
  const seconds = isUrgent ? chance.between(7, 75) : chance.between(25, 420)
  const acknowledged_at_ms = Math.round(raisedMs + seconds * 1000)
  const goes = isUrgent && chance.happens(0.6)
  const seen_at_ms = goes ? acknowledged_at_ms + Math.round(chance.between(25, 100) * 1000) : null
  const steps: PastAlarm['record'] = [
    { step: goes ? 'going' : 'stopped', at_ms: acknowledged_at_ms, by },
    ...(seen_at_ms === null ? [] : [{ step: 'seen' as const, at_ms: seen_at_ms, by }]),
    ...(endedMs === null ? [] : [{ step: 'ended' as const, at_ms: endedMs, by: '' }]),
  ]
  const record = steps.toSorted((a, b) => a.at_ms - b.at_ms)
  const seen_by = seen_at_ms === null ? null : by
  return { acknowledged_at_ms, acknowledged_by: by, ended_at_ms: endedMs, seen_by, seen_at_ms, record }
}

/** Name of the map where a device was last seen; outdoors of the station; '': nowhere. */
function placeOf(timelines: Timelines, deviceId: string, atMs: number): string {
  const visit = timelines.get(deviceId)?.findLast(({ fromMs }) => fromMs <= atMs)
  if (visit === undefined) return ''
  return visit.place.plan?.map_name ?? bestHearing(visit.place)?.station.t4_name ?? ''
}

/** A random UUID, version 4. */
function uuidOf(chance: Chance): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(chance.next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const variant = '89ab'[Math.floor(chance.next() * 4)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
