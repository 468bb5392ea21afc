/** SQL of attendance; `db` first, owner second. */
import { ATTENDANCE_RULES, type AttendanceRules } from '@whereabouts/domain/attendance-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** A stay that reaches into a range began no earlier before it (ms). */
const LONGEST_MS = 7 * 86_400_000

/** What a tracker is called, or was until a time. */
export interface NameRow {
  readonly device_id: string
  readonly name: string
  readonly class_index: number
  /** Null: it is so. */
  readonly until_ms: number | null
}

/** The names of trackers by their age, the present one last. One that was removed long ago has the name of its last stay. */
export async function listNames(db: Db, accountId: string, deviceIds: readonly string[]): Promise<NameRow[]> {
  const { rows: named } = await sql<NameRow>`
    select device_id, name, class_index, until_ms from tracker_versions
    where account_id = ${accountId} and device_id = any(${deviceIds}::text[])
    union all
    select device_id, name, class_index, null from trackers
    where account_id = ${accountId} and device_id = any(${deviceIds}::text[])
    order by device_id, until_ms nulls last`.execute(db)
  const known = new Set(named.map(({ device_id }) => device_id))
  const removed = deviceIds.filter((id) => !known.has(id))
  if (removed.length === 0) return named
  const { rows: stays } = await sql<Omit<NameRow, 'until_ms'>>`
    select w.device_id, s.device_name as name, s.class_index
    from unnest(${removed}::text[]) as w (device_id) cross join lateral (
      select device_name, class_index from stays
      where account_id = ${accountId} and device_id = w.device_id and known_until_ms is null
      order by from_ms desc limit 1) s`.execute(db)
  const last = new Map(stays.map((stay) => [stay.device_id, stay]))
  const gone = removed.map((id) => ({ name: id, class_index: 0, ...last.get(id), device_id: id, until_ms: null }))
  return [...named, ...gone]
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

/** Rules, and the first day (YYYY-MM-DD) that they count for. */
interface RulesRow extends AttendanceRules {
  readonly from_day: string
}

/** The rules of a day (YYYY-MM-DD). */
export type RulesOn = (day: string) => AttendanceRules

/** The account's time zone (IANA name), and its rules. The first ones count for all days before them, too. */
export async function findRules(
  db: Db,
  accountId: string,
): Promise<{ readonly timeZone: string; readonly rulesOn: RulesOn }> {
  const { rows } = await sql<{ timezone: string; versions: readonly RulesRow[] }>`
    select timezone, coalesce((
      select json_agg(json_build_object('from_day', from_day, 'shifts', shifts, 'over_time_minutes', over_time_minutes)
        order by from_day)
      from attendance_rules r where r.account_id = a.account_id), '[]') as versions
    from accounts a where account_id = ${accountId}`.execute(db)
  const { timezone, versions } = rows[0]!
  const rulesOn: RulesOn = (day) =>
    versions.findLast(({ from_day }) => from_day <= day) ?? versions[0] ?? ATTENDANCE_RULES
  return { timeZone: timezone, rulesOn }
}

/** Before any day of anybody. */
const FIRST_DAY = '2000-01-01'

/** Saves rules that count from a day (YYYY-MM-DD) on; days before it keep theirs. */
export async function saveRules(db: Db, accountId: string, day: string, rules: AttendanceRules): Promise<void> {
  await sql`
    insert into attendance_rules (account_id, from_day, shifts, over_time_minutes)
    select account_id, ${FIRST_DAY}::date, shifts, over_time_minutes from (
      select * from attendance_rules where account_id = ${accountId} order by from_day limit 1) first
    where from_day > ${day}::date and ${day}::date > ${FIRST_DAY}::date`.execute(db)
  await sql`delete from attendance_rules where account_id = ${accountId} and from_day >= ${day}::date`.execute(db)
  await sql`
    insert into attendance_rules (account_id, from_day, shifts, over_time_minutes)
    values (${accountId}, ${day}::date, ${JSON.stringify(rules.shifts)}, ${rules.over_time_minutes})`.execute(db)
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
  { fromMs, untilMs, deviceId }: { readonly fromMs: number; readonly untilMs: number; readonly deviceId: string },
): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select kind, sender_name, from_ms / 1000 as from, until_ms / 1000 as until, sightings from stays
    where account_id = ${accountId} and device_id = ${deviceId}
      and from_ms >= ${fromMs - LONGEST_MS} and from_ms <= ${untilMs} and until_ms >= ${fromMs} and known_until_ms is null
    order by from_ms limit 500`.execute(db)
  return rows
}
