/** SQL of roll-calls; `db` first, owner second. */
import type { RollCall, RollCallPerson, RollCallSummary, RollCallTick } from '@whereabouts/contract/roll-calls'
import { EXPECTED_WITHIN_MS, phoneIn } from '@whereabouts/domain/roll-calls'
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'

const headColumns = sql`r.id, r.is_drill, r.started_at_ms, r.started_by, r.ended_at_ms, r.ended_by`
/** Ticks of a roll-call that count, one a person. Source: domain, `countingTicks`. */
const countingTicks = sql`
  select distinct on (k.device_id) k.command_id, k.device_id, k.is_safe, k.at_ms, k.by, k.arrived_late_ms from roll_call_ticks k
  where k.account_id = r.account_id and k.roll_call_id = r.id
  order by k.device_id, k.at_ms desc, k.command_id::text collate "C" desc`

type Stored = Omit<RollCall, 'ticks'> & { readonly ticks: RollCallTick[] }
const columns = sql`${headColumns}, r.people,
  coalesce((select json_agg(json_build_object('command_id', k.command_id, 'device_id', k.device_id, 'is_safe', k.is_safe,
    'at_ms', k.at_ms, 'by', k.by, 'arrived_late_ms', k.arrived_late_ms) order by k.device_id) from (${countingTicks}) k), '[]') as ticks`

/** The roll-call that goes on, with its people as they are now. */
export async function findOpen(db: Db, accountId: string): Promise<RollCall | undefined> {
  const { rows } = await sql<Stored>`
    select ${columns} from roll_calls r where r.account_id = ${accountId} and r.ended_at_ms is null`.execute(db)
  return rows[0] && withPeopleNow(db, accountId, rows[0])
}

/** Refuses with 404102 one that the account does not have. */
export async function getRollCall(db: Db, accountId: string, id: string): Promise<RollCall> {
  const { rows } = await sql<Stored>`
    select ${columns} from roll_calls r where r.account_id = ${accountId} and r.id = ${id}`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0].ended_at_ms === null ? withPeopleNow(db, accountId, rows[0]) : rows[0]
}

/** Undefined: the account has no such roll-call. */
export async function lockRollCall(
  db: Db,
  accountId: string,
  id: string,
): Promise<Pick<RollCall, 'started_at_ms' | 'ended_at_ms' | 'people'> | undefined> {
  const { rows } = await sql<Pick<RollCall, 'started_at_ms' | 'ended_at_ms' | 'people'>>`
    select started_at_ms, ended_at_ms, people from roll_calls
    where account_id = ${accountId} and id = ${id} for update`.execute(db)
  return rows[0]
}

/** Nobody starts another one until the transaction ends. Answers the id of the one that goes on. */
export async function lockStarts(db: Db, accountId: string): Promise<string | undefined> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from roll_calls where account_id = ${accountId} and ended_at_ms is null`.execute(db)
  return rows[0]?.id
}

/** A page of those that ended, newest first; one row more than asked shows that there is a next page. */
export async function listEnded(
  db: Db,
  accountId: string,
  { start, size }: { start: PageStart | undefined; size: number },
): Promise<(RollCallSummary & { created_at: number })[]> {
  const { rows } = await sql<RollCallSummary & { created_at: number }>`
    select ${headColumns}, r.started_at_ms as created_at, jsonb_array_length(r.people) as expected,
      (select count(*) filter (where k.is_safe)::integer from (${countingTicks}) k) as safe
    from roll_calls r
    where r.account_id = ${accountId} and r.ended_at_ms is not null
      and (${start === undefined}::boolean
        or (r.started_at_ms, r.id) < (${start?.created_at ?? null}, ${start?.id ?? null}::uuid))
    order by r.started_at_ms desc, r.id desc limit ${size + 1}`.execute(db)
  return rows
}

/** A repeated start has no effect. */
export async function insertRollCall(
  db: Db,
  accountId: string,
  { id, is_drill, started_at_ms, started_by, people }: Omit<RollCall, 'ended_at_ms' | 'ended_by' | 'ticks'>,
): Promise<void> {
  await sql`
    insert into roll_calls (account_id, id, is_drill, started_at_ms, started_by, people)
    values (${accountId}, ${id}, ${is_drill}, ${started_at_ms}, ${started_by}, ${JSON.stringify(people)}::jsonb)
    on conflict (account_id, id) do nothing`.execute(db)
}

/** From now on it is no drill. Answers whether it was one. */
export async function makeReal(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update roll_calls set is_drill = false where account_id = ${accountId} and id = ${id} and is_drill
    returning id`.execute(db)
  return rows.length > 0
}

/** Answers the devices of those that were not known yet. */
export async function insertTicks(
  db: Db,
  accountId: string,
  id: string,
  ticks: readonly RollCallTick[],
): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    insert into roll_call_ticks (account_id, roll_call_id, command_id, device_id, is_safe, at_ms, by, arrived_late_ms)
    select ${accountId}, ${id}, k.* from jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb)
      as k (command_id uuid, device_id text, is_safe boolean, at_ms bigint, by text, arrived_late_ms bigint)
    on conflict do nothing returning device_id`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** Ends it, at the latest of that time, its start and its last tick, with the places of its people as they are now. */
export async function endRollCall(
  db: Db,
  accountId: string,
  id: string,
  { atMs, by, people }: { readonly atMs: number; readonly by: string; readonly people: readonly RollCallPerson[] },
): Promise<void> {
  await sql`
    update roll_calls r set ended_by = ${by}, people = ${JSON.stringify(people)}::jsonb,
      ended_at_ms = greatest(${atMs}::bigint, r.started_at_ms, (select max(k.at_ms) from roll_call_ticks k
        where k.account_id = r.account_id and k.roll_call_id = r.id))
    where r.account_id = ${accountId} and r.id = ${id}`.execute(db)
}

type Row = Omit<RollCallPerson, 'phone'> & { readonly memos: readonly string[] }

/** Trackers with their last place, as rows `p`; a tracker without a place does not count as inside. */
const peopleOf = (accountId: string) => sql`(
  select t.device_id, t.name, t.class_index, coalesce(c.name, '') as class_name, c.color as class_color,
    coalesce((
      select z.zone_name from device_conditions d join zones z on z.account_id = d.account_id and z.id::text = d.subject
      where d.account_id = t.account_id and d.device_id = t.device_id and d.kind = 'in_zone' and d.until_ms is null
        and z.zone_type = 'attendance'
      order by d.since_ms desc limit 1), '') as zone_name,
    concat_ws(' · ', m.map_name, nullif(s.sender_name, '')) as place,
    m.id is not null or h.t4_id is not null as is_inside, s.last_seen_ms,
    coalesce((
      select json_agg(r.memo order by i.place) from tracker_remarks r join remark_items i using (account_id, index)
      where r.account_id = t.account_id and r.device_id = t.device_id and i.place is not null), '[]') as memos
  from trackers t
    left join tracker_states s using (account_id, device_id)
    left join tracker_classes c on c.account_id = t.account_id and c.index = t.class_index
    left join indoor_maps m on m.account_id = t.account_id and m.id = s.map_id
    left join stations h on h.account_id = t.account_id and h.t4_id = s.sender_id
  where t.account_id = ${accountId} and t.trackable) p`

const present = ({ memos, ...person }: Row): RollCallPerson => ({ ...person, phone: phoneIn(memos) })

/** Who is expected inside at a time (epoch ms): in an attendance zone, or last seen inside within a day. */
export async function listExpected(db: Db, accountId: string, nowMs: number): Promise<RollCallPerson[]> {
  const { rows } = await sql<Row>`
    select p.* from ${peopleOf(accountId)} left join roll_call_settings g on g.account_id = ${accountId}
    where (g.class_indexes is null or p.class_index = any(g.class_indexes))
      and (p.zone_name <> '' or p.is_inside and p.last_seen_ms > ${nowMs - EXPECTED_WITHIN_MS})
    order by p.zone_name, nullif(p.class_index, -1) nulls last, p.name`.execute(db)
  return rows.map(present)
}

/** The same people with their places as they are now; one whose tracker was removed stays as it was. */
export async function listPeopleNow(
  db: Db,
  accountId: string,
  people: readonly RollCallPerson[],
): Promise<RollCallPerson[]> {
  const ids = people.map(({ device_id }) => device_id)
  const { rows } = await sql<Row>`
    select p.* from ${peopleOf(accountId)} where p.device_id = any(${ids}::text[])`.execute(db)
  const now = new Map(rows.map((row) => [row.device_id, present(row)]))
  return people.map((person) => ({ ...person, ...placeOf(now.get(person.device_id) ?? person) }))
}

/** Name, class and zone stay as they were when everybody was counted, so that nobody moves about in the list. */
const placeOf = ({ place, is_inside, last_seen_ms }: RollCallPerson) => ({ place, is_inside, last_seen_ms })

const withPeopleNow = async (db: Db, accountId: string, rollCall: RollCall): Promise<RollCall> => ({
  ...rollCall,
  people: await listPeopleNow(db, accountId, rollCall.people),
})

export async function getClassIndexes(db: Db, accountId: string): Promise<number[] | null> {
  const { rows } = await sql<{ class_indexes: number[] }>`
    select class_indexes from roll_call_settings where account_id = ${accountId}`.execute(db)
  return rows[0]?.class_indexes ?? null
}

export async function saveClassIndexes(db: Db, accountId: string, indexes: readonly number[] | null): Promise<void> {
  if (indexes === null) await sql`delete from roll_call_settings where account_id = ${accountId}`.execute(db)
  else
    await sql`insert into roll_call_settings (account_id, class_indexes) values (${accountId}, ${[...indexes]})
      on conflict (account_id) do update set class_indexes = excluded.class_indexes`.execute(db)
}

/** Deletes roll-calls that ended before that time (epoch ms), with their ticks. */
export async function sweepRollCalls(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from roll_calls where ended_at_ms < ${beforeMs}`.execute(db)
}
