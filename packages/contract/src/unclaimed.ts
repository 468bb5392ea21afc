/** Tags that senders of the account hear and nobody has claimed. Source: G85. */
import { MEASURED } from '@whereabouts/domain/temperatures'
import { z } from 'zod'
import { Carepad, pinCheck, protectedName } from './carepads.ts'
import { endpoint, Nothing } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'
import { nameText } from './texts.ts'
import { Tracker } from './trackers.ts'

export const UnclaimedTag = z.object({
  id: z.string(),
  /** Identifies the same tag the next time, e.g. `iBeacon:<uuid>-<major>-<minor>`. */
  radio_identity: z.string(),
  /** Its maker or protocol, e.g. `Ruuvi`; '' when unknown. */
  make: z.string(),
  /** Its advertised name, or the name that stations report for it; '' where there is none. Not to be trusted: any device may send any name. */
  name: z.string(),
  /** It measures a temperature, so it can be a carepad. */
  has_temperature: z.boolean(),
  /** Its advertisements are encrypted: claiming needs its key. */
  is_encrypted: z.boolean(),
  /** Two tags of this kind would look the same, so it is not reliable as an identity. */
  is_ambiguous: z.boolean(),
  /** dBm, by the sender that heard it best; null where a network passed it on, whose signal does not say how near it is. */
  rssi: z.number().nullable(),
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
  /** With `ignored=true` the hidden ones, however long ago they were last heard. */
  list: endpoint
    .get('/app/unclaimed', 'addDevices', 'Tags nobody has claimed, last heard first.')
    .takesQuery(PageRequest.extend({ ignored: z.literal('true').optional() }))
    .answers(pageOf('unclaimed', UnclaimedTag)),
  /**
   * The device gets an id of ours, beside its radio identity. A wrong `key` of an encrypted tag is 400001 with
   * info `body.key`; a tag claimed a moment ago 409001.
   */
  claim: endpoint
    .post('/app/unclaimed/{id}/claim', 'addDevices', 'Makes a tag a tracker, a carepad, or both, of the account.')
    .takes(
      z.strictObject({
        /** `both`: a tracker and a carepad. */
        as: z.enum(['tracker', 'carepad', 'both']),
        /** Of a carepad under the PIN with `pin_check`, as where one is added. */
        name: z.union([protectedName, nameText]),
        /** The carepad's, where the tag becomes both and it is called otherwise than the tracker, as under the PIN. */
        carepad_name: z.union([protectedName, nameText]).optional(),
        pin_check: pinCheck.optional(),
        /** What a carepad measures, which decides its limits; without it a guess by its temperature. */
        measures: z.enum(MEASURED).optional(),
        /** 32 hex digits: the key of BTHome's encryption. */
        key: z
          .string()
          .regex(/^[0-9a-fA-F]{32}$/)
          .optional(),
      }),
    )
    .answers(z.object({ tracker: Tracker.optional(), carepad: Carepad.optional() }))
    .refusesWith('resourceNotFound', 'nameTaken', 'conflict'),
  /** It stays hidden until it is restored. */
  ignore: endpoint
    .delete('/app/unclaimed/{id}', 'addDevices', 'Hides a tag from the inbox for good.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
  /** Offers the tag again: at once if it was heard within a day, else the next time it is heard. */
  restore: endpoint
    .post('/app/unclaimed/{id}/restore', 'addDevices', 'Brings an ignored tag back into the inbox.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
