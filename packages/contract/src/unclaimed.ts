/** Tags that senders of the account hear and nobody has claimed. Source: G85. */
import { z } from 'zod'
import { Carepad } from './carepads.ts'
import { endpoint, Nothing } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'
import { nameText } from './texts.ts'
import { Tracker } from './trackers.ts'

export const UnclaimedTag = z.object({
  id: z.string(),
  /** What makes it the same tag the next time, e.g. `iBeacon:<uuid>-<major>-<minor>`. */
  radio_identity: z.string(),
  /** Who made it or what it speaks, e.g. `Ruuvi`; '' where nothing says so. */
  make: z.string(),
  /** It measures a temperature, so it can be a carepad. */
  has_temperature: z.boolean(),
  /** It encrypts what it says: claiming needs its key. */
  is_encrypted: z.boolean(),
  /** Two of a kind would look the same: not to be trusted as an identity. */
  is_ambiguous: z.boolean(),
  /** dBm, by the sender that heard it best. */
  rssi: z.number(),
  sender_id: z.string(),
  /** Name of the station or phone that heard it best. */
  sender_name: z.string(),
  /** Percent. */
  battery: z.number().nullable(),
  /** Degrees Celsius. */
  temperature: z.number().nullable(),
  /** Epoch seconds. */
  first_seen: z.number().int(),
  last_seen: z.number().int(),
})
export type UnclaimedTag = z.output<typeof UnclaimedTag>

export const unclaimed = {
  /** With `ignored=true` those that were hidden, however long ago they were last heard. */
  list: endpoint
    .get('/app/unclaimed', 'addDevices', 'Tags nobody has claimed, last heard first.')
    .takesQuery(PageRequest.extend({ ignored: z.literal('true').optional() }))
    .answers(pageOf('unclaimed', UnclaimedTag)),
  /**
   * The device gets an id of ours; the radio identity stands beside it. A wrong `key` of an encrypted tag is 400001 with
   * info `body.key`; a tag claimed a moment ago 409001.
   */
  claim: endpoint
    .post('/app/unclaimed/{id}/claim', 'addDevices', 'Makes a tag a tracker or a carepad of the account.')
    .takes(
      z.strictObject({
        as: z.enum(['tracker', 'carepad']),
        name: nameText,
        /** 32 hex digits: the key of BTHome's encryption. */
        key: z
          .string()
          .regex(/^[0-9a-fA-F]{32}$/)
          .optional(),
      }),
    )
    .answers(z.object({ tracker: Tracker.optional(), carepad: Carepad.optional() }))
    .refusesWith('resourceNotFound', 'nameTaken', 'conflict'),
  /** It stays away until somebody takes the mark back. */
  ignore: endpoint
    .delete('/app/unclaimed/{id}', 'addDevices', 'Hides a tag from the inbox for good.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  /** Takes the mark back: the tag is offered again, at once if it was heard within a day, else the next time it is. */
  restore: endpoint
    .post('/app/unclaimed/{id}/restore', 'addDevices', 'Brings an ignored tag back into the inbox.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
