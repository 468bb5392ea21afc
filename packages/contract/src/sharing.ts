/** Devices shared between accounts. A received device can be seen and rung, nothing more. Source: specification §4 Sharing; G48. */
import { z } from 'zod'
import { newEmail } from './accounts.ts'
import { endpoint, Nothing } from './kit.ts'
import { LOCALES } from './locales.ts'
import { deviceId, mailToken } from './texts.ts'

export const Share = z.object({
  id: z.string(),
  email: z.string(),
  /** '' until it is accepted: an offer reveals nothing about its address. */
  fullname: z.string(),
  accepted: z.boolean(),
  /** Epoch seconds. */
  created_time: z.number().int(),
})
export type Share = z.output<typeof Share>

export const sharing = {
  /** Null for an own device. */
  getFrom: endpoint
    .get('/device/multishare/getfrom/{id}', 'viewSharing', 'Who shared a device with this account.')
    .answers(z.object({ share: z.object({ id: z.string(), email: z.string(), fullname: z.string() }).nullable() }))
    .refusesWith('deviceNotFound'),
  getTo: endpoint
    .get('/device/multishare/getto/{id}', 'shareDevices', 'Whom an own device is shared with.')
    .answers(z.object({ shares: z.array(Share) }))
    .refusesWith('deviceNotFound'),
  /**
   * Sends an invitation, valid for 7 days. 400113 for the caller's own address, 400114 for a phone that is not trackable, 400115
   * when it is already shared, 400116 when an invitation is pending (`resend` sends it again).
   */
  share: endpoint
    .post('/app/sharing', 'shareDevices', 'Shares a device with somebody.')
    .takes(
      z.strictObject({
        device_id: deviceId,
        email: newEmail,
        locale: z.enum(LOCALES).optional(),
        resend: z.boolean().optional(),
      }),
    )
    .answers(z.object({ share: Share }))
    .refusesWith(
      'deviceNotFound',
      'shareToYourself',
      'mobileNotTrackable',
      'alreadyShared',
      'shareNotAccepted',
      'duplicateMessage',
      'tooManyRequests',
    ),
  /** Either side may end it: the giver names the share, the receiver the device's `share_from` id. */
  unshare: endpoint
    .delete('/app/sharing', 'shareDevices', 'Ends a share.')
    .takes(z.strictObject({ device_id: deviceId, share_id: z.uuid() }))
    .answers(Nothing)
    .refusesWith('deviceNotFound', 'resourceNotFound'),
  /** The token proves the mailbox, so no session is needed. 404104 where the address has no account yet, 409001 where that account has a device of this id. */
  accept: endpoint
    .post('/app/sharing/accept', 'public', 'Accepts a share by the link of its mail.')
    .takes(z.strictObject({ token: mailToken }))
    .answers(z.object({ device_name: z.string(), shared_by: z.string() }))
    .refusesWith('invalidToken', 'emailNotFound', 'shareToYourself', 'conflict', 'tooManyRequests'),
}
