/** Writes what was, as reports would have left it. */
import type { Stay } from '@whereabouts/domain/history'
import type { ShownPosition } from '../../apps/server/src/ingest/write-behind/history.ts'
import { insertShownPositions, insertStays } from '../../apps/server/src/ingest/write-behind/history-queries.ts'
import type { Database } from '../../apps/server/src/platform/postgres/database.ts'
import { KnownPartitions, SHOWN_POSITIONS, STAYS } from '../../apps/server/src/state/partitions.ts'

interface PastStay {
  readonly account_id: string
  readonly id: string
  readonly stay: Stay
}

/** Rows of the past, with the partitions they belong to. */
export async function writePast(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  {
    stays = [],
    positions = [],
  }: { readonly stays?: readonly PastStay[]; readonly positions?: readonly ShownPosition[] },
): Promise<void> {
  const client = await pool.connect()
  try {
    await new KnownPartitions(STAYS).ensure(
      client,
      stays.map(({ stay }) => stay.from_ms),
    )
    await new KnownPartitions(SHOWN_POSITIONS).ensure(
      client,
      positions.map(({ at_ms }) => at_ms),
    )
  } finally {
    client.release()
  }
  const counted = ({ rssi, ...stay }: Stay) => ({
    ...{ ...stay, sightings: 1 },
    ...(rssi === null ? { rssi_sum: 0, rssi_count: 0 } : { rssi_sum: rssi, rssi_count: 1 }),
  })
  await insertStays(
    db,
    stays.map(({ stay, ...key }) => ({ ...key, stay: counted(stay) })),
  )
  await insertShownPositions(db, positions)
}
