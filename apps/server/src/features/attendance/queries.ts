/** SQL of attendance; `db` first, owner second. */
import { ATTENDANCE_RULES, type AttendanceRules, type Silence, type ZoneVisit } from '@whereabouts/domain/attendance'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Visits that began before a range may reach into it; none is looked for that began earlier (ms). */
const LONGEST_MS = 7 * 86_400_000

export interface VisitRow extends ZoneVisit {
  readonly device_id: string
}

interface Range {
  /** Epoch ms. */
  readonly fromMs: number
  readonly untilMs: number
  /** Undefined: of everybody. */
  readonly deviceId?: string | undefined
}

/** Visits `c` of attendance zones `z`, removed ones included, that reach into a range. */
const visitsOf = (accountId: string, { fromMs, untilMs, deviceId }: Range) => sql`
  device_conditions c
    join (
      select id::text, zone_name from zones where account_id = ${accountId} and zone_type = 'attendance'
      union all select id::text, zone_name from removed_zones where account_id = ${accountId}) z on z.id = c.subject
  where c.account_id = ${accountId} and c.kind = 'in_zone'
    and c.since_ms >= ${fromMs - LONGEST_MS} and c.since_ms < ${untilMs}
    and (c.until_ms is null or c.until_ms > ${fromMs})
    and (${deviceId ?? null}::text is null or c.device_id = ${deviceId ?? null})`

/** Visits of attendance zones that reach into a range, by tracker and start. */
export async function listVisits(db: Db, accountId: string, range: Range): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select c.device_id, z.zone_name as zone, c.since_ms as from_ms, c.until_ms from ${visitsOf(accountId, range)}
    order by c.device_id, c.since_ms`.execute(db)
  return rows
}

/** Trackers with visits of attendance zones that reach into a range. */
export async function listVisitors(db: Db, accountId: string, range: Range): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select distinct c.device_id from ${visitsOf(accountId, range)}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** Silences of trackers that overlap a range, by tracker and start. */
export async function listSilences(
  db: Db,
  accountId: string,
  { fromMs, untilMs, deviceId }: Range,
): Promise<(Silence & { readonly device_id: string })[]> {
  const { rows } = await sql<Silence & { device_id: string }>`
    select device_id, seen_ms as from_ms, until_ms from device_conditions
    where account_id = ${accountId} and kind = 'offline'
      and since_ms >= ${fromMs - LONGEST_MS} and seen_ms < ${untilMs} and (until_ms is null or until_ms > ${fromMs})
      and (${deviceId ?? null}::text is null or device_id = ${deviceId ?? null})
    order by device_id, seen_ms`.execute(db)
  return rows
}

export interface Person {
  readonly device_id: string
  readonly name: string
  readonly class_index: number
}

/** The people with these trackers; one that was removed since has the name it had last. */
export async function listPeople(db: Db, accountId: string, deviceIds: readonly string[]): Promise<Person[]> {
  const { rows: trackers } = await sql<Person>`
    select device_id, name, class_index from trackers
    where account_id = ${accountId} and device_id = any(${deviceIds}::text[])`.execute(db)
  const known = new Map(trackers.map((person) => [person.device_id, person]))
  const removed = deviceIds.filter((id) => !known.has(id))
  if (removed.length > 0) {
    const { rows } = await sql<Person>`
      select w.device_id, s.device_name as name, s.class_index
      from unnest(${removed}::text[]) as w (device_id) cross join lateral (
        select device_name, class_index from stays
        where account_id = ${accountId} and device_id = w.device_id and known_until_ms is null
        order by from_ms desc limit 1) s`.execute(db)
    for (const person of rows) known.set(person.device_id, person)
  }
  return deviceIds.map((id) => known.get(id) ?? { device_id: id, name: id, class_index: 0 })
}

/** Whether the account has a tracker, or had it within the history. */
export async function isOfAccount(db: Db, accountId: string, deviceId: string): Promise<boolean> {
  for (const table of ['trackers', 'stays']) {
    const { rows } = await sql`
      select from ${sql.table(table)} where account_id = ${accountId} and device_id = ${deviceId} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

export interface NoteRow {
  readonly device_id: string
  /** YYYY-MM-DD. */
  readonly day: string
  readonly comment: string
  readonly vacation: boolean
  readonly tag_not_brought: boolean
  readonly not_for_working: boolean
  readonly apply_ot: boolean
  readonly corrected_sign_in: number | null
  readonly corrected_sign_out: number | null
  readonly changed_by: string
  readonly changed_at: number
}

const noteColumns = sql.raw(`device_id, day::text as day, comment, vacation, tag_not_brought, not_for_working, apply_ot,
  corrected_sign_in, corrected_sign_out, changed_by, changed_at`)

/** Corrections, flags and comments of the days of a range, both ends included. */
export async function listNotes(
  db: Db,
  accountId: string,
  { from, to, deviceId }: { readonly from: string; readonly to: string; readonly deviceId?: string | undefined },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from attendance_notes
    where account_id = ${accountId} and day between ${from}::date and ${to}::date
      and (${deviceId ?? null}::text is null or device_id = ${deviceId ?? null})`.execute(db)
  return rows
}

/** Nobody else says something of the account's days until the transaction ends. */
export async function lockNotes(db: Db, accountId: string): Promise<void> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
}

export async function saveNote(db: Db, accountId: string, note: NoteRow): Promise<void> {
  await sql`
    insert into attendance_notes (account_id, device_id, day, comment, vacation, tag_not_brought, not_for_working, apply_ot,
      corrected_sign_in, corrected_sign_out, changed_by, changed_at)
    values (${accountId}, ${note.device_id}, ${note.day}::date, ${note.comment}, ${note.vacation}, ${note.tag_not_brought},
      ${note.not_for_working}, ${note.apply_ot}, ${note.corrected_sign_in}, ${note.corrected_sign_out}, ${note.changed_by},
      ${note.changed_at})
    on conflict (account_id, device_id, day) do update set comment = excluded.comment, vacation = excluded.vacation,
      tag_not_brought = excluded.tag_not_brought, not_for_working = excluded.not_for_working, apply_ot = excluded.apply_ot,
      corrected_sign_in = excluded.corrected_sign_in, corrected_sign_out = excluded.corrected_sign_out,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db)
}

/** The account's time zone (IANA name) and rules. */
export async function findRules(
  db: Db,
  accountId: string,
): Promise<{ readonly timeZone: string; readonly rules: AttendanceRules }> {
  const { rows } = await sql<{ timezone: string } & { [Name in keyof AttendanceRules]: AttendanceRules[Name] | null }>`
    select a.timezone, r.work_start, r.work_end, r.over_time_minutes
    from accounts a left join attendance_rules r using (account_id) where account_id = ${accountId}`.execute(db)
  const { timezone, work_start, work_end, over_time_minutes } = rows[0]!
  const rules =
    work_start === null || work_end === null || over_time_minutes === null
      ? ATTENDANCE_RULES
      : { work_start, work_end, over_time_minutes }
  return { timeZone: timezone, rules }
}

export async function saveRules(db: Db, accountId: string, rules: AttendanceRules): Promise<void> {
  await sql`
    insert into attendance_rules (account_id, work_start, work_end, over_time_minutes)
    values (${accountId}, ${rules.work_start}, ${rules.work_end}, ${rules.over_time_minutes})
    on conflict (account_id) do update set work_start = excluded.work_start, work_end = excluded.work_end,
      over_time_minutes = excluded.over_time_minutes`.execute(db)
}

interface StayRow {
  readonly kind: string
  readonly sender_name: string
  readonly from: number
  readonly until: number
  readonly sightings: number
}

/** Where a tracker was seen in a range (epoch ms), in order; times in epoch seconds. */
export async function listSightings(
  db: Db,
  accountId: string,
  { fromMs, untilMs, deviceId }: Range & { readonly deviceId: string },
): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select kind, sender_name, from_ms / 1000 as from, until_ms / 1000 as until, sightings from stays
    where account_id = ${accountId} and device_id = ${deviceId}
      and from_ms >= ${fromMs - LONGEST_MS} and from_ms <= ${untilMs} and until_ms >= ${fromMs} and known_until_ms is null
    order by from_ms limit 500`.execute(db)
  return rows
}
