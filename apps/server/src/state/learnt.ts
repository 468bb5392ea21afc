/** What people measured at an account's site. */
import type { StationCalibration, TrainingSurvey } from '@whereabouts/positioning/survey'
import type { Db } from '../platform/postgres/database.ts'

export interface Learnt {
  readonly surveys: readonly TrainingSurvey[]
  readonly calibrations: readonly StationCalibration[]
}

export type ReadLearnt = (db: Db, accountId: string) => Promise<Learnt>
