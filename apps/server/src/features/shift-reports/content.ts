/** What a shift report holds: how everything is, and what changed in a period. Source: G75; decision 0042. */
import type { ShiftReportContent } from '@whereabouts/contract/shift-reports'
import { SILENCE_MS } from '@whereabouts/domain/history'
import { zoneTimes } from '@whereabouts/domain/presences'
import { type DeviceModel, trackerStatus } from '@whereabouts/domain/trackers'
import { sql } from 'kysely'
import { type Event, type Reader, tell } from '../../events/words.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { openStays } from '../../state/open-past.ts'
import { findTimeZone } from '../../state/people.ts'
import { listVisits } from '../../state/visits.ts'

type Alarm = ShiftReportContent['alarms'][number]
/** An alarm as it is kept: its words follow in the language of who reads. */
type StoredAlarm = Omit<Alarm, 'subject' | 'message'> & Event

type Visit = ShiftReportContent['visits'][number]
/** Of a report that is older than the field, it is not known when who is still there was last seen. */
type StoredVisit = Omit<Visit, 'last_seen_ms'> & Partial<Pick<Visit, 'last_seen_ms'>>

/** A report as it is kept. */
export type StoredContent = Omit<ShiftReportContent, 'alarms' | 'visits'> & {
  readonly alarms: readonly StoredAlarm[]
  readonly visits: readonly StoredVisit[]
}

/** Gathers a report of the changes from one time to another (epoch ms); how devices are is as of now. */
export const gatherContent = (
  db: Db,
  accountId: string,
  { from, to, nowMs }: { readonly from: number; readonly to: number; readonly nowMs: number },
): Promise<StoredContent> =>
  // All of one moment, so that no device is silent in one list and heard in another.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const period = { accountId, from, to }
      return {
        made_at_ms: nowMs,
        timezone: await findTimeZone(snapshot, accountId),
        devices: await listDevices(snapshot, accountId, nowMs),
        alarms: await listAlarms(snapshot, period),
        visits: await listComings(snapshot, period),
        silent: await listSilent(snapshot, period),
        low_batteries: await listLowBatteries(snapshot, period),
        temperatures: await listTemperatures(snapshot, period),
        remarks: await listRemarks(snapshot, period),
      }
    })

/** A report in the language of who reads it. */
export const presentContent = (content: StoredContent, { locale }: Pick<Reader, 'locale'>): ShiftReportContent => ({
  ...content,
  visits: content.visits.map((visit) => ({ ...visit, last_seen_ms: visit.last_seen_ms ?? null })),
  alarms: content.alarms.map((alarm) => {
    const { alarm_id, device_id, raised_at_ms, acknowledged_by, acknowledged_at_ms } = alarm
    const told = tell(alarm, { locale, timezone: content.timezone })
    return { alarm_id, device_id, ...told, raised_at_ms, acknowledged_by, acknowledged_at_ms }
  }),
})

interface Period {
  readonly accountId: string
  readonly from: number
  readonly to: number
}

/** Every tracker that lists show, by class and name. */
async function listDevices(db: Db, accountId: string, nowMs: number): Promise<StoredContent['devices']> {
  type Device = Omit<StoredContent['devices'][number], 'status'> & {
    readonly device_model: DeviceModel
    readonly said_connected: boolean | null
  }
  const { rows } = await sql<Device>`
    select t.device_id, t.name, t.device_model, coalesce(c.name, '') as class_name, c.color as class_color,
      s.last_seen_ms, s.said_connected, s.battery,
      concat_ws(' · ', m.map_name, nullif(s.sender_name, '')) as place,
      coalesce((
        select json_agg(json_build_object('name', i.name, 'memo', r.memo) order by i.place)
        from tracker_remarks r join remark_items i using (account_id, index)
        where r.account_id = t.account_id and r.device_id = t.device_id and i.place is not null), '[]') as remarks
    from trackers t
      left join tracker_states s using (account_id, device_id)
      left join tracker_classes c on c.account_id = t.account_id and c.index = t.class_index
      left join indoor_maps m on m.account_id = t.account_id and m.id = s.map_id
    where t.account_id = ${accountId} and t.trackable
    order by nullif(t.class_index, -1) nulls last, t.name`.execute(db)
  return rows.map(({ device_model, said_connected, ...device }) => ({
    ...device,
    status: trackerStatus(
      {
        last_seen: device.last_seen_ms === null ? null : toSeconds(device.last_seen_ms),
        saidConnected: said_connected ?? undefined,
        isPhone: device_model === 'mobile',
      },
      toSeconds(nowMs),
    ),
  }))
}

/** Raised in the period, or still open. */
async function listAlarms(db: Db, { accountId, from, to }: Period): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`
    select a.alarm_id, a.device_id, n.type, n.facts, n.created_at_ms, a.raised_at_ms, a.acknowledged_by, a.acknowledged_at_ms
    from alarms a join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
    where a.account_id = ${accountId} and a.raised_at_ms <= ${to}
      and (a.raised_at_ms > ${from} or a.state <> 'acknowledged' and (a.repeat or a.shown_at_ms is null))
    order by a.raised_at_ms, n.event_time_ms`.execute(db)
  return rows
}

/** The conditions of a period, by the indexes of those that are over and of those that hold. */
const conditionsOf = ({ accountId, from, to }: Period) => sql`(
  select * from device_conditions where account_id = ${accountId} and until_ms > ${from} and since_ms <= ${to}
  union all
  select * from device_conditions where account_id = ${accountId} and until_ms is null and since_ms <= ${to}) c`

/** The name of a condition's device. */
const named = sql`c.device_id, coalesce(t.name, p.written_name, s.t4_name, c.device_id) as name`
const withNames = sql`
  left join trackers t on t.account_id = c.account_id and t.device_id = c.device_id
  left join carepads p on p.account_id = c.account_id and p.carepad_id = c.device_id
  left join stations s on s.account_id = c.account_id and s.t4_id = c.device_id`

/** A stay that ends in the period began no earlier before it (ms). */
const LONGEST_MS = 28 * 86_400_000
/** A silence within a stay may have begun so long (ms) before the period. */
const EARLIER_MS = 86_400_000

/** Who came into a zone or left it, by the reports' own times. */
async function listComings(db: Db, { accountId, from, to }: Period): Promise<StoredContent['visits']> {
  const visits = await listVisits(db, accountId, { fromMs: from - EARLIER_MS, untilMs: to })
  const comings = [...Map.groupBy(visits, ({ device_id }) => device_id)].flatMap(([device_id, ofDevice]) =>
    zoneTimes(ofDevice, { from_ms: from, until_ms: to }).map(({ total_ms, zone_id, ...times }) => {
      const { device_name, zone_type } = ofDevice.findLast((visit) => visit.zone_id === zone_id)!
      return { device_id, name: device_name, zone_type, ...times, total_s: Math.floor(total_ms / 1000) }
    }),
  )
  const byName = new Intl.Collator('en', { numeric: true })
  return comings.toSorted(
    (a, b) => byName.compare(a.zone_name, b.zone_name) || a.entered_ms - b.entered_ms || byName.compare(a.name, b.name),
  )
}

/** Trackers that were not heard for long, by their own reports, and stations that were found silent. */
async function listSilent(db: Db, period: Period): Promise<StoredContent['silent']> {
  const { rows: stations } = await sql<StoredContent['silent'][number]>`
    select ${named}, true as is_station, c.seen_ms as since_ms, c.until_ms
    from ${conditionsOf(period)} ${withNames}
    where c.kind = 'station_offline' and c.since_ms > ${period.from}`.execute(db)
  const trackers = await listSilentTrackers(db, period)
  return [...trackers, ...stations].toSorted((a, b) => a.since_ms - b.since_ms || (a.name < b.name ? -1 : 1))
}

/** Gaps between stays. What goes on is in hot rows, which are asked apart from the history (decision 0084). */
async function listSilentTrackers(db: Db, { accountId, from, to }: Period): Promise<StoredContent['silent']> {
  const columns = sql`select device_id, from_ms, until_ms`
  const { rows: trackers } = await sql<{ device_id: string; name: string }>`
    select device_id, name from trackers where account_id = ${accountId}`.execute(db)
  const { rows: open } = await sql<Stay>`
    ${columns} from ${openStays(accountId)} o where until_ms > ${from - SILENCE_MS}::bigint`.execute(db)
  const { rows: ended } = await sql<Stay>`
    ${columns} from stays
    where account_id = ${accountId} and known_until_ms is null and until_ms > ${from - SILENCE_MS}::bigint
      and from_ms > ${from - LONGEST_MS}::bigint`.execute(db)
  const staysOf = Map.groupBy([...ended, ...open], ({ device_id }) => device_id)
  return trackers.flatMap(({ device_id, name }) => {
    const stays = (staysOf.get(device_id) ?? []).toSorted((a, b) => a.from_ms - b.from_ms || a.until_ms - b.until_ms)
    return stays.flatMap(({ until_ms: since_ms }, at) => {
      const heardMs = stays[at + 1]?.from_ms ?? null
      const isSilent = since_ms <= to - SILENCE_MS && (heardMs === null || heardMs - since_ms > SILENCE_MS)
      return isSilent ? [{ device_id, name, is_station: false, since_ms, until_ms: heardMs }] : []
    })
  })
}

interface Stay {
  readonly device_id: string
  readonly from_ms: number
  readonly until_ms: number
}

async function listLowBatteries(db: Db, period: Period): Promise<StoredContent['low_batteries']> {
  const { rows } = await sql<StoredContent['low_batteries'][number]>`
    select ${named}, c.since_ms, h.battery
    from ${conditionsOf(period)} ${withNames}
      left join tracker_states h on h.account_id = c.account_id and h.device_id = c.device_id
    where c.kind = 'low_battery' and c.since_ms > ${period.from}
    order by c.since_ms, name`.execute(db)
  return rows
}

/** Carepads beyond their limits, with the farthest reading of the period. */
async function listTemperatures(db: Db, period: Period): Promise<StoredContent['temperatures']> {
  const { from, to } = period
  const { rows } = await sql<Omit<StoredContent['temperatures'][number], 'peak'>>`
    select ${named}, case c.kind when 'high_temperature' then 'high' else 'low' end as kind, c.since_ms, c.until_ms,
      p.temperature_unit
    from ${conditionsOf(period)} ${withNames}
    where c.kind in ('high_temperature', 'low_temperature') and p.carepad_id is not null
    order by c.since_ms, name`.execute(db)
  const readings = await sql<{ place: number; low: number; high: number }>`
    select w.place::integer as place, min(l.temperature) as low, max(l.temperature) as high
    from unnest(${rows.map(({ device_id }) => device_id)}::text[], ${rows.map((row) => Math.max(row.since_ms, from))}::bigint[],
      ${rows.map(({ until_ms }) => Math.min(until_ms ?? to, to))}::bigint[])
      with ordinality as w (device_id, from_ms, until_ms, place)
    join location_logs l on l.account_id = ${period.accountId} and l.device_id = w.device_id
      and l.scanned_at_ms between w.from_ms and w.until_ms
    group by w.place`.execute(db)
  const byPlace = new Map(readings.rows.map((row) => [row.place, row]))
  return rows.map((row, index) => ({ ...row, peak: byPlace.get(index + 1)?.[row.kind] ?? null }))
}

async function listRemarks(db: Db, { accountId, from, to }: Period): Promise<StoredContent['remarks']> {
  const { rows } = await sql<StoredContent['remarks'][number]>`
    select t.device_id, t.name, i.name as item, r.memo, r.editor, r.update_time * 1000 as time_ms
    from tracker_remarks r join trackers t using (account_id, device_id) join remark_items i using (account_id, index)
    where r.account_id = ${accountId} and r.update_time * 1000 between ${from} and ${to} and i.place is not null
    order by r.update_time, t.name, i.place`.execute(db)
  return rows
}
