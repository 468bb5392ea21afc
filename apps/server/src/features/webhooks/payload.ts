/**
 * What is sent: type, time and data, as Standard Webhooks has it. Names are looked up as it is sent: of a carepad whose name only browsers
 * can read the id stands for it (G30), and of what was removed since there is none. Source: decision 0059.
 */
import type { Locale } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import { type Event, tell } from '../../events/words.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { DueDelivery } from './queries.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The body of a delivery. */
export async function payloadOf(db: Db, delivery: DueDelivery): Promise<string> {
  const { event, at_ms } = delivery
  return JSON.stringify({ type: event, timestamp: isoOf(at_ms), data: await dataOf(db, delivery) })
}

function dataOf(db: Db, { account_id, event, facts }: DueDelivery): Promise<object> | object {
  const { alarm_id, notification_id, report_id, device_id, zone_id, ...rest } = facts
  switch (event) {
    case 'alarm.began':
    case 'alarm.answered':
    case 'alarm.ended':
      return tellingOf(db, account_id, alarm_id!, rest)
    case 'temperature.beyond':
    case 'temperature.normal':
      return tellingOf(db, account_id, notification_id!, rest)
    case 'shift_report.made':
      return reportOf(db, account_id, report_id!)
    case 'webhook.test':
      return {}
    default:
      return deviceOf(db, account_id, device_id!, zone_id)
  }
}

interface TellingRow {
  readonly locale: Locale
  readonly timezone: string
  readonly alarm_id: string | null
  readonly raised_at_ms: number | null
  readonly acknowledged_by: string | null
  readonly ended_at_ms: number | null
}

/** A notification in words, its facts, and its alarm where it is one. Empty where it was cleared away since. */
async function tellingOf(db: Db, accountId: string, id: string, rest: Readonly<Record<string, string>>) {
  const { rows } = await sql<Event & TellingRow>`
    select n.type, n.device_id, n.facts, n.created_at_ms, c.timezone, a.alarm_id, a.raised_at_ms, a.acknowledged_by,
      a.ended_at_ms, coalesce((select locale from users u where u.account_id = n.account_id and class = 'owner'
        order by created_at, user_id limit 1), 'en-us') as locale
    from notifications n join accounts c using (account_id)
      left join alarms a on a.account_id = n.account_id and a.alarm_id = n.id
    where n.account_id = ${accountId} and n.id = ${id}`.execute(db)
  const row = rows[0]
  if (row === undefined) return { id, ...rest }
  const { alarm_id, raised_at_ms, ended_at_ms } = row
  return {
    ...(alarm_id === null ? { notification_id: id } : { alarm_id }),
    ...{ alert_type: row.type, device_id: row.device_id, ...row.facts, ...tell(row, row), ...rest },
    ...(raised_at_ms === null ? {} : { raised_at: isoOf(raised_at_ms), acknowledged_by: row.acknowledged_by }),
    ...(ended_at_ms === null ? {} : { ended_at: isoOf(ended_at_ms) }),
  }
}

interface DeviceRow {
  readonly device_name: string | null
  readonly device_kind: 'tracker' | 'station' | 'carepad' | null
  readonly battery: number | null
  readonly zone_name: string | null
  readonly zone_type: string | null
}

/** A device, and the zone where the event is about one. The battery is that of a hot row, up to ten seconds old. */
async function deviceOf(db: Db, accountId: string, deviceId: string, zoneId: string | undefined) {
  const { rows } = await sql<DeviceRow>`
    select coalesce(t.name, c.written_name, s.t4_name) as device_name,
      case when t.device_id is not null then 'tracker' when c.carepad_id is not null then 'carepad'
        when s.t4_id is not null then 'station' end as device_kind,
      h.battery, z.zone_name, z.zone_type
    from (select ${accountId}::uuid as account_id) a
      left join trackers t on t.account_id = a.account_id and t.device_id = ${deviceId}
      left join tracker_states h on h.account_id = a.account_id and h.device_id = t.device_id
      left join carepads c on c.account_id = a.account_id and c.carepad_id = ${deviceId}
      left join stations s on s.account_id = a.account_id and s.t4_id = ${deviceId}
      left join zones z on z.account_id = a.account_id and z.id = ${zoneId ?? null}::uuid`.execute(db)
  const { zone_name, zone_type, battery, ...device } = rows[0]!
  return {
    ...{ device_id: deviceId, ...device, battery },
    ...(zoneId === undefined ? {} : { zone_id: zoneId, zone_name, zone_type }),
  }
}

async function reportOf(db: Db, accountId: string, reportId: string) {
  const { rows } = await sql<{ date_ms: number; period_start_ms: number; shift_name: string; creator: string }>`
    select date_ms, period_start_ms, shift_name, creator from shift_reports
    where account_id = ${accountId} and report_id = ${reportId}`.execute(db)
  const report = rows[0]
  if (report === undefined) return { report_id: reportId }
  const { date_ms, period_start_ms, ...named } = report
  return { report_id: reportId, ...named, from: isoOf(period_start_ms), until: isoOf(date_ms) }
}
