/** What stands in the database, so that a refused call can be shown to have changed nothing. */
import { type RawBuilder, sql } from 'kysely'
import { settled } from '../../../../scripts/harness/settled.ts'
import type { TestApp } from '../../../../scripts/harness/test-app.ts'

/**
 * Reading a session marks it as used, guesses are counted, and a replay of the log writes states again as they are; none
 * of it is what a call does.
 */
const VOLATILE: Readonly<Record<string, readonly string[]>> = {
  sessions: ['last_used_at_ms', 'token_used', 'previous_token_hash', 'rotated_at_ms'],
  // Written down a moment behind what a sender says.
  credentials: ['last_used', 'connected_at'],
  tracker_states: ['updated_at_ms'],
}
/** What may come about beside a refused call: a refusal leaves a trace for the owner, and a shift ends while the clock is moved. */
const COMPARED: Readonly<Record<string, RawBuilder<boolean>>> = {
  activity_logs: sql`action not in ('refuse_access', 'reuse_token')`,
  shift_reports: sql`due_at_ms is null`,
}
const LEFT_OUT = new Set([
  ...['signin_failures', 'gateway_counts', 'migrations', 'migrations_lock', 'server_secrets'],
  // Servers say that they live, and who listens to them.
  ...['servers', 'shards', 'listeners'],
])

/** Tables of how an account works, which nothing that a visitor by a link does changes. */
export const TABLES_OF_SETTINGS: readonly string[] = [
  ...['access_links', 'accounts', 'alert_settings', 'attendance_rules', 'brokers', 'confirmed_contacts', 'line_groups'],
  ...['remark_items', 'roll_call_settings', 'shares', 'shift_timers', 'tracker_classes', 'users', 'webhooks'],
]

/**
 * Of every table, or of these, how many rows it has, and the sum of their hashes, which does not depend on their order: once all that
 * earlier calls left to the background is done, which would change tables while a later call is judged.
 */
export async function hashTables(app: TestApp, names?: readonly string[]): Promise<Record<string, string>> {
  await settled(app)
  const { db } = app.database
  const { rows } = await sql<{ table_name: string }>`
    select relname as table_name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`.execute(db)
  const hashes = rows
    .filter(({ table_name }) => names?.includes(table_name) ?? !LEFT_OUT.has(table_name))
    .map(
      ({ table_name }) => sql`select ${table_name}::text as name,
        count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${VOLATILE[table_name] ?? []}::text[])::text, 0)), 0) as hash
        from ${sql.table(table_name)} t where ${COMPARED[table_name] ?? sql`true`}`,
    )
  const { rows: found } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
  return Object.fromEntries(found.map(({ name, hash }) => [name, hash]))
}
