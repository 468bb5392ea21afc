/** What is done for each kind of job. Each may be broken off at any time, and be done twice. */
import type { Background } from '../context.ts'
import { eraseHistory } from '../features/accounts/erase.ts'
import { finishCalibration } from '../features/calibrations/finish.ts'
import { erasePast } from '../features/history/erase.ts'
import { makeReport } from '../features/shift-reports/make.ts'
import { finishTraining } from '../features/training-jobs/finish.ts'
import { measureTraining } from '../features/training-jobs/measure.ts'
import type { Tasks } from './queue.ts'

export const tasksOf = (app: Background): Tasks => ({
  eraseHistory: (job) => eraseHistory(app, job),
  erasePast: (job) => erasePast(app, job),
  finishTraining: (job) => finishTraining(app, job),
  measureTraining: (job) => measureTraining(app, job),
  finishCalibration: (job) => finishCalibration(app, job),
  makeShiftReport: (job) => makeReport(app, job),
})
