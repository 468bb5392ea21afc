/** SQL of how much happened when; `db` first, owner second. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { NIGHT_MS } from '../../state/nights.ts'
import type { Range } from './queries.ts'

/** Places of trackers and alarms, each by parts of equal length. */
export async function countByParts(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: Range,
  parts: number,
): Promise<{ moves: number[]; alarms: number[] }> {
  const [moves, alarms] = await Promise.all(
    [
      // Rows of the very start of a night are of trackers that need not have moved.
      {
        table: 'shown_positions',
        time: 'at_ms',
        where: sql`and at_ms % 86400000 <> ${NIGHT_MS} and known_until_ms is null`,
      },
      { table: 'alarms', time: 'raised_at_ms', where: sql`` },
    ].map(async ({ table, time, where }) => {
      const counts = Array.from({ length: parts }, () => 0)
      const { rows } = await sql<{ part: number; count: number }>`
        select (${sql.ref(time)} - ${fromMs}::bigint) * ${parts} / ${Math.max(untilMs - fromMs, 1)}::bigint as part,
          count(*)::int as count
        from ${sql.table(table)}
        where account_id = ${accountId} and ${sql.ref(time)} >= ${fromMs}::bigint and ${sql.ref(time)} < ${untilMs}::bigint ${where}
        group by 1`.execute(db)
      for (const { part, count } of rows) counts[part] = count
      return counts
    }),
  )
  return { moves: moves!, alarms: alarms! }
}
