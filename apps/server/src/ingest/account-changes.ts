/**
 * What people changed of accounts at one server (devices, zones, maps), told to the others, who know accounts from before and
 * have consoles of their own. Source: decision 0030; security rule 61.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Edited } from '../state/state-listener.ts'

/** `directory`: what servers know of an account to understand its devices is to be read again. */
export type Changed = Edited | 'directory'

interface Means {
  readonly db: Db
  readonly serverId: string
  readonly onAway: (error: unknown) => void
}

interface Change {
  readonly account_id: string
  readonly server_id: string
  /** The transaction that said so. */
  readonly changed: string
  /** What it was, with the transaction that said it last. */
  readonly edits: Readonly<Partial<Record<Changed, string>>>
}

const keyOf = ({ account_id, server_id }: Change): string => `${account_id} ${server_id}`

export class AccountChanges {
  readonly #means: Means
  /** By account, what could not be said yet. */
  readonly #unsaid = new Map<string, Set<Changed>>()
  /** Every transaction before this one was over when it was looked last; undefined: never. */
  #lookedUntil: string | undefined
  /** What was told, as long as it is found again: while a transaction of before is under way, or what else was found was not told. */
  readonly #told = new Map<string, Change>()

  constructor(means: Means) {
    this.#means = means
  }

  /** Somebody changed this of an account here; it is committed. */
  say(accountId: string, ...changed: readonly Changed[]): void {
    this.#keep(accountId, changed)
    this.#sayAll().catch(this.#means.onAway)
  }

  /**
   * Tells what was changed at other servers since the last look; at the first nothing: nothing is known yet. What fails is
   * told again at the next.
   */
  async look(tell: (accountId: string, changed: readonly Changed[]) => Promise<void>): Promise<void> {
    const { db, serverId } = this.#means
    if (this.#unsaid.size > 0) await this.#sayAll()
    const since = sql`${this.#lookedUntil ?? null}::text::xid8`
    // A transaction that was under way then may have been first to change something, and last to end.
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
    // During an upgrade a server of the version before says that something changed, and not what.
    if (!edits.some(([, at]) => at === change.changed)) edits.push(['directory', change.changed])
    return edits
      .filter(([what, at]) => before[what] !== at && BigInt(at) >= BigInt(this.#lookedUntil ?? 0))
      .map(([what]) => what)
  }

  #keep(accountId: string, edits: Iterable<Changed>): void {
    this.#unsaid.set(accountId, new Set([...(this.#unsaid.get(accountId) ?? []), ...edits]))
  }

  async #sayAll(): Promise<void> {
    // What is said in one go is written in one go.
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
    const { db, serverId } = this.#means
    // In one order, so that two servers never wait for each other in a circle; of accounts that are gone nothing has to be said.
    await sql`insert into account_changes (account_id, server_id, changed, edits)
      select account_id, ${serverId}, pg_current_xact_id(), (
        select coalesce(jsonb_object_agg(edited, pg_current_xact_id()::text), '{}') from jsonb_array_elements_text(said.edits) edited)
      from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) said (account_id uuid, edits jsonb) join accounts using (account_id)
      order by account_id
      on conflict (account_id, server_id)
      do update set changed = excluded.changed, edits = account_changes.edits || excluded.edits`.execute(db)
  }
}
