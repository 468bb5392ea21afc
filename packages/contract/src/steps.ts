/** Steps of care watches by day. Source: specification §3; G71. */
import { MAX_STEP_TARGET, STEP_RANGES } from '@whereabouts/domain/steps'
import { z } from 'zod'
import { endpoint } from './kit.ts'

const count = z.number().int()

const figures = {
  /** Of the account's local day. */
  today: count,
  /** Of the range. */
  total: count,
  average_daily: count,
  reach_goal_days: count,
  target: count,
}

export const StepRecord = z.object({
  ...figures,
  /** By day, as YYYY-MM-DD; of a year by month, as YYYY-MM. Oldest first; every day and month of the range. */
  steps: z.array(z.object({ date: z.string(), count })),
})
export type StepRecord = z.output<typeof StepRecord>

export const StepRow = z.object({ device_id: z.string(), ...figures })
export type StepRow = z.output<typeof StepRow>

const range = z.strictObject({ range: z.enum(STEP_RANGES).default('1w') })

export const steps = {
  /** Only devices that count steps have any: others are 404102. */
  get: endpoint
    .get('/app/trackers/{id}/steps', 'viewMap', 'Steps of a device over a week, a month or a year.')
    .takesQuery(range)
    .answers(StepRecord)
    .refusesWith('resourceNotFound'),
  setTarget: endpoint
    .put('/app/trackers/{id}/steps', 'setStepTarget', 'Sets the steps a day that a person is to reach.')
    .takes(z.strictObject({ target: z.number().int().min(1).max(MAX_STEP_TARGET) }))
    .answers(z.object({ target: count }))
    .refusesWith('resourceNotFound'),
  list: endpoint
    .get('/app/steps', 'viewMap', 'Steps of every device that counts them.')
    .takesQuery(range)
    .answers(z.object({ devices: z.array(StepRow) })),
}
