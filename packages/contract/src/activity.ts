/** Where the account is signed in. Source: specification §3 Signed-in device; G18, G23. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

/** Source: specification §3, Other. */
export const ACTIVITY_DEVICE_TYPES = ['mobile', 'web', 'access_link'] as const

export const ActivityDevice = z.object({
  id: z.string(),
  device_type: z.enum(ACTIVITY_DEVICE_TYPES),
  name: z.string(),
  platform: z.string(),
  is_current_device: z.boolean(),
  /** Sign-in time; spelled as published (G84). */
  sigint_at_ms: z.number().int(),
  photo: z.string(),
})
export type ActivityDevice = z.output<typeof ActivityDevice>

export const activity = {
  listDevices: endpoint
    .get('/app/activity/devices', 'Sessions of the account.')
    .answers(z.object({ activity_devices: z.array(ActivityDevice) })),
}
