/** Ends calibrations, by hand or when their time is over, and keeps what they measured with each station. Source: G54. */
import type { AnyApp, App } from '../../context.ts'
import type { JobPayloads } from '../../jobs/payloads.ts'
import type { Job } from '../../jobs/queue.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { presentCalibrated } from '../stations/present.ts'
import { listCalibrated } from '../stations/queries.ts'
import { measuredRows } from './measure.ts'
import { type CalibrationRow, endCalibration, lockOpen, saveStationCalibrations } from './queries.ts'

type Payload = JobPayloads['finishCalibration']

/** Stations report late where their network is slow (ms). */
const GRACE_MS = 3000

export const queueFinish = (
  db: Db,
  { jobs }: Pick<App, 'jobs'>,
  accountId: string,
  { calibration_id, ends_at_ms }: CalibrationRow,
): Promise<boolean> =>
  jobs.add(
    db,
    'finishCalibration',
    { account_id: accountId, calibration_id },
    { key: calibration_id, runAt: ends_at_ms + GRACE_MS },
  )

/** Ends the calibration that goes on, or the one with the id where it does, and tells consoles. */
export async function finish(
  app: Pick<AnyApp, 'db' | 'clock' | 'homes' | 'streams'>,
  accountId: string,
  id: string | null,
): Promise<void> {
  const ended = await app.db.transaction().execute(async (db) => {
    const row = await lockOpen(db, accountId, id)
    if (row === undefined) return undefined
    const stoppedMs = Math.min(app.clock.now(), row.ends_at_ms)
    await saveStationCalibrations(db, accountId, await measuredRows(db, accountId, row, stoppedMs))
    await endCalibration(db, accountId, row.calibration_id, stoppedMs)
    return row
  })
  if (ended === undefined) return
  await app.homes.of(accountId).tell({ kind: 'changed' })
  for (const station of await listCalibrated(app.db, accountId, ended.t4_ids)) {
    app.streams.stationEdited(accountId, { t4_id: station.t4_id, ...presentCalibrated(station) })
  }
  app.streams.listChanged(accountId, 'calibrations')
}

/** The task of the queue. */
export const finishCalibration = (
  app: Pick<AnyApp, 'db' | 'clock' | 'homes' | 'streams'>,
  { payload }: Job<Payload>,
): Promise<void> => finish(app, payload.account_id, payload.calibration_id)
