/**
 * Sends notifications and new states of alarms to the consoles that are connected here, whichever server wrote them. Rows
 * are found by the database's clock; one may be sent twice, and consoles recognise it by its id. Source: decision 0024; rules 50, 61.
 */
import type { Alarm } from '@whereabouts/contract/notifications'
import type { AlarmEvent } from '@whereabouts/contract/stream'
import { sql } from 'kysely'
import { findNotifications, findReaders, type NotificationRow } from '../events/notifications.ts'
import { presentNotification } from '../events/present.ts'
import type { Reader } from '../events/words.ts'
import { listAlarms } from '../features/alarms/queries.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { Rounds } from './rounds.ts'

/** Polls this often (ms). */
const LOOK_EVERY_MS = 500
/** A server that could not poll for so long (ms) counts as unable to deliver. */
const TELLING_MS = 3000
/** A row may become visible this long (s) after it was stored, when its transaction ends. Longer than any may last. */
const COMMIT_WITHIN_S = 60

interface Found {
  readonly account_id: string
  readonly id: string
  /** What it is and when it was stored or changed. */
  readonly key: string
  readonly is_alarm: boolean
}

/** The streams of this server. */
export interface Consoles {
  sessionsHearing(accountId: string): readonly string[]
  notify(accountId: string, eventFor: (sessionId: string) => AlarmEvent | undefined): boolean
}

interface DeliveryDeps {
  readonly db: ServerDb
  readonly clock: Clock
  readonly streams: Consoles
  readonly log: Log
}

export class AlarmDelivery {
  readonly #deps: DeliveryDeps
  readonly #rounds: Rounds
  /** The time up to which rows were looked for, by the database's clock. */
  #lookedUntil: string | null = null
  /** Keys of the rows of the last poll. */
  #known: ReadonlySet<string> = new Set()
  /** Time of the last poll (ms by the monotonic clock). */
  #lookedAtMs = Number.NEGATIVE_INFINITY

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    const { log } = deps
    this.#rounds = new Rounds({ everyMs: LOOK_EVERY_MS, work: () => this.#look(), log, what: 'notifications' })
  }

  start(): void {
    this.#rounds.start()
  }

  /** Something was written and committed: it is sent at once. */
  wake(): void {
    this.#rounds.wake()
  }

  close(): Promise<void> {
    return this.#rounds.close()
  }

  /** Whether an event written now would reach the consoles here. */
  get isTelling(): boolean {
    return this.#deps.clock.steady() - this.#lookedAtMs < TELLING_MS
  }

  /** Nothing counts as sent before it is, so a poll that the database cuts short is repeated. */
  async #look(): Promise<void> {
    const { db } = this.#deps
    // A push without a time is for browsers: open consoles get its alarms.
    // When the database's clock is set back, polling goes back with it; rows from there on are sent again.
    const { rows } = await sql<Found & { now: string }>`
      with since as (
        select least(${this.#lookedUntil}::timestamptz, clock_timestamp()) - make_interval(secs => ${COMMIT_WITHIN_S}) as at,
          clock_timestamp()::text as now
      )
      select account_id, id, 'n ' || id as key, false as is_alarm, now from notifications, since
      where stored_at > at and event_time_ms > 0
      union all
      select account_id, alarm_id, 'a ' || alarm_id || changed_at, true, now from alarms, since where changed_at > at
      union all
      select null, null, null, false, now from since`.execute(db)
    const found = rows.filter(({ key }) => key !== null)
    // At a server's start nobody listens yet: a new console gets what it missed at the start of its stream.
    const news = this.#lookedUntil === null ? [] : found.filter(({ key }) => !this.#known.has(key))
    const accounts = Map.groupBy(news, ({ account_id }) => account_id)
    for (const accountId of accounts.keys()) {
      if (this.#deps.streams.sessionsHearing(accountId).length === 0) accounts.delete(accountId)
    }
    if (accounts.size > 0) await this.#tell(accounts)
    this.#known = new Set(found.map(({ key }) => key))
    this.#lookedUntil = rows[0]!.now
    this.#lookedAtMs = this.#deps.clock.steady()
  }

  async #tell(accounts: ReadonlyMap<string, readonly Found[]>): Promise<void> {
    const { db, streams } = this.#deps
    const all = [...accounts.values()].flat()
    const [notifications, alarms, readers] = await Promise.all([
      findNotifications(
        db,
        all.filter(({ is_alarm }) => !is_alarm),
      ),
      listAlarms(
        db,
        all.filter(({ is_alarm }) => is_alarm),
      ),
      findReaders(
        db,
        [...accounts.keys()].flatMap((accountId) => streams.sessionsHearing(accountId)),
      ),
    ])
    const rowsOf = Map.groupBy(notifications, ({ account_id }) => account_id)
    const changesOf = Map.groupBy(alarms, ({ account_id }) => account_id)
    const taken: NotificationRow[] = []
    for (const accountId of accounts.keys()) {
      const rows = rowsOf.get(accountId) ?? []
      if (rows.length > 0 && streams.notify(accountId, inWords(rows, readers))) taken.push(...rows)
      // A notification carries its alarm.
      const withIt = new Set(rows.map(({ alarm }) => alarm?.alarm_id))
      const changed = (changesOf.get(accountId) ?? []).filter(({ alarm_id }) => !withIt.has(alarm_id))
      const data = { alarms: changed.map(({ account_id: _own, ...alarm }): Alarm => alarm) }
      const event: AlarmEvent = { event: 'alarms', data }
      if (changed.length > 0) streams.notify(accountId, () => event)
    }
    await this.#markSent(taken)
  }

  /** A console's stream took them. That changes nothing for consoles, so it does not count as a change. */
  async #markSent(rows: readonly NotificationRow[]): Promise<void> {
    const { db, clock } = this.#deps
    const raised = rows.flatMap(({ account_id, alarm }) =>
      alarm?.state === 'raised' ? [{ account_id, id: alarm.alarm_id }] : [],
    )
    if (raised.length === 0) return
    await sql`
      update alarms a set state = 'sent', sent_at_ms = ${clock.now()}
      from (
        select account_id, alarm_id from alarms
          join unnest(${raised.map((key) => key.account_id)}::uuid[], ${raised.map((key) => key.id)}::uuid[])
            as sent (account_id, alarm_id) using (account_id, alarm_id)
        where state = 'raised' for update of alarms skip locked) as held
      where a.account_id = held.account_id and a.alarm_id = held.alarm_id`.execute(db)
  }
}

/** The events for sessions, composed once for all with the same language. */
function inWords(rows: readonly NotificationRow[], readers: ReadonlyMap<string, Reader>) {
  const events = new Map<string, AlarmEvent>()
  return (sessionId: string): AlarmEvent | undefined => {
    const reader = readers.get(sessionId)
    if (reader === undefined) return undefined
    const key = `${reader.locale} ${reader.timezone}`
    const known = events.get(key)
    if (known !== undefined) return known
    const data = { notifications: rows.map((row) => presentNotification(row, reader)) }
    const event: AlarmEvent = { event: 'notifications', data }
    events.set(key, event)
    return event
  }
}
