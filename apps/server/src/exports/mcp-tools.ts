/**
 * What an assistant can ask: where somebody is, who is in a place, what happened. Answers are words and the same as data; each says how
 * old it is and how sure. Source: decision 0060.
 */
import type { Tracker } from '@whereabouts/contract/trackers'
import type { Zone } from '@whereabouts/contract/zones'
import { globeOf } from '@whereabouts/protocol/trail-files'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Background } from '../context.ts'
import { type NotificationRow, notificationRow } from '../events/notifications.ts'
import { tell } from '../events/words.ts'
import { listConditionSteps } from '../features/history/condition-queries.ts'
import { mustBeKept } from '../features/history/kept.ts'
import { listZones } from '../features/zones/queries.ts'
import { settlePast } from '../state/flush-hot-rows.ts'
import type { AccountFeeds } from './account-feed.ts'
import { readPlans } from './geo.ts'

/** Most people, and most events, of one answer. */
const MOST_FOUND = 10
const MOST_EVENTS = 200
const DAY_MS = 86_400_000
/** A place that is less likely is not worth mentioning. */
const LEAST_SHARE = 0.1

export interface Asked {
  readonly app: Background
  readonly accountId: string
  readonly feeds: AccountFeeds
}

export interface Answer {
  readonly text: string
  readonly data: Record<string, unknown>
}

const Person = z.object({
  device_id: z.string(),
  name: z.string(),
  status: z.string(),
  /** In words; null: it was never placed. */
  place: z.string().nullable(),
  zones: z.array(z.string()),
  /** The room it is told to be in; several: it is in one of them. */
  rooms: z.array(z.string()),
  map_name: z.string().nullable(),
  heard_by: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  located_at: z.string().nullable(),
  age_seconds: z.number().nullable(),
  accuracy_metres: z.number().nullable(),
  may_be_in: z.array(z.object({ name: z.string(), share: z.number() })),
})
type Person = z.output<typeof Person>

export const whereIs = {
  input: z.object({ name: z.string().min(1).max(100).describe('Name of a person or thing, or part of it.') }),
  output: z.object({ asked: z.string(), found: z.array(Person), more: z.number() }),
}
export const whoIsIn = {
  input: z.object({ zone: z.string().min(1).max(100).describe('Name of a zone or of a floor plan, or part of it.') }),
  output: z.object({
    asked: z.string(),
    places: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['zone', 'floor']),
        people: z.array(Person.extend({ since: z.string().nullable() })),
      }),
    ),
    known: z.array(z.string()),
  }),
}
const isoTime = z.iso.datetime({ offset: true })
export const whatHappened = {
  input: z.object({
    from: isoTime.optional().describe('ISO 8601 with offset; left out: 24 hours before `to`.'),
    to: isoTime.optional().describe('ISO 8601 with offset; left out: now.'),
    who: z.string().min(1).max(100).optional().describe('Only of who has this name, or part of it.'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    events: z.array(
      z.object({
        at: z.string(),
        type: z.string(),
        device_id: z.string().nullable(),
        text: z.string(),
        answered_by: z.string().nullable(),
      }),
    ),
    /** There was more than an answer holds: only the newest are told. */
    is_cut: z.boolean(),
  }),
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Those called so; where there are none, those whose names hold it. */
function named<Thing>(all: readonly Thing[], wanted: string, nameOf: (thing: Thing) => string): Thing[] {
  const sought = folded(wanted)
  const same = all.filter((each) => folded(nameOf(each)) === sought)
  return same.length > 0 ? same : all.filter((each) => folded(nameOf(each)).includes(sought))
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** `5 minutes ago`. */
export function agoText(seconds: number): string {
  const said = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return said(Math.floor(seconds / 60), 'minute')
  return seconds < 86_400 ? said(Math.floor(seconds / 3600), 'hour') : said(Math.floor(seconds / 86_400), 'day')
}

interface Site {
  readonly trackers: readonly Tracker[]
  readonly zones: readonly Zone[]
  /** Names of the zones a device is in, by its id. */
  readonly zonesOf: ReadonlyMap<string, readonly { readonly zone: Zone; readonly since_ms: number }[]>
  readonly plans: Awaited<ReturnType<typeof readPlans>>
}

async function readSite({ app: { db }, accountId, feeds }: Asked): Promise<Site> {
  const [feed, zones, plans] = await Promise.all([
    feeds.read(accountId),
    listZones(db, accountId),
    readPlans(db, accountId),
  ])
  const zoneOf = new Map(zones.map((zone) => [zone.id, zone]))
  const stays = feed.stays().flatMap(({ device_id, zone_id, since_ms }) => {
    const zone = zoneOf.get(zone_id)
    return zone === undefined ? [] : [{ device_id, zone, since_ms }]
  })
  return {
    trackers: [...feed.trackers.values()],
    zones,
    zonesOf: Map.groupBy(stays, ({ device_id }) => device_id),
    plans,
  }
}

async function personOf({ app, accountId }: Asked, { zonesOf, plans }: Site, tracker: Tracker): Promise<Person> {
  const { device_id, name, status, qualified_location_info: info } = tracker
  const {
    indoor_map_id,
    indoor_map_name: map_name = null,
    rooms = [],
    station_name,
    phone_name,
  } = info?.reason_data ?? {}
  // A phone that reports itself is heard by nobody else.
  const heard_by = info?.sender_device_id === device_id ? null : (station_name ?? phone_name ?? null)
  const zones = (zonesOf.get(device_id) ?? []).map(({ zone }) => zone.zone_name)
  const globe = globeOf(
    {
      ...{ map_id: indoor_map_id ?? null, indoor_X: tracker.indoor_X, indoor_Y: tracker.indoor_Y },
      ...{ gps_latitude: info?.gps_latitude ?? null, gps_longitude: info?.gps_longitude ?? null },
    },
    plans,
  )
  const belief = status === 'connected' ? await app.homes.of(accountId).believedOf(device_id) : undefined
  const { floors = [], zones: believed = [] } = belief === 'not there' ? {} : (belief ?? {})
  const mayBe = [
    ...(floors.length > 1 ? floors.map(({ map_name, share }) => ({ name: map_name, share })) : []),
    ...believed.map(({ zone_name, share }) => ({ name: zone_name, share })),
  ].filter(({ share }) => share >= LEAST_SHARE && share < 1 - LEAST_SHARE)
  return {
    ...{ device_id, name, status, zones, rooms, map_name, heard_by },
    place: info === null ? null : placeText({ map_name, rooms, heard_by }, globe),
    ...{ latitude: globe?.[1] ?? null, longitude: globe?.[0] ?? null },
    located_at: info === null ? null : isoOf(info.scanned_at_ms),
    age_seconds: info === null ? null : Math.max(0, Math.round((app.clock.now() - info.scanned_at_ms) / 1000)),
    accuracy_metres: info?.accuracy ?? null,
    may_be_in: mayBe,
  }
}

function placeText(
  { map_name, rooms, heard_by }: Pick<Person, 'map_name' | 'rooms' | 'heard_by'>,
  globe: [number, number] | undefined,
): string {
  const at = globe === undefined ? undefined : `${globe[1].toFixed(5)}, ${globe[0].toFixed(5)}`
  const parts = [
    map_name ?? at,
    map_name === null || rooms.length === 0 ? undefined : rooms.join(' or '),
    heard_by === null ? undefined : `heard by ${heard_by}`,
  ].filter((part) => part !== undefined)
  return parts.join(', ') || 'a place without a name'
}

function personText({ name, place, zones, rooms, status, age_seconds, accuracy_metres, may_be_in }: Person): string {
  if (place === null || age_seconds === null) return `${name} was never located.`
  const otherZones = zones.filter((zone) => !rooms.includes(zone))
  const where = [place, ...otherZones.map((zone) => `in ${zone}`)].join(', ')
  const sure = [
    agoText(age_seconds),
    ...(accuracy_metres === null ? [] : [`within ${Math.max(1, Math.round(accuracy_metres))} m`]),
  ].join(', ')
  const doubts = may_be_in.map((each) => `${each.name} (${Math.round(each.share * 100)}%)`).join(' or ')
  const contact =
    status === 'connected' ? '' : status === 'offline' ? ' It is not heard any more.' : ' Contact is lost.'
  const verb = status === 'connected' ? 'is at' : 'was last at'
  return `${name} ${verb} ${where} (${sure}).${doubts === '' ? '' : ` May be in ${doubts}.`}${contact}`
}

export async function answerWhereIs(asked: Asked, { name }: z.output<typeof whereIs.input>): Promise<Answer> {
  const site = await readSite(asked)
  const matching = named(site.trackers, name, (tracker) => tracker.name)
  const found = await Promise.all(matching.slice(0, MOST_FOUND).map((tracker) => personOf(asked, site, tracker)))
  const more = matching.length - found.length
  const lines = [...found.map(personText), ...(more > 0 ? [`And ${more} more of that name.`] : [])]
  return {
    text: lines.length === 0 ? `Nobody and nothing here is called “${name}”.` : lines.join('\n'),
    data: { asked: name, found, more },
  }
}

export async function answerWhoIsIn(asked: Asked, { zone: wanted }: z.output<typeof whoIsIn.input>): Promise<Answer> {
  const site = await readSite(asked)
  const trackerOf = new Map(site.trackers.map((tracker) => [tracker.device_id, tracker]))
  const people = (devices: readonly { readonly tracker: Tracker | undefined; readonly since_ms: number | null }[]) =>
    Promise.all(
      devices.flatMap(({ tracker, since_ms }) =>
        tracker === undefined
          ? []
          : [
              personOf(asked, site, tracker).then((person) => ({
                ...person,
                since: since_ms === null ? null : isoOf(since_ms),
              })),
            ],
      ),
    )
  const stays = [...site.zonesOf.values()].flat() as { device_id: string; zone: Zone; since_ms: number }[]
  const zones = named(site.zones, wanted, ({ zone_name }) => zone_name).map(async (zone) => ({
    name: zone.zone_name,
    kind: 'zone' as const,
    people: await people(
      stays
        .filter((stay) => stay.zone === zone)
        .map(({ device_id, since_ms }) => ({ tracker: trackerOf.get(device_id), since_ms })),
    ),
  }))
  const floors = named([...site.plans.values()], wanted, ({ map_name }) => map_name).map(async (plan) => ({
    name: plan.map_name,
    kind: 'floor' as const,
    people: await people(
      site.trackers
        .filter(
          ({ status, qualified_location_info: info }) =>
            status !== 'offline' && info?.reason_data.indoor_map_id === plan.id,
        )
        .map((tracker) => ({ tracker, since_ms: null })),
    ),
  }))
  const places = await Promise.all([...zones, ...floors])
  const known = [
    ...site.zones.map(({ zone_name }) => zone_name),
    ...[...site.plans.values()].map((plan) => plan.map_name),
  ]
  const lines = places.map(({ name, people }) =>
    people.length === 0
      ? `Nobody is in ${name}.`
      : [`In ${name}: ${people.length}`, ...people.map((person) => `- ${personText(person)}`)].join('\n'),
  )
  return {
    text:
      lines.length > 0
        ? lines.join('\n')
        : `No zone or floor is called “${wanted}”. Known: ${known.join(', ') || 'none'}.`,
    data: { asked: wanted, places, known: places.length > 0 ? [] : known },
  }
}

interface Happened {
  readonly at_ms: number
  readonly type: string
  readonly device_id: string | null
  readonly text: string
  readonly answered_by: string | null
}

export async function answerWhatHappened(
  asked: Asked,
  { from, to, who }: z.output<typeof whatHappened.input>,
): Promise<Answer> {
  const { app, accountId, feeds } = asked
  const { db, clock } = app
  const untilMs = Math.min(to === undefined ? clock.now() : Date.parse(to), clock.now())
  const fromMs = from === undefined ? untilMs - DAY_MS : Date.parse(from)
  mustBeKept(app, { fromMs, untilMs }, ['from', 'to'])
  await settlePast(app, accountId)
  const [feed, account, notifications, steps, stations] = await Promise.all([
    feeds.read(accountId),
    sql<{ timezone: string }>`select timezone from accounts where account_id = ${accountId}`.execute(db),
    sql<NotificationRow>`${notificationRow}
      where n.account_id = ${accountId} and n.is_listed and n.created_at_ms between ${fromMs}::bigint and ${untilMs}::bigint
      order by n.event_time_ms desc limit ${MOST_EVENTS + 1}`.execute(db),
    listConditionSteps(db, accountId, { fromMs, untilMs }, 10 * MOST_EVENTS),
    sql<{
      t4_id: string
      t4_name: string
    }>`select t4_id, t4_name from stations where account_id = ${accountId}`.execute(db),
  ])
  const timezone = account.rows[0]?.timezone ?? 'UTC'
  const nameOf = new Map([
    ...stations.rows.map(({ t4_id, t4_name }) => [t4_id, t4_name] as const),
    ...[...feed.trackers.values()].map(({ device_id, name }) => [device_id, name] as const),
  ])
  const told = notifications.rows.map((row): Happened => {
    const { subject, message } = tell(row, { locale: 'en-us', timezone })
    const answered_by = row.alarm?.acknowledged_by ?? null
    return {
      at_ms: row.created_at_ms,
      type: row.type,
      device_id: row.device_id,
      text: `${subject}: ${message}`,
      answered_by,
    }
  })
  const changes = steps.map(({ at_ms, device_id, kind, zone_name, isEnd }): Happened => {
    const name = nameOf.get(device_id) ?? device_id
    const text =
      kind === 'in_zone'
        ? `${name} ${isEnd ? 'left' : 'entered'} ${zone_name}.`
        : isEnd
          ? `${name} is heard again.`
          : `${name} fell silent.`
    return {
      at_ms,
      type: kind === 'in_zone' ? (isEnd ? 'zone_left' : 'zone_entered') : kind,
      device_id,
      text,
      answered_by: null,
    }
  })
  const wanted = who === undefined ? undefined : new Set(named([...nameOf], who, ([, name]) => name).map(([id]) => id))
  const isWanted = ({ device_id }: Happened): boolean =>
    wanted === undefined || (device_id !== null && wanted.has(device_id))
  const all = [...told, ...changes].filter(isWanted).toSorted((one, other) => one.at_ms - other.at_ms)
  const events = all.slice(-MOST_EVENTS)
  const timeOf = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
  const lines = events.map(
    ({ at_ms, text, answered_by }) =>
      `${timeOf.format(at_ms)} ${text}${answered_by === null ? '' : ` Answered by ${answered_by}.`}`,
  )
  const is_cut = all.length > events.length || notifications.rows.length > MOST_EVENTS
  const head = `From ${timeOf.format(fromMs)} to ${timeOf.format(untilMs)} (${timezone})${is_cut ? ', the newest of more' : ''}:`
  const unknown = who !== undefined && wanted?.size === 0 ? `Nobody and nothing here is called “${who}”.` : undefined
  return {
    text: unknown ?? (lines.length === 0 ? `${head} nothing.` : [head, ...lines].join('\n')),
    data: {
      ...{ from: isoOf(fromMs), to: isoOf(untilMs), timezone, is_cut },
      events: events.map(({ at_ms, ...event }) => ({ at: isoOf(at_ms), ...event })),
    },
  }
}
