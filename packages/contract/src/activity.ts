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

/**
 * Actions of the activity log: whether each is in the security log too, and which lists of other people it changes, so that a
 * console that missed it reloads them. The console has words for each.
 */
export const ACTIVITY_ACTIONS = {
  sign_in: { isSecurity: true, changesLists: false },
  /** A wrong password, at sign-in or when somebody signed in proves it again; for known e-mails and links only. */
  sign_in_refused: { isSecurity: true, changesLists: false },
  /** An old, replaced token was used again, so somebody else may hold it: the session was ended. */
  reuse_token: { isSecurity: true, changesLists: false },
  /** A session made forbidden calls, or asked for many objects that do not exist; logged once an hour. */
  refuse_access: { isSecurity: true, changesLists: false },
  sign_out: { isSecurity: true, changesLists: false },
  /** `target`: the signed-in device that was ended. */
  forced_sign_out: { isSecurity: true, changesLists: false },
  /** `target`: the link's name. */
  create_link: { isSecurity: true, changesLists: false },
  delete_link: { isSecurity: true, changesLists: false },
  sign_up: { isSecurity: true, changesLists: false },
  verify_email: { isSecurity: true, changesLists: false },
  change_password: { isSecurity: true, changesLists: false },
  /** By the link of a mail. */
  reset_password: { isSecurity: true, changesLists: false },
  /** `target`: the new address. */
  ask_email_change: { isSecurity: true, changesLists: false },
  change_email: { isSecurity: true, changesLists: false },
  change_pin: { isSecurity: true, changesLists: false },
  ask_account_removal: { isSecurity: true, changesLists: false },
  /** `target`: the business user's name. */
  create_business_user: { isSecurity: true, changesLists: false },
  delete_business_user: { isSecurity: true, changesLists: false },
  /** `target`: the account they belong to. */
  change_groups: { isSecurity: true, changesLists: false },
  change_logo: { isSecurity: false, changesLists: false },
  change_about: { isSecurity: false, changesLists: false },
  /** `target`: the group's nickname. */
  link_line_group: { isSecurity: false, changesLists: false },
  /** `target`: the new nickname. */
  rename_line_group: { isSecurity: false, changesLists: false },
  unlink_line_group: { isSecurity: false, changesLists: false },
  change_profile: { isSecurity: false, changesLists: false },
  /** `target` from here on: the name of the device, map, list or sender. */
  add_tracker: { isSecurity: false, changesLists: true },
  change_tracker: { isSecurity: false, changesLists: true },
  assign_class: { isSecurity: false, changesLists: true },
  change_adv_settings: { isSecurity: false, changesLists: true },
  change_offline_alert: { isSecurity: false, changesLists: true },
  ring_tracker: { isSecurity: false, changesLists: true },
  upgrade_tracker: { isSecurity: false, changesLists: true },
  ask_tracker_removal: { isSecurity: false, changesLists: true },
  remove_tracker: { isSecurity: false, changesLists: true },
  change_trackable: { isSecurity: false, changesLists: true },
  write_remarks: { isSecurity: false, changesLists: true },
  add_station: { isSecurity: false, changesLists: true },
  change_station: { isSecurity: false, changesLists: true },
  ask_station_removal: { isSecurity: false, changesLists: true },
  remove_station: { isSecurity: false, changesLists: true },
  blink_station: { isSecurity: false, changesLists: true },
  add_map: { isSecurity: false, changesLists: true },
  change_map: { isSecurity: false, changesLists: true },
  remove_map: { isSecurity: false, changesLists: true },
  add_zone: { isSecurity: false, changesLists: true },
  change_zone: { isSecurity: false, changesLists: true },
  remove_zone: { isSecurity: false, changesLists: true },
  /** `target`: the tracker's name. */
  start_training: { isSecurity: false, changesLists: false },
  change_training: { isSecurity: false, changesLists: false },
  /** `target`: the tracker's name. */
  start_calibration: { isSecurity: false, changesLists: false },
  change_classes: { isSecurity: false, changesLists: true },
  /** `target`: the person whose day it is. */
  change_step_target: { isSecurity: false, changesLists: false },
  change_attendance: { isSecurity: false, changesLists: false },
  change_attendance_rules: { isSecurity: false, changesLists: false },
  change_remark_items: { isSecurity: false, changesLists: true },
  start_roll_call: { isSecurity: false, changesLists: true },
  /** Ticks that arrived after the end. `target`: the persons' names. */
  tick_roll_call_late: { isSecurity: false, changesLists: true },
  end_roll_call: { isSecurity: false, changesLists: true },
  change_roll_call: { isSecurity: false, changesLists: true },
  change_shift_times: { isSecurity: false, changesLists: true },
  create_shift_report: { isSecurity: false, changesLists: true },
  /** `target`: who took over. */
  confirm_shift_report: { isSecurity: false, changesLists: true },
  add_carepad: { isSecurity: false, changesLists: true },
  change_carepad: { isSecurity: false, changesLists: true },
  ask_carepad_removal: { isSecurity: false, changesLists: false },
  remove_carepad: { isSecurity: false, changesLists: true },
  add_logger: { isSecurity: false, changesLists: true },
  change_logger: { isSecurity: false, changesLists: true },
  remove_logger: { isSecurity: false, changesLists: true },
  /** `target`: the carepad. */
  comment_excursion: { isSecurity: false, changesLists: false },
  claim_tag: { isSecurity: false, changesLists: true },
  /** `target`: its radio identity, as it has no name. */
  ignore_tag: { isSecurity: false, changesLists: true },
  restore_tag: { isSecurity: false, changesLists: true },
  share_device: { isSecurity: true, changesLists: true },
  accept_share: { isSecurity: true, changesLists: true },
  end_share: { isSecurity: true, changesLists: true },
  /** `target`: the devices of the acknowledged alarms. */
  stop_ring: { isSecurity: false, changesLists: false },
  go_to_person: { isSecurity: false, changesLists: false },
  see_person: { isSecurity: false, changesLists: false },
  /** Written by the server: the person who set out did not report in time that the person in need was seen. `name`: who set out. */
  ring_again: { isSecurity: false, changesLists: false },
  acknowledge_alarms: { isSecurity: false, changesLists: false },
  change_alert_settings: { isSecurity: true, changesLists: false },
  /** `target`: the address that agreed to receive alarms. */
  confirm_contact: { isSecurity: true, changesLists: false },
  /** `target`: empty, as it is everything. */
  export_account: { isSecurity: true, changesLists: false },
  /** `target`: the device's name. */
  erase_history: { isSecurity: true, changesLists: false },
  /** `target`: the host of its address. */
  add_webhook: { isSecurity: true, changesLists: true },
  change_webhook: { isSecurity: true, changesLists: true },
  remove_webhook: { isSecurity: true, changesLists: true },
  create_credential: { isSecurity: true, changesLists: true },
  revoke_credential: { isSecurity: true, changesLists: true },
  set_payload_key: { isSecurity: true, changesLists: true },
  remove_payload_key: { isSecurity: true, changesLists: true },
  /** `target`: the broker's name. */
  add_broker: { isSecurity: true, changesLists: true },
  change_broker: { isSecurity: true, changesLists: true },
  remove_broker: { isSecurity: true, changesLists: true },
} as const satisfies Record<string, { isSecurity: boolean; changesLists: boolean }>
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
    .get('/app/activity/devices', 'viewSignedInDevices', 'Sessions of the account.')
    .answers(z.object({ activity_devices: z.array(ActivityDevice) })),
  /** Newest first; `type=security` leaves out entries that do not concern security. */
  listLogs: endpoint
    .get('/app/activity/logs', 'viewActivity', 'What was done in the account.')
    .takesQuery(PageRequest.extend({ count: count.optional(), type: z.enum(['activity', 'security']).optional() }))
    .answers(pageOf('activity_logs', ActivityLog)),
  listLogsOfDevice: endpoint
    .get('/app/activity/logs/{id}', 'viewActivity', 'What was done from one signed-in device.')
    .takesQuery(PageRequest)
    .answers(pageOf('activity_logs', ActivityLog)),
  /**
   * Ends other sessions; needs a fresh password. Unknown and foreign ids, and the caller's own session, come back in
   * `failed_list`. A phone that reported itself is no longer trackable (G23).
   */
  forceSignOut: endpoint
    .post('/app/users/forcelogout', 'forceSignOut', 'Signs devices out by force.')
    .takes(
      z.strictObject({
        session_ids: z.array(sessionId).max(1000),
        mobile_ids: z.array(sessionId).max(1000),
      }),
    )
    .answers(z.object({ failed_list: z.array(z.string()) }))
    .refusesWith('preconditionFailed'),
}
