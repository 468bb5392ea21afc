/**
 * The alarm ledger: what a database wrote of alarms, statement by statement, kept beside it by triggers so that it is there
 * with its cause or not at all; and what senders, consoles and people saw. The promises are judged by it.
 */
import type pg from 'pg'

/** What became of an alarm, at a moment of true time (ms). */
export interface AlarmEntry {
  readonly atMs: number
  readonly accountId: string
  readonly alarmId: string
  readonly deviceId: string
  readonly type: string
  readonly repeat: boolean
  readonly state: string
  readonly told: number
  readonly isShown: boolean
  /** How long its next step waits; as it is raised 0 where nobody listens. */
  readonly waitMs: number
  /** The transaction that wrote it. */
  readonly transaction: string
}

export interface EventEntry {
  readonly atMs: number
  readonly accountId: string
  readonly id: string
  /** The notification it sends again; null: itself. */
  readonly againOf: string | null
  readonly type: string
  readonly deviceId: string | null
  readonly eventTimeMs: number
  /** The transaction that wrote it. */
  readonly transaction: string
}

export interface OutEntry {
  readonly atMs: number
  readonly accountId: string
  /** Notification of a push, address of a mail. */
  readonly to: string
  readonly transaction: string
}

export interface MailEntry extends OutEntry {
  /** What it tells. */
  readonly alarmIds: readonly string[]
  readonly text: string
}

/** An alarm for a contact, until a mail takes it. */
export interface LetterEntry extends OutEntry {
  readonly alarmId: string
  readonly isTaken: boolean
}

/** The clock of all servers is set (decision 0031). */
export interface ClockStep {
  readonly atMs: number
  /** On, or where it is negative back. */
  readonly byMs: number
}

/** A stretch of true time (ms). */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Something that has to raise exactly one alarm each time, or one notification where its type is none. */
export interface Cause {
  readonly accountId: string
  readonly deviceId: string
  readonly type: string
  /** When the gateway said that it is safe; undefined: it never did, and no more alarms follow. */
  safeAtMs: number | undefined
  /** How often it comes about; undefined: once. */
  readonly times?: number
  /**
   * Of a press, the times of its reports, in the order they came, by each server that may have written them down (epoch ms):
   * one whose clock is behind takes what is to come for now.
   */
  readonly takenAsMs?: readonly number[]
  /** Not to be told before (ms of true time), by any clock there was. */
  notBeforeMs?: number
  /** To be told by then (ms of true time), by what clocks and servers there were. */
  byMs?: number | undefined
}

interface Ring {
  readonly atMs: number
  readonly alarmId: string
  readonly isOn: boolean
}

export interface Stop {
  readonly atMs: number
  /** What rang here, was seen and named. */
  readonly named: readonly string[]
  /** What rang here unseen. */
  readonly unseen: readonly string[]
  /** The server heard of it; undefined: it was never told, or nobody knows. */
  toldAtMs: number | undefined
}

export interface ConsoleBook {
  readonly name: string
  readonly accountId: string
  /** Its person may answer for alarms, so what it shows is seen. */
  readonly mayAnswer: boolean
  /** While its page was open. */
  readonly pages: { readonly fromMs: number; toMs: number }[]
  /** When it began to tell the server what it shows. */
  readonly receipts: { readonly atMs: number; readonly alarmId: string }[]
  /** While its stream was open and it knew what is open. */
  readonly live: Span[]
  readonly rings: Ring[]
  readonly toasts: { readonly atMs: number; readonly alarmId: string; readonly key: string }[]
  readonly stops: Stop[]
}

export interface AccountBook {
  readonly accountId: string
  readonly acknowledgeWithinMs: number
  readonly contacts: readonly { readonly email: string; readonly afterMs: number }[]
  readonly subscriptions: number
}

export interface Ledger {
  readonly causes: readonly Cause[]
  readonly consoles: readonly ConsoleBook[]
  readonly accounts: readonly AccountBook[]
  readonly alarms: readonly AlarmEntry[]
  /** In the order in which they were written. */
  readonly events: readonly EventEntry[]
  readonly pushes: readonly OutEntry[]
  readonly mails: readonly MailEntry[]
  readonly letters: readonly LetterEntry[]
  /** While no server could do its work: the database was away, or every server. */
  readonly trouble: readonly Span[]
  /** While a server was paused: it does not feel that the clock was set. */
  readonly pauses: readonly Span[]
  readonly clockSteps: readonly ClockStep[]
  /** What is done at one time is written within this (ms): on a real machine statements take their time, and wait for others. */
  readonly trembleMs: number
  readonly endedAtMs: number
  /** What servers themselves called a bug. */
  readonly bugs: readonly string[]
}

/** Keeps the ledger in the database from now on; `now` is an SQL expression of true time (ms). No push and no mail leaves. */
export async function keepLedger(client: pg.Client, now: string): Promise<void> {
  await client.query(`
    create schema ledger;
    create table ledger.entries (number bigserial, at_ms double precision, kind text, row jsonb,
      transaction text default pg_current_xact_id()::text);
    create function ledger.keep() returns trigger language plpgsql security definer as $$
      begin
        insert into ledger.entries (at_ms, kind, row) values (${now}, tg_table_name, to_jsonb(new));
        return null;
      end $$;
    create trigger keep after insert or update on public.alarms for each row execute function ledger.keep();
    create trigger keep after insert on public.notifications for each row execute function ledger.keep();
    create trigger keep after insert on public.pushes for each row execute function ledger.keep();
    create trigger keep after insert on public.mails for each row execute function ledger.keep();
    create function ledger.keep_letter() returns trigger language plpgsql security definer as $$
      begin
        insert into ledger.entries (at_ms, kind, row)
          values (${now}, tg_table_name, to_jsonb(coalesce(new, old)) || jsonb_build_object('is_taken', tg_op = 'DELETE'));
        return null;
      end $$;
    create trigger keep after insert or delete on public.alarm_letters for each row execute function ledger.keep_letter();
    create function ledger.keep_here() returns trigger language plpgsql security definer as
      $$ begin new.next_try_at_ms := null; return new; end $$;
    create trigger keep_here before insert on public.pushes for each row execute function ledger.keep_here();
    create trigger keep_here before insert on public.mails for each row execute function ledger.keep_here()`)
}

/** What the database kept. */
export async function readLedger(
  client: pg.Client,
): Promise<Pick<Ledger, 'alarms' | 'events' | 'pushes' | 'mails' | 'letters'>> {
  // biome-ignore lint/suspicious/noExplicitAny: rows of five tables, as the database writes them.
  const { rows } = await client.query<{ at_ms: number; kind: string; row: any; transaction: string }>(
    'select at_ms, kind, row, transaction from ledger.entries order by number',
  )
  const of = (kind: string) => rows.filter((entry) => entry.kind === kind)
  return {
    alarms: of('alarms').map(({ at_ms, row, transaction }) => ({
      ...{ atMs: at_ms, accountId: row.account_id, alarmId: row.alarm_id, deviceId: row.device_id, type: row.type },
      ...{ repeat: row.repeat, state: row.state, told: row.told, isShown: row.shown_at_ms !== null },
      ...{ waitMs: row.wait_ms, transaction },
    })),
    events: of('notifications').map(({ at_ms, row, transaction }) => ({
      ...{ atMs: at_ms, accountId: row.account_id, id: row.id, type: row.type, deviceId: row.device_id },
      ...{ againOf: row.again_of, eventTimeMs: row.event_time_ms, transaction },
    })),
    pushes: of('pushes').map(({ at_ms, row, transaction }) => ({
      ...{ atMs: at_ms, accountId: row.account_id, to: row.notification_id, transaction },
    })),
    mails: of('mails')
      .filter(({ row }) => row.kind === 'alarm')
      .map(({ at_ms, row, transaction }) => ({
        ...{ atMs: at_ms, accountId: row.account_id, to: row.email.toLowerCase(), transaction },
        ...{ alarmIds: row.alarm_ids, text: row.body_text },
      })),
    letters: of('alarm_letters').map(({ at_ms, row, transaction }) => ({
      ...{ atMs: at_ms, accountId: row.account_id, to: row.email.toLowerCase(), alarmId: row.alarm_id },
      ...{ isTaken: row.is_taken, transaction },
    })),
  }
}
