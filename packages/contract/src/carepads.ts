/** Temperature carepads and the loggers they stand in. Source: specification §3 Carepad; G69, G70. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'
import { deviceId, nameText } from './texts.ts'

export const Carepad = z.object({
  carepad_id: z.string(),
  /** Plain, or `enc:1:…` under the account's PIN (G30). */
  carepad_name: z.string(),
  /** Null: the unassigned default group. */
  logger_id: z.string().nullable(),
  make: z.string(),
  /** Percent. */
  battery: z.number().nullable(),
  /** Degrees Celsius. */
  temperature: z.number().nullable(),
  /** Epoch seconds; null: never heard. */
  last_seen: z.number().int().nullable(),
  temperature_unit: z.enum(['C', 'F']),
  /** Degrees Celsius. */
  threshold_high: z.number(),
  threshold_low: z.number(),
  alert_type: z.enum(['instant', 'persistent']),
  encrypted: z.boolean(),
})
export type Carepad = z.output<typeof Carepad>

export const carepads = {
  list: endpoint
    .get('/app/carepads', 'viewMap', 'Carepads of the account, newest first.')
    .takesQuery(PageRequest)
    .answers(pageOf('carepads', Carepad)),
  /** With `bind_check` true nothing is stored. Without a logger the carepad is in the unassigned group. */
  add: endpoint
    .post('/app/carepads', 'addDevices', 'Checks whether a carepad may be added, or adds it.')
    .takes(
      z
        .strictObject({
          carepad_id: deviceId,
          carepad_name: nameText.optional(),
          logger_id: z.uuid().nullable().optional(),
          bind_check: z.boolean().optional(),
        })
        .refine(({ bind_check, carepad_name }) => bind_check === true || carepad_name !== undefined, {
          path: ['carepad_name'],
        }),
    )
    .answers(z.object({ carepad: Carepad.optional() }))
    .refusesWith('nameTaken', 'deviceUsedByAnotherUser', 'deviceAlreadyYours', 'resourceNotFound'),
}
