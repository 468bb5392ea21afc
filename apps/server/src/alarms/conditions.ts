/**
 * Conditions of devices, from when to when, and the notifications they cause. A change is dated by the report or the stored time
 * that showed it, so that it is the same however often it is seen: by a replay of the log, at its next home, by a sweep that
 * was interrupted. It is written, and its notifications raised, once. Source: decision 0024.
 */
import { HELP_HOLDS_MS, LASTING_TYPES } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import { type Happening, type Raiser, raiseAll } from '../events/raise.ts'
import { queueTold, type Told } from '../events/sinks.ts'
import { isUnanswered, withStep } from '../features/alarms/queries.ts'
import { recordExcursions } from '../features/excursions/keep.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { Condition, ConditionChange, ConditionKind, OpenCondition } from '../state/conditions.ts'
import type { TypedFacts } from '../state/facts.ts'
import type { Fence } from '../state/home.ts'
import { nextPosition } from '../state/log-position.ts'
import { isAfterIn } from '../state/moments.ts'
import { listOpenConditionsOf } from '../state/open-conditions.ts'

/** Signals of one press reach several stations, whose clocks differ by less than this (ms). */
const SAME_PRESS_MS = 5000
/** A lock that lasts longer (ms) may be held by a frozen server: the work is retried later, and other work goes on. */
const LOCK_WAIT_MS = 500

interface Changed {
  /** Something was raised, or the cause of an alarm ended: wake who delivers it. */
  readonly hasNews: boolean
  /** What holds of the devices now, of the kinds that reports are judged by. */
  readonly open: readonly OpenCondition[]
}

/**
 * Writes changes in order, all in one transaction behind the fence, and raises what follows. Changes of accounts that are gone are skipped.
 */
export function changeConditions(
  fence: Pick<Fence, 'run'>,
  deps: Raiser,
  changes: readonly ConditionChange[],
): Promise<Changed> {
  return fence.run(async (transaction) => {
    const accounts = await lockAccounts(transaction, changes)
    const known = changes.filter(({ accountId }) => accounts.has(accountId))
    const told: Placed[] = []
    const took: ConditionChange[] = []
    for (const round of roundsOf(known)) {
      for (const [step, work] of STEPS) {
        const ofStep = round.filter(({ change }) => change.step === step)
        if (ofStep.length === 0) continue
        const done = await work(transaction, ofStep)
        for (const placed of ofStep) {
          const isTold = done.get(placed.place)
          if (isTold !== undefined) took.push(placed.change)
          if (isTold === true) told.push(placed)
        }
      }
    }
    const happened = told.filter(({ change }) => tellOf(change) !== undefined).toSorted((a, b) => a.place - b.place)
    const byAccount = Map.groupBy(happened, ({ change }) => change.accountId)
    const raised = new Map<ConditionChange, string>()
    for (const accountId of accounts) {
      const changesOf = byAccount.get(accountId)?.map(({ change }) => change)
      if (changesOf === undefined) continue
      const ids = await raiseAll(transaction, deps, accountId, changesOf.map(happeningOf))
      for (const [place, id] of ids.entries()) raised.set(changesOf[place]!, id)
    }
    await recordExcursions(transaction, known, raised)
    const ended = await endAlarms(transaction, known)
    await queueTold(transaction, deps.sinks, [...took.flatMap(toldOfChange), ...ended], deps.clock.now())
    const devices = changes.map(({ accountId, deviceId }) => ({ account_id: accountId, id: deviceId }))
    return { hasNews: byAccount.size > 0 || ended.length > 0, open: await listOpenConditionsOf(transaction, devices) }
  })
}

/**
 * Notes on alarms that their cause is over, once, where the condition they were raised for is; answers them. After raising: what begins and ends in one batch has its alarm by now.
 */
async function endAlarms(db: Db, changes: readonly ConditionChange[]): Promise<Told[]> {
  const over = changes.flatMap(({ step, accountId, deviceId, kind, subject, atMs }) => {
    const type = kind === 'in_zone' ? 'enter_danger_zone' : kind
    const isOver = (step === 'end' || step === 'lower') && (LASTING_TYPES as readonly string[]).includes(type)
    return isOver ? [{ account_id: accountId, device_id: deviceId, kind, subject, type, at_ms: atMs }] : []
  })
  if (over.length === 0) return []
  const { rows } = await sql<{ account_id: string; alarm_id: string; at_ms: number }>`
    with held as (
      select a.account_id, a.alarm_id, o.at_ms
      from jsonb_to_recordset(${JSON.stringify(over)}::jsonb)
          as o (account_id uuid, device_id text, kind text, subject text, type text, at_ms bigint)
        join alarms a on a.account_id = o.account_id and a.device_id = o.device_id and a.type = o.type
        join notifications n on n.account_id = a.account_id and n.id = a.alarm_id
          and coalesce(n.facts->>'zone_id', '') = o.subject
      where a.ended_at_ms is null and not exists (select from device_conditions c
        where c.account_id = o.account_id and c.device_id = o.device_id and c.kind = o.kind and c.subject = o.subject
          and c.until_ms is null and c.is_raised)
      order by a.account_id, a.alarm_id for update of a
    )
    update alarms a set ended_at_ms = held.at_ms, record = ${withStep('ended', sql`held.at_ms`, sql`''::text`)},
      due_at_ms = case when a.state <> 'acknowledged' then a.due_at_ms end, changed_at = clock_timestamp()
    from held where a.account_id = held.account_id and a.alarm_id = held.alarm_id
    returning a.account_id, a.alarm_id, held.at_ms`.execute(db)
  return rows.map(({ account_id: accountId, alarm_id, at_ms: atMs }) => ({
    ...{ accountId, event: 'alarm.ended', facts: { alarm_id }, atMs },
  }))
}

/** What programs are told of a change that took effect, whether or not it is an alarm. */
function toldOfChange({ step, accountId, deviceId: device_id, kind, subject: zone_id, atMs }: ConditionChange): Told[] {
  const about = { accountId, atMs }
  if (step !== 'begin' && step !== 'end') return []
  const isBegin = step === 'begin'
  switch (kind) {
    case 'offline':
    case 'station_offline':
      return [{ ...about, event: isBegin ? 'device.silent' : 'device.heard', facts: { device_id } }]
    case 'low_battery':
      return isBegin ? [{ ...about, event: 'device.low_battery', facts: { device_id } }] : []
    case 'in_zone':
      return [{ ...about, event: isBegin ? 'zone.entered' : 'zone.left', facts: { device_id, zone_id } }]
    default:
      return []
  }
}

const tellOf = (change: ConditionChange): TypedFacts | undefined => ('tell' in change ? change.tell : undefined)

const happeningOf = (change: ConditionChange): Happening => ({
  ...tellOf(change)!,
  deviceId: change.deviceId,
  happenedAtMs: change.atMs,
})

/**
 * Those of the accounts that exist, locked in the order of their ids: nobody else changes their conditions, or raises in
 * them, until the transaction ends; so of two servers that see the same, the second finds what the first wrote.
 */
async function lockAccounts(db: Db, changes: readonly ConditionChange[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(changes.map(({ accountId }) => accountId))]
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db)
  const { rows } = await sql<{ account_id: string }>`
    with there as (
      select account_id from accounts where account_id = any(${ids}::uuid[]) order by account_id for key share
    ), new as (
      insert into alert_states (account_id) select account_id from there order by account_id on conflict do nothing
    )
    select account_id from there`.execute(db)
  const there = rows.map(({ account_id }) => account_id).toSorted()
  await sql`select from alert_states where account_id = any(${there}::uuid[]) order by account_id for update`.execute(
    db,
  )
  return new Set(there)
}

interface Placed {
  /** Index among all changes. */
  readonly place: number
  readonly change: ConditionChange
}

const keyOf = ({ accountId, deviceId, kind, subject }: Condition): string =>
  `${accountId}\n${deviceId}\n${kind}\n${subject}`

/** Changes in batches without two of the same condition; those of one condition stay in order. */
function roundsOf(changes: readonly ConditionChange[]): readonly (readonly Placed[])[] {
  const rounds: Placed[][] = []
  const seen = new Map<string, number>()
  for (const [place, change] of changes.entries()) {
    const key = keyOf(change)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push({ place, change })
  }
  return rounds
}

/** The statements of a step; answers the indexes of the changes that took effect, with whether each may be raised. */
type Work = (db: Db, changes: readonly Placed[]) => Promise<ReadonlyMap<number, boolean>>

/** The changes as rows `n`. */
const rowsOf = (changes: readonly Placed[]) => {
  const rows = changes.map(({ place, change }) => ({
    ...{ place, account_id: change.accountId, device_id: change.deviceId, kind: change.kind, subject: change.subject },
    ...{ at_ms: change.atMs, is_raised: change.step === 'begin' && change.isRaised },
    order: change.order ?? null,
    seen_ms: change.step === 'begin' ? (change.seenMs ?? change.atMs) : change.atMs,
  }))
  // A sweep's finding comes after everything in the log, and before everything that will be.
  return sql`(select *, coalesce("order", ${nextPosition} - 1) as log_order from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as rows (place integer, account_id uuid, device_id text, kind text, subject text, at_ms bigint, "order" bigint,
      seen_ms bigint, is_raised boolean)) n`
}

const changed = { atMs: sql.ref('n.at_ms'), order: sql.ref('n.log_order') }
/** A condition that began and ended at once held for a moment; an end before its start means that a clock was set back between. */
const ended = {
  atMs: sql`case c.until_ms when c.since_ms then c.since_ms + 1 else c.until_ms end`,
  order: sql.ref('c.until_order'),
}
const began = {
  atMs: sql.ref('c.since_ms'),
  order: sql.ref('c.since_order'),
}

const sameCondition = sql`c.account_id = n.account_id and c.device_id = n.device_id and c.kind = n.kind
  and c.subject = n.subject`

const placesOf = ({ rows }: { rows: readonly { place: number }[] }): ReadonlyMap<number, boolean> =>
  new Map(rows.map(({ place }) => [place, true]))

/** Not where it is open, and not by a change older than its last one. */
const begin: Work = async (db, changes) => {
  const { rows } = await sql<{ account_id: string; device_id: string; kind: ConditionKind; subject: string }>`
    insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, since_order)
    select n.account_id, n.device_id, n.kind, n.subject, n.at_ms, n.seen_ms, n.is_raised, n.log_order
    from ${rowsOf(changes)}
    where not exists (select from device_conditions c where ${sameCondition}
      and (c.until_ms is null or ${isAfterIn(ended, changed)}))
    on conflict do nothing
    returning account_id, device_id, kind, subject`.execute(db)
  const begun = new Set(
    rows.map(({ account_id, device_id, kind, subject }) =>
      keyOf({ accountId: account_id, deviceId: device_id, kind, subject, atMs: 0 }),
    ),
  )
  return placesOf({ rows: changes.filter(({ change }) => begun.has(keyOf(change))) })
}

/** Only conditions that began before it end. */
const hasBegun = sql`c.until_ms is null and not ${isAfterIn(began, changed)}`
const setEnd = sql`until_ms = n.at_ms, until_order = n.log_order`

/** A sweep finds a call quiet before it writes; where somebody pressed meanwhile, the call goes on. */
const isQuiet = sql`(c.kind <> 'help' or n.at_ms >= c.seen_ms + ${HELP_HOLDS_MS}::bigint)`

const end: Work = async (db, changes) => {
  const { rows } = await sql<{ place: number; is_raised: boolean }>`
    update device_conditions c set ${setEnd} from ${rowsOf(changes)}
    where ${sameCondition} and ${hasBegun} and ${isQuiet}
    returning n.place, c.is_raised`.execute(db)
  // An end is raised where the start was.
  return new Map(rows.map(({ place, is_raised }) => [place, is_raised]))
}

const lapse: Work = async (db, changes) =>
  placesOf(
    await sql<{ place: number }>`
      update device_conditions c set ${setEnd} from ${rowsOf(changes)}
      where ${sameCondition} and ${hasBegun} and not c.is_raised
      returning n.place`.execute(db),
  )

const setRaised =
  (isRaised: boolean): Work =>
  async (db, changes) =>
    placesOf(
      await sql<{ place: number }>`
        update device_conditions c set is_raised = ${isRaised},
          seen_ms = case when c.kind = 'in_zone' and ${isRaised} then n.at_ms else c.seen_ms end
        from ${rowsOf(changes)}
        where ${sameCondition} and ${hasBegun} and c.is_raised <> ${isRaised}
        returning n.place`.execute(db),
    )

/**
 * A press is new where no press was written near its time, also where it comes late and is older than others: within a minute of the
 * last one of a call, within seconds of one that was answered, by the clock of the press and not of the acknowledgement. Whether a
 * sweep has ended a call makes no difference.
 */
const press: Work = async (db, changes) => {
  const again = placesOf(
    await sql<{ place: number }>`
      update device_conditions c set seen_ms = greatest(c.seen_ms, n.at_ms),
        until_ms = c.until_ms + greatest(n.at_ms - c.seen_ms, 0) from ${rowsOf(changes)}
      where ${sameCondition} and ${isUnanswered}
        and n.at_ms between c.since_ms - ${SAME_PRESS_MS}::bigint and c.seen_ms + ${HELP_HOLDS_MS}::bigint
      returning n.place`.execute(db),
  )
  const known = placesOf(
    await sql<{ place: number }>`
      select n.place from ${rowsOf(changes)} where exists (select from device_conditions c where ${sameCondition}
        and not ${isUnanswered}
        and n.at_ms between c.since_ms - ${SAME_PRESS_MS}::bigint and c.seen_ms + ${SAME_PRESS_MS}::bigint)`.execute(
      db,
    ),
  )
  const news = changes.filter(({ place }) => !again.has(place) && !known.has(place))
  if (news.length === 0) return new Map()
  await sql`update device_conditions c set until_ms = c.seen_ms + ${HELP_HOLDS_MS}::bigint from ${rowsOf(news)}
    where ${sameCondition} and c.until_ms is null and c.seen_ms < n.at_ms`.execute(db)
  await sql`
    insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms)
    select n.account_id, n.device_id, n.kind, n.subject, n.at_ms, n.at_ms, true,
      (select n.at_ms + ${HELP_HOLDS_MS}::bigint from device_conditions c where ${sameCondition} and c.until_ms is null)
    from ${rowsOf(news)}
    on conflict do nothing`.execute(db)
  return placesOf({ rows: news })
}

/** Changes of one batch are of different conditions, so their order does not matter. */
const STEPS: readonly (readonly [ConditionChange['step'], Work])[] = [
  ['press', press],
  ['begin', begin],
  ['raise', setRaised(true)],
  ['lower', setRaised(false)],
  ['end', end],
  ['lapse', lapse],
]
