/** Which account each piece of our own hardware belongs to, one at most. Source: G42, G44; security rules 30, 44. */
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'

export interface Hardware {
  readonly type: 'g3' | 't4' | 'carepad'
  readonly id: string
  /** '' where none was given. */
  readonly macAddress: string
}

/** Of an account: many sessions and many addresses get no more. Source: G10; security rule 30. */
const BIND_CHECKS = { kind: 'bind-check', most: 60, windowMs: 3_600_000 }
/** New trackers and stations of one account: each takes a person the better part of a minute at the device. */
const NEW_BINDINGS = [
  { kind: 'binding', most: 20, windowMs: 60_000 },
  { kind: 'binding-hour', most: 200, windowMs: 3_600_000 },
]
/** After a bind check the security exchange is allowed for this long (ms), and adding the device after the exchange. Source: security rule 44. */
const CHECK_LASTS_MS = 5 * 60_000

/** Hardware that its account has not heard for so long (ms) since it took it may be taken by another one. */
const HEARD_WITHIN_MS = 24 * 3_600_000

/** True of the trackers and stations that nobody ever heard in their account, long after it took them. The first report has its hot row at once. */
const isIdle = (now: number) => sql<boolean>`(
  device_type <> 'carepad' and bound_at_ms > 0 and bound_at_ms < ${now - HEARD_WITHIN_MS}
  and not exists (select from tracker_states s where s.account_id = b.account_id and s.device_id = b.device_id)
  and not exists (select from station_states s where s.account_id = b.account_id and s.t4_id = b.device_id))`

interface Binding {
  readonly account_id: string
  readonly mac_address: string
  readonly brand: string
  readonly is_idle: boolean
}

/**
 * Refuses hardware that is taken: 400109 by the account itself, 400108 by another one, 400104 by another brand, 409001
 * where two devices report the same id.
 */
export async function mustBeFree(
  db: Db,
  { settings: { brand }, clock }: Pick<App, 'settings' | 'clock'>,
  accountId: string,
  hardware: Hardware,
): Promise<void> {
  const { rows } = await sql<Binding>`
    select account_id, mac_address, brand, ${isIdle(clock.now())} as is_idle from bindings b
    where device_type = ${hardware.type} and device_id = ${hardware.id}`.execute(db)
  const binding = rows[0]
  if (binding === undefined || (binding.is_idle && binding.account_id !== accountId)) return
  const macs = new Set([binding.mac_address, hardware.macAddress].filter((mac) => mac !== ''))
  if (macs.size > 1) throw refuse('conflict', { info: 'mac_address' })
  if (binding.account_id === accountId) throw refuse('deviceAlreadyYours')
  throw refuse(binding.brand === brand ? 'deviceUsedByAnotherUser' : 'deviceBoundByAnotherApp')
}

/** A transaction that binds hardware looks across accounts, as another one may have it. */
export const bindingTransaction = <Result>(
  { db }: Pick<App, 'db'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => acrossAccounts(() => db.transaction().execute(work))

/** Gives hardware to the account, or refuses as `mustBeFree` does, and with 429101 an account that takes too much in a short time. */
export async function bind(
  db: Db,
  app: Pick<App, 'settings' | 'clock'>,
  accountId: string,
  hardware: Hardware,
): Promise<void> {
  const now = app.clock.now()
  await sql`
    delete from bindings b where device_type = ${hardware.type} and device_id = ${hardware.id}
      and account_id <> ${accountId} and ${isIdle(now)}`.execute(db)
  const { numAffectedRows } = await sql`
    insert into bindings (device_type, device_id, account_id, mac_address, brand, bound_at_ms)
    values (${hardware.type}, ${hardware.id}, ${accountId}, ${hardware.macAddress}, ${app.settings.brand}, ${now})
    on conflict do nothing`.execute(db)
  if (numAffectedRows === 1n) {
    if (hardware.type === 'carepad') return
    for (const allowance of NEW_BINDINGS) await countRequest({ db, clock: app.clock }, allowance, accountId)
    return
  }
  await mustBeFree(db, app, accountId, hardware)
  // Its last owner let it go just now.
  throw refuse('conflict')
}

/** Makes these free for any account. */
export async function unbind(db: Db, accountId: string, type: Hardware['type'], ids: readonly string[]): Promise<void> {
  await sql`delete from bindings
    where account_id = ${accountId} and device_type = ${type} and device_id = any(${ids})`.execute(db)
}

/** Refuses with 429101 an account that checks too many devices. */
export const countBindCheck = (app: App, { accountId }: Actor): Promise<void> =>
  countRequest(app, BIND_CHECKS, accountId)

/** For the `catch` of adding without a check: such a refusal reveals as much as a check, and counts as one. */
export const countRefusedAdding =
  (app: App, actor: Actor) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Refusal) await countBindCheck(app, actor)
    throw error
  }

/** Stores that a bind check passed, for the exchange that follows in the same session. */
export async function noteBindCheck(app: App, actor: Actor, { type, id }: Hardware): Promise<void> {
  await sql`insert into bind_checks (account_id, session_id, device_type, device_id, passed_at_ms)
    values (${actor.accountId}, ${actor.sessionId}, ${type}, ${id}, ${app.clock.now()})
    on conflict (account_id, session_id, device_type, device_id) do update set passed_at_ms = excluded.passed_at_ms`.execute(
    app.db,
  )
}

/** Notes that the challenge of a device was answered that is being brought in. */
export async function noteExchange({ db, clock }: App, actor: Actor, { type, id }: Pick<Hardware, 'type' | 'id'>) {
  await sql`update bind_checks set exchanged_at_ms = ${clock.now()}
    where account_id = ${actor.accountId} and session_id = ${actor.sessionId} and device_type = ${type}
      and device_id = ${id}`.execute(db)
}

/** Uses up the exchange of this session with the device; refuses with 412001, info `security`, where none was made a moment ago. */
export async function takeProof(
  db: Db,
  { clock }: Pick<App, 'clock'>,
  actor: Actor,
  { type, id }: Hardware,
): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from bind_checks
    where account_id = ${actor.accountId} and session_id = ${actor.sessionId} and device_type = ${type}
      and device_id = ${id} and exchanged_at_ms > ${clock.now() - CHECK_LASTS_MS}`.execute(db)
  if (numAffectedRows !== 1n) throw refuse('preconditionFailed', { info: 'security' })
}

/** True for hardware of the account, and for hardware that passed a bind check of this session a moment ago. */
export async function mayBeSpokenTo(
  { db, clock }: App,
  actor: Actor,
  { type, id }: Pick<Hardware, 'type' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from bindings where account_id = ${actor.accountId} and device_type = ${type} and device_id = ${id}
    union all
    select from bind_checks
    where account_id = ${actor.accountId} and session_id = ${actor.sessionId} and device_type = ${type}
      and device_id = ${id} and passed_at_ms > ${clock.now() - CHECK_LASTS_MS}`.execute(db)
  return rows.length > 0
}
