/** What reports are measured by: one COPY stream of the same rows into a table that nobody follows. */
import { once } from 'node:events'
import { COPY_STATEMENT, toCopyText } from '@whereabouts/server/ingest/log/log-columns'
import { type LogRow, NOTHING_SAID } from '@whereabouts/server/state/log-row'
import { LOCATION_LOGS, periodOf } from '@whereabouts/server/state/partitions'
import { from as copyFrom } from 'pg-copy-streams'
import { ACCOUNT, type BenchServer, stationId, trackerId } from './server.ts'

/** As many as a batch of the server has at most. */
const ROWS_A_COMMIT = 3000
const DAY_MS = 86_400_000

/** Makes the table: of the log's shape, with its indexes and a partition for the day. */
export async function makeCopyTable({ database }: BenchServer): Promise<void> {
  const today = periodOf(LOCATION_LOGS, Date.now())
  await database.pool.query(`
    create table copied_logs (like location_logs including all) partition by range (scanned_at_ms);
    create table copied_logs_days partition of copied_logs
      for values from (${(today - 1) * DAY_MS}) to (${(today + 2) * DAY_MS})`)
}

let seq = 0

/** Copies for so long (ms); the rows that were committed. */
export async function copy(
  { database }: BenchServer,
  { trackers, stations }: { trackers: number; stations: number },
  forMs: number,
): Promise<number> {
  const client = await database.pool.connect()
  try {
    const untilMs = performance.now() + forMs
    let copied = 0
    while (performance.now() < untilMs) {
      const stream = client.query(copyFrom(COPY_STATEMENT.replace('location_logs', 'copied_logs')))
      stream.end(toCopyText(Array.from({ length: ROWS_A_COMMIT }, () => rowOf(trackers, stations))))
      await once(stream, 'finish')
      copied += ROWS_A_COMMIT
    }
    return copied
  } finally {
    client.release()
  }
}

function rowOf(trackers: number, stations: number): LogRow {
  seq += 1
  const now = Date.now()
  return {
    ...NOTHING_SAID,
    account_id: ACCOUNT,
    device_id: trackerId(seq % trackers),
    scanned_at_ms: now,
    sender_id: stationId(seq % stations),
    seq: `${seq}`,
    received_at_ms: now,
    clock_ahead: false,
    rssi: -60 - (seq % 30),
    connected: true,
    battery: 80,
    moving: false,
    log_order: seq,
  }
}
