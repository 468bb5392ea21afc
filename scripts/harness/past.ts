/** Writes what was, as reports would have left it. */
import type { Stay } from '@whereabouts/domain/history'
import {
  insertShownPositions,
  insertStays,
  type PositionOfDevice,
} from '../../apps/server/src/ingest/write-behind/past-queries.ts'
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
  }: { readonly stays?: readonly PastStay[]; readonly positions?: readonly Omit<PositionOfDevice, 'known_from_ms'>[] },
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
  await insertStays(
    db,
    stays.map(({ stay, ...key }) => ({ ...key, stay: { ...stay, sightings: 1, known_from_ms: 0 } })),
  )
  await insertShownPositions(
    db,
    positions.map((position) => ({ ...position, known_from_ms: 0 })),
  )
}
