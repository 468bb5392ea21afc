/** Alarms as they were at an instant, and when what became of them. Source: decision 0044; G86. */
import { isLasting, MAX_ALARMS } from '@whereabouts/domain/alarms'
import { alarmAt } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import { type NotificationRow, notificationRow } from '../../events/notifications.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Range } from './queries.ts'

/** Alarms are followed for so long (ms): one that lasts longer is not told of in a replay. */
const FOLLOWED_MS = 7 * 86_400_000

type AlarmRow = NotificationRow & { readonly alarm: NonNullable<NotificationRow['alarm']> }

/** Alarms with their notifications, raised after one time and up to another; the newest, oldest first. */
async function listRaised(db: Db, accountId: string, { fromMs, untilMs }: Range, where = sql``): Promise<AlarmRow[]> {
  // By the notification the alarm began with: those it was sent again by tell of it too.
  const { rows } = await sql<AlarmRow>`${notificationRow}
    where n.account_id = ${accountId} and a.alarm_id = n.id and a.account_id = ${accountId}
      and a.raised_at_ms > ${fromMs}::bigint and a.raised_at_ms <= ${untilMs}::bigint ${where}
    order by a.raised_at_ms desc, n.id limit ${MAX_ALARMS}`.execute(db)
  return rows.reverse()
}

/** As it was at a time; undefined: it was not raised yet. */
function rowAt(row: AlarmRow, atMs: number): AlarmRow | undefined {
  const alarm = alarmAt(row.alarm, atMs)
  return alarm === null ? undefined : { ...row, alarm }
}

/** As lists of open alarms have it: somebody has to see it or to answer for it, or its cause lasts. */
const isOpen = ({ alarm }: AlarmRow): boolean =>
  (alarm.acknowledged_by === null && (alarm.repeat || alarm.shown_at_ms === null)) || isLasting(alarm)

/** Alarms that were open at an instant, or whose cause lasted, as they were; oldest first. */
export async function alarmsAt(db: Db, accountId: string, atMs: number): Promise<AlarmRow[]> {
  const mayBeOpen = sql`and (a.acknowledged_at_ms is null or a.acknowledged_at_ms > ${atMs}::bigint
    or a.ended_at_ms is null or a.ended_at_ms > ${atMs}::bigint)`
  const rows = await listRaised(db, accountId, { fromMs: 0, untilMs: atMs }, mayBeOpen)
  return rows.flatMap((row) => rowAt(row, atMs) ?? []).filter(isOpen)
}

/** What became of an alarm at a time: the alarm as it was from then on. */
interface AlarmStep {
  readonly at_ms: number
  readonly row: AlarmRow
}

/** After `fromMs` and up to `untilMs`, in order. */
export async function listAlarmSteps(db: Db, accountId: string, { fromMs, untilMs }: Range): Promise<AlarmStep[]> {
  const rows = await listRaised(db, accountId, { fromMs: fromMs - FOLLOWED_MS, untilMs })
  return rows
    .flatMap((row) => {
      const { raised_at_ms, shown_at_ms, acknowledged_at_ms, ended_at_ms, record } = row.alarm
      const times = [raised_at_ms, shown_at_ms, acknowledged_at_ms, ended_at_ms, ...record.map(({ at_ms }) => at_ms)]
      return [...new Set(times)].flatMap((at_ms) => {
        if (at_ms === null || at_ms <= fromMs || at_ms > untilMs) return []
        const then = rowAt(row, at_ms)
        return then === undefined ? [] : [{ at_ms, row: then }]
      })
    })
    .toSorted((one, other) => one.at_ms - other.at_ms)
}

/** The first alarm that was raised after a time, or the last one before it, as it is now. */
export async function findAlarm(
  db: Db,
  accountId: string,
  atMs: number,
  direction: 'next' | 'previous',
): Promise<NotificationRow | undefined> {
  const isNext = direction === 'next'
  const { rows } = await sql<NotificationRow>`${notificationRow}
    where n.account_id = ${accountId} and a.account_id = ${accountId} and a.alarm_id = n.id
      and ${isNext ? sql`a.raised_at_ms > ${atMs}::bigint` : sql`a.raised_at_ms < ${atMs}::bigint`}
    order by a.raised_at_ms ${isNext ? sql`` : sql`desc`} limit 1`.execute(db)
  return rows[0]
}
