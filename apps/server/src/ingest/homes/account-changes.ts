/**
 * People's changes to accounts at one server (devices, zones, maps), sent to the other servers, which have cached those accounts and
 * have consoles of their own. Source: decision 0030; security rule 61.
 */
import { sql } from 'kysely'
import type { ServerDb } from '../../platform/postgres/database.ts'
import type { Edited } from '../../state/state-listener.ts'

/** `directory`: the other servers must reload the account to interpret its reports. */
export type Changed = Edited | 'directory'

interface Deps {
  readonly db: ServerDb
  readonly serverId: string
  readonly onAway: (error: unknown) => void
}

interface Change {
  readonly account_id: string
  readonly server_id: string
  /** The transaction that recorded it. */
  readonly changed: string
  /** The kinds of changes, each with the transaction that recorded it last. */
  readonly edits: Readonly<Partial<Record<Changed, string>>>
}

const keyOf = ({ account_id, server_id }: Change): string => `${account_id} ${server_id}`

export class AccountChanges {
  readonly #deps: Deps
  /** By account, changes that are not recorded yet. */
  readonly #unsaid = new Map<string, Set<Changed>>()
  /** Every transaction before this one had ended at the last poll; undefined: never polled. */
  #lookedUntil: string | undefined
  /** Changes that were reported, kept while a poll may find them again: an earlier transaction is open, or others in the poll were not reported. */
  readonly #told = new Map<string, Change>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A change of the account was made and committed here. */
  say(accountId: string, ...changed: readonly Changed[]): void {
    this.#keep(accountId, changed)
    this.#sayAll().catch(this.#deps.onAway)
  }

  /**
   * Reports the changes at other servers since the last poll; the first poll reports none. What fails is reported again by the
   * next one.
   */
  async look(tell: (accountId: string, changed: readonly Changed[]) => Promise<void>): Promise<void> {
    const { db, serverId } = this.#deps
    if (this.#unsaid.size > 0) await this.#sayAll()
    const since = sql`${this.#lookedUntil ?? null}::text::xid8`
    // A transaction that was open then may have recorded its change first, and ended last.
    const { rows } = await sql<{ until: string; changes: readonly Change[] }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as until, array(
        select jsonb_build_object('account_id', account_id, 'server_id', server_id, 'changed', changed::text, 'edits', edits)
        from account_changes
        where changed >= ${since} and changed < pg_snapshot_xmax(pg_current_snapshot()) and server_id <> ${serverId}
      ) as changes`.execute(db)
    const { until, changes } = rows[0]!
    for (const change of changes) {
      if (this.#told.get(keyOf(change))?.changed === change.changed) continue
      await tell(change.account_id, this.#untold(change))
      this.#told.set(keyOf(change), change)
    }
    const found = new Set(changes.map(keyOf))
    for (const key of this.#told.keys()) if (!found.has(key)) this.#told.delete(key)
    this.#lookedUntil = until
  }

  #untold(change: Change): Changed[] {
    const before = this.#told.get(keyOf(change))?.edits ?? {}
    const edits = Object.entries(change.edits) as [Changed, string][]
    // During an upgrade, a server of the earlier version records that something changed, and not what.
    if (!edits.some(([, at]) => at === change.changed)) edits.push(['directory', change.changed])
    return edits
      .filter(([what, at]) => before[what] !== at && BigInt(at) >= BigInt(this.#lookedUntil ?? 0))
      .map(([what]) => what)
  }

  #keep(accountId: string, edits: Iterable<Changed>): void {
    this.#unsaid.set(accountId, new Set([...(this.#unsaid.get(accountId) ?? []), ...edits]))
  }

  async #sayAll(): Promise<void> {
    // Changes of one call are recorded in one statement.
    await undefined
    const said = [...this.#unsaid]
    this.#unsaid.clear()
    if (said.length === 0) return
    try {
      await this.#write(said.map(([account_id, edits]) => ({ account_id, edits: [...edits] })))
    } catch (error) {
      for (const [accountId, edits] of said) this.#keep(accountId, edits)
      throw error
    }
  }

  async #write(said: readonly { readonly account_id: string; readonly edits: readonly Changed[] }[]): Promise<void> {
    const { db, serverId } = this.#deps
    // In key order, so that two servers never deadlock; accounts that are gone are skipped.
    await sql`insert into account_changes (account_id, server_id, changed, edits)
      select account_id, ${serverId}, pg_current_xact_id(), (
        select coalesce(jsonb_object_agg(edited, pg_current_xact_id()::text), '{}') from jsonb_array_elements_text(said.edits) edited)
      from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) said (account_id uuid, edits jsonb) join accounts using (account_id)
      order by account_id
      on conflict (account_id, server_id)
      do update set changed = excluded.changed, edits = account_changes.edits || excluded.edits`.execute(db)
  }
}
