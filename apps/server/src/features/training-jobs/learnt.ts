/** What people measured at an account's site, by which ingest places its trackers. */
import type { Db } from '../../platform/postgres/database.ts'
import type { Learnt } from '../../state/learnt.ts'
import { listStationCalibrations } from '../../state/station-calibrations.ts'
import { listSurveys } from './queries.ts'

export const readLearnt = async (db: Db, accountId: string): Promise<Learnt> => ({
  surveys: await listSurveys(db, accountId),
  calibrations: await listStationCalibrations(db, accountId),
})
