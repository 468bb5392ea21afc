/** Alarms by their state, and how an account wants them escalated. Source: G86; security rules 50, 51, 52. */
import {
  ACKNOWLEDGE_WITHIN_S,
  ARRIVE_WITHIN_S,
  MAX_ACKNOWLEDGE_WITHIN_S,
  MAX_ALERT_CONTACTS,
  MAX_ARRIVE_WITHIN_S,
  MAX_CONTACT_AFTER_S,
  MIN_ACKNOWLEDGE_WITHIN_S,
  MIN_ARRIVE_WITHIN_S,
} from '@whereabouts/domain/alarms'
import { z } from 'zod'
import { MailSent, newEmail } from './accounts.ts'
import { endpoint, Nothing } from './kit.ts'
import { Alarm, alarmIds, Notification } from './notifications.ts'
import { mailToken } from './texts.ts'

export const AlertSettings = z.object({
  /**
   * Mailed one after the other, once they have confirmed their address; people of the account have. Without any of these, the
   * owner's address is used.
   */
  contacts: z.array(z.object({ email: z.string(), after_s: z.number().int(), is_confirmed: z.boolean() })),
  acknowledge_within_s: z.number().int().default(ACKNOWLEDGE_WITHIN_S),
  /** Time for the person who set out to report that the person in need was seen. */
  arrive_within_s: z.number().int().default(ARRIVE_WITHIN_S),
})
export type AlertSettings = z.output<typeof AlertSettings>

const AlertSettingsRequest = z.strictObject({
  contacts: z
    .array(z.strictObject({ email: newEmail, after_s: z.number().int().min(0).max(MAX_CONTACT_AFTER_S) }))
    .max(MAX_ALERT_CONTACTS)
    .refine((contacts) => new Set(contacts.map(({ email }) => email.toLowerCase())).size === contacts.length),
  acknowledge_within_s: z.number().int().min(MIN_ACKNOWLEDGE_WITHIN_S).max(MAX_ACKNOWLEDGE_WITHIN_S),
  /** Left out: as it is. */
  arrive_within_s: z.number().int().min(MIN_ARRIVE_WITHIN_S).max(MAX_ARRIVE_WITHIN_S).optional(),
})
export type AlertSettingsRequest = z.input<typeof AlertSettingsRequest>

export const alarms = {
  /** The newest 5,000 at most, in the form of notifications, so that a console that opens can ring for them. */
  list: endpoint
    .get('/app/alarms', 'viewNotifications', 'Alarms nobody has answered for, newest first.')
    .unrated()
    .takesQuery(z.strictObject({ state: z.literal('open') }))
    .answers(
      z.object({
        alarms: z.array(Alarm),
        notifications: z.array(Notification),
        /** Alarms that are no longer open but whose cause lasts, or to which somebody is on the way. */
        lasting: z.array(Notification),
        /** Events up to it are over (epoch ms). */
        disengaged_at_ms: z.number().int(),
      }),
    ),
  /**
   * Receipt: a console shows these alarms. Foreign ids and ids of alarms that are over are ignored, and so are receipts of people who
   * may not acknowledge alarms.
   */
  shown: endpoint
    .post('/app/alarms/shown', 'viewNotifications', 'Says that a console shows these alarms.')
    .unrated()
    .takes(z.strictObject({ alarm_ids: alarmIds.min(1) }))
    .answers(Nothing),
  /** Like `disengage`, for alarms chosen in the list; other alarms keep ringing. */
  acknowledge: endpoint
    .post('/app/alarms/acknowledge', 'acknowledgeAlarms', 'Answers for these alarms.')
    .unrated()
    .takes(z.strictObject({ alarm_ids: alarmIds.min(1) }))
    .answers(z.object({ alarms: z.array(Alarm) })),
  /**
   * The caller goes to the persons these alarms are about: it stops them like `acknowledge`, and each rings again where nobody says
   * in time that the person was seen. Alarms that are over are ignored.
   */
  going: endpoint
    .post('/app/alarms/going', 'acknowledgeAlarms', 'Says that the caller goes to the persons of these alarms.')
    .unrated()
    .takes(z.strictObject({ alarm_ids: alarmIds.min(1) }))
    .answers(z.object({ alarms: z.array(Alarm) })),
  /** Confirms that somebody is with the persons or sees them: as above, and nothing rings again. */
  seen: endpoint
    .post('/app/alarms/seen', 'acknowledgeAlarms', 'Says that the persons of these alarms were seen.')
    .unrated()
    .takes(z.strictObject({ alarm_ids: alarmIds.min(1) }))
    .answers(z.object({ alarms: z.array(Alarm) })),
  getSettings: endpoint
    .get('/app/users/extrasettings/alerts', 'manageAlerts', 'Who is told of alarms that nobody answers for, and when.')
    .answers(AlertSettings),
  /** Mails a link to each new address, and a notice of the change to the owner. */
  saveSettings: endpoint
    .post(
      '/app/users/extrasettings/alerts',
      'manageAlerts',
      'Saves who is told of alarms that nobody answers for, and when.',
    )
    .takes(AlertSettingsRequest)
    .answers(AlertSettings)
    .refusesWith('tooManyRequests'),
  /** 404102: no contact of the account; 409001: it has confirmed already. */
  askContact: endpoint
    .post('/app/users/extrasettings/alerts/contact', 'manageAlerts', 'Mails a contact the link again.')
    .takes(z.strictObject({ email: newEmail }))
    .answers(MailSent)
    .refusesWith('resourceNotFound', 'conflict', 'tooManyRequests'),
  confirmContact: endpoint
    .post('/app/users/confirm/contact', 'public', 'Confirms an address that is to be told of alarms.')
    .takes(z.strictObject({ token: mailToken }))
    .answers(z.object({ email: z.string() }))
    .refusesWith('invalidToken', 'tooManyRequests'),
}
