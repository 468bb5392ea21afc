/** Where the account is signed in, and what was done in it. Source: specification §3, §7; G18, G23, G56. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { PageRequest, pageOf } from './paging.ts'

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

/** What is written down, and whether it stands in the security log too. The console has words for each. */
export const ACTIVITY_ACTIONS = {
  sign_in: { isSecurity: true },
  /** A wrong password: for a known e-mail or link, or of who is signed in and proves it again. */
  sign_in_refused: { isSecurity: true },
  sign_out: { isSecurity: true },
  /** `target`: the signed-in device that was ended. */
  forced_sign_out: { isSecurity: true },
  /** `target`: the link's name. */
  create_link: { isSecurity: true },
  delete_link: { isSecurity: true },
  sign_up: { isSecurity: true },
  verify_email: { isSecurity: true },
  change_password: { isSecurity: true },
  /** By the link of a mail. */
  reset_password: { isSecurity: true },
  /** `target`: the new address. */
  ask_email_change: { isSecurity: true },
  change_email: { isSecurity: true },
  change_pin: { isSecurity: true },
  ask_account_removal: { isSecurity: true },
  /** `target`: the business user's name. */
  create_business_user: { isSecurity: true },
  delete_business_user: { isSecurity: true },
  /** `target`: whose they are. */
  change_groups: { isSecurity: true },
  change_logo: { isSecurity: false },
  change_about: { isSecurity: false },
  /** `target`: the group's nickname. */
  link_line_group: { isSecurity: false },
  /** `target`: the new nickname. */
  rename_line_group: { isSecurity: false },
  unlink_line_group: { isSecurity: false },
  change_profile: { isSecurity: false },
  /** `target` from here on: the name of the device, map, list or sender. */
  add_tracker: { isSecurity: false },
  change_tracker: { isSecurity: false },
  assign_class: { isSecurity: false },
  change_adv_settings: { isSecurity: false },
  change_offline_alert: { isSecurity: false },
  ring_tracker: { isSecurity: false },
  upgrade_tracker: { isSecurity: false },
  ask_tracker_removal: { isSecurity: false },
  remove_tracker: { isSecurity: false },
  change_trackable: { isSecurity: false },
  write_remarks: { isSecurity: false },
  add_station: { isSecurity: false },
  change_station: { isSecurity: false },
  ask_station_removal: { isSecurity: false },
  remove_station: { isSecurity: false },
  blink_station: { isSecurity: false },
  add_map: { isSecurity: false },
  change_map: { isSecurity: false },
  remove_map: { isSecurity: false },
  change_classes: { isSecurity: false },
  change_remark_items: { isSecurity: false },
  add_carepad: { isSecurity: false },
  claim_tag: { isSecurity: false },
  /** `target`: its radio identity, as it has no name. */
  ignore_tag: { isSecurity: false },
  share_device: { isSecurity: true },
  accept_share: { isSecurity: true },
  end_share: { isSecurity: true },
  create_credential: { isSecurity: true },
  revoke_credential: { isSecurity: true },
} as const satisfies Record<string, { isSecurity: boolean }>
export type ActivityAction = keyof typeof ACTIVITY_ACTIONS

export const ActivityLog = z.object({
  id: z.string(),
  /** Epoch seconds. */
  time: z.number().int(),
  device_type: z.enum(ACTIVITY_DEVICE_TYPES),
  name: z.string(),
  action: z.enum(Object.keys(ACTIVITY_ACTIONS) as [ActivityAction, ...ActivityAction[]]),
  target: z.string(),
  ip: z.string(),
})
export type ActivityLog = z.output<typeof ActivityLog>

/** Most entries of a page. Source: specification §9. */
export const ACTIVITY_PAGE_SIZE = 300

const count = z
  .string()
  .regex(/^[1-9]\d{0,2}$/)
  .transform(Number)
  .refine((value) => value <= ACTIVITY_PAGE_SIZE)

const sessionId = z.uuid()

export const activity = {
  listDevices: endpoint
    .get('/app/activity/devices', 'Sessions of the account.')
    .answers(z.object({ activity_devices: z.array(ActivityDevice) })),
  /** Newest first; `type=security` leaves out what is no matter of security. */
  listLogs: endpoint
    .get('/app/activity/logs', 'What was done in the account.')
    .takesQuery(PageRequest.extend({ count: count.optional(), type: z.enum(['activity', 'security']).optional() }))
    .answers(pageOf('activity_logs', ActivityLog)),
  listLogsOfDevice: endpoint
    .get('/app/activity/logs/{id}', 'What was done from one signed-in device.')
    .takesQuery(PageRequest)
    .answers(pageOf('activity_logs', ActivityLog)),
  /** Ends other sessions; needs a fresh password. What is not there, foreign or the own session is in `failed_list`. */
  forceSignOut: endpoint
    .post('/app/users/forcelogout', 'Signs devices out by force.')
    .takes(
      z.strictObject({
        session_ids: z.array(sessionId).max(1000),
        mobile_ids: z.array(sessionId).max(1000),
      }),
    )
    .answers(z.object({ failed_list: z.array(z.string()) }))
    .refusesWith('preconditionFailed'),
}
