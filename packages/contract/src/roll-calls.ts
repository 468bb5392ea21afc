/**
 * Roll-calls, for an evacuation or a drill: who is expected inside, where each was last, and who was ticked as safe. A roll-call that
 * ended is the report of it. Source: decision 0045.
 */
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import { MAX_TICKS } from '@whereabouts/domain/roll-calls'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { PageRequest } from './paging.ts'
import { deviceId } from './texts.ts'

const atMs = z.number().int()
/** When something was done while the server was away: within the last 12 hours, by the server's clock, to which it is bounded. */
const pastMs = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Somebody who is expected inside. The place is the last one: as of now while the roll-call is open, else as it was when it ended. */
export const RollCallPerson = z.object({
  device_id: z.string(),
  name: z.string(),
  class_index: z.number().int(),
  class_name: z.string(),
  class_color: z.string().nullable(),
  /** The attendance zone; '': in none. */
  zone_name: z.string(),
  /** Floor plan and station; '': unknown. */
  place: z.string(),
  is_inside: z.boolean(),
  /** Null: never. */
  last_seen_ms: atMs.nullable(),
  /** From the remarks, as it was written; '': none. */
  phone: z.string(),
})
export type RollCallPerson = z.output<typeof RollCallPerson>

export const RollCallTick = z.object({
  command_id: z.string(),
  device_id: z.string(),
  is_safe: z.boolean(),
  at_ms: atMs,
  by: z.string(),
  /** When it arrived, where the roll-call had ended by then; null: in time. */
  arrived_late_ms: atMs.nullable(),
})
export type RollCallTick = z.output<typeof RollCallTick>

const head = {
  id: z.string(),
  is_drill: z.boolean(),
  started_at_ms: atMs,
  started_by: z.string(),
  /** Null: it is in progress. */
  ended_at_ms: atMs.nullable(),
  ended_by: z.string().nullable(),
}

export const RollCall = z.object({
  ...head,
  people: z.array(RollCallPerson),
  /** The one that counts for each person. */
  ticks: z.array(RollCallTick),
})
export type RollCall = z.output<typeof RollCall>

export const RollCallSummary = z.object({ ...head, expected: z.number().int(), safe: z.number().int() })
export type RollCallSummary = z.output<typeof RollCallSummary>

const RollCallSettings = z.object({
  /** Trackers of these classes are people, those without a class by -1; null: all are. */
  class_indexes: z.array(z.number().int()).nullable(),
})

const answer = z.object({ roll_call: RollCall })

export const rollCalls = {
  list: endpoint
    .get('/app/rollcalls', 'takeRollCall', 'The roll-call that goes on, if any, and earlier ones, newest first.')
    .takesQuery(PageRequest)
    .answers(
      z.object({
        open: RollCall.nullable(),
        roll_calls: z.array(RollCallSummary),
        metadata: z.object({ next_token: z.string().optional() }).optional(),
      }),
    ),
  /**
   * One goes on at a time: where there is one, it is answered, and a start that is no drill makes it none either. The id is the
   * caller's, so that a start is repeated without effect.
   */
  start: endpoint
    .post('/app/rollcalls', 'takeRollCall', 'Starts a roll-call, or joins the one that goes on.')
    .takes(z.strictObject({ id: z.uuid(), is_drill: z.boolean(), started_at_ms: pastMs }))
    .answers(answer),
  get: endpoint
    .get('/app/rollcalls/{id}', 'takeRollCall', 'A roll-call with its people and ticks.')
    .answers(answer)
    .refusesWith('resourceNotFound'),
  /**
   * A tick is stored once by its id. Of several for one person the one said last counts, at the same time the one with the larger
   * id. People who are not expected are skipped, and so is what was said after the end. What was said before it counts and is marked as
   * late where it arrives within 12 hours of the end: 405001 after that.
   */
  tick: endpoint
    .post('/app/rollcalls/{id}/ticks', 'takeRollCall', 'Says that people are safe, or takes it back.')
    .takes(
      z.strictObject({
        ticks: z
          .array(z.strictObject({ command_id: z.uuid(), device_id: deviceId, is_safe: z.boolean(), at_ms: pastMs }))
          .min(1)
          .max(MAX_TICKS),
      }),
    )
    .answers(answer)
    .refusesWith('resourceNotFound', 'notAllowed'),
  /** Not before the last tick. One that ended stays as it is. */
  end: endpoint
    .post('/app/rollcalls/{id}/end', 'takeRollCall', 'Ends a roll-call, which is then its report.')
    .takes(z.strictObject({ ended_at_ms: pastMs }))
    .answers(answer)
    .refusesWith('resourceNotFound'),
  getSettings: endpoint
    .get('/app/users/extrasettings/rollcall', 'takeRollCall', 'Whose trackers a roll-call is about.')
    .answers(RollCallSettings),
  saveSettings: endpoint
    .post('/app/users/extrasettings/rollcall', 'manageDefinitions', 'Saves whose trackers a roll-call is about.')
    .takes(
      z.strictObject({
        class_indexes: z
          .array(
            z
              .number()
              .int()
              .min(-1)
              .max(CLASS_SLOTS - 1),
          )
          .min(1)
          .max(CLASS_SLOTS + 1)
          .refine((indexes) => new Set(indexes).size === indexes.length)
          .nullable(),
      }),
    )
    .answers(RollCallSettings),
}
