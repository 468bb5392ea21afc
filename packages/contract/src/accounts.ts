/**
 * Accounts from sign-up to deletion: what people confirm by a link in a mail, passwords, e-mail addresses.
 * Source: specification §4 Confirmations, §5, §7; G25 to G29; security rules 1, 6, 9.
 */
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@whereabouts/domain/emails'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { LOCALES } from './locales.ts'
import { nameText, newPasswordText, passwordText, mailToken as token } from './texts.ts'

/** An address we will send mail to; sign-in accepts whatever was registered. */
export const newEmail = z.string().trim().max(MAX_EMAIL_LENGTH).regex(EMAIL_PATTERN)
/**
 * One that is too short is refused with 400106, a common one with 400001 (info `body.user.password`, of a change
 * `body.user.new_password`).
 */
export const newPassword = newPasswordText
const oldPassword = passwordText.min(1)

/** Purposes of a link in a mail. */
export const MAIL_LINK_PURPOSES = [
  'confirm',
  'recovery',
  'invitation',
  'remove_account',
  'change_email',
  'setup',
  'remove_trackers',
  'remove_stations',
  'remove_carepads',
  'accept_share',
  'confirm_contact',
] as const

export const MailLink = z.object({
  purpose: z.enum(MAIL_LINK_PURPOSES),
  /** The address the link is about: for an e-mail change the new one, for the setup of a fresh server ''. */
  email: z.string(),
  /** Names of the devices the link is about. */
  device_names: z.array(z.string()),
  /** Who shares the device, or names the address as a contact; '' for other links. */
  shared_by: z.string(),
  /** For a share: whether the address already has an account; if not, the page leads to sign-up. */
  has_account: z.boolean(),
})
export type MailLink = z.output<typeof MailLink>

/** The mail was queued; its link completes the action. */
export const MailSent = z.object({ mail_sent: z.literal(true) })

export const accounts = {
  /** Answers the same where mails stay in the outbox. 403001 where the operator switched sign-up off. */
  signUp: endpoint
    .post('/app/users/signup', 'public', 'Makes an account that waits for its address to be verified.')
    .takes(
      z.strictObject({
        user: z.strictObject({ email: newEmail, password: newPassword, fullname: nameText, locale: z.enum(LOCALES) }),
      }),
    )
    .answers(MailSent)
    .refusesWith('emailExists', 'passwordTooShort', 'tooManyRequests'),
  /** Uses the setup link of a fresh server. Signs nobody in. */
  setUp: endpoint
    .post('/app/users/setup', 'public', 'Makes the first owner of a fresh server.')
    .takes(
      z.strictObject({
        token,
        user: z.strictObject({ email: newEmail, password: newPassword, fullname: nameText, locale: z.enum(LOCALES) }),
      }),
    )
    .refusesWith('invalidToken', 'passwordTooShort'),
  /** Tells what the link of a mail would do, without doing it. Used, wrong and expired tokens: 401102. */
  previewLink: endpoint
    .post('/app/users/confirm/preview', 'public', 'What a link in a mail is for.')
    .takes(z.strictObject({ token }))
    .answers(MailLink)
    .refusesWith('invalidToken', 'tooManyRequests'),
  /** First verification: 400111 for a wrong or expired token, 400110 when the account is already verified. */
  confirm: endpoint
    .post('/app/users/confirm', 'public', 'Verifies the e-mail address of an account.')
    .takes(z.strictObject({ token }))
    .answers(z.object({ email: z.string() }))
    .refusesWith('invalidVerificationCode', 'alreadyConfirmed', 'tooManyRequests'),
  /** Answers the same for known and unknown addresses; at most once a minute for each. */
  resendConfirmation: endpoint
    .post('/app/users/confirm/resend', 'public', 'Sends the verification mail again.')
    .takes(z.strictObject({ user: z.strictObject({ email: newEmail }) }))
    .answers(MailSent)
    .refusesWith('tooManyRequests'),
  recover: endpoint
    .post('/app/users/recovery', 'public', 'Sends a link that sets a new password.')
    .takes(z.strictObject({ user: z.strictObject({ email: newEmail }) }))
    .answers(MailSent)
    .refusesWith('emailNotFound', 'emailNotActivated', 'passwordCannotBeReset', 'tooManyRequests'),
  /** For recovery and for the invitation of an integrator's user. Ends every session of the account, visitors' too. */
  confirmRecovery: endpoint
    .post('/app/users/confirm/recovery', 'public', 'Sets a new password by the link of a mail.')
    .takes(z.strictObject({ token, user: z.strictObject({ password: newPassword }) }))
    .answers(z.object({ email: z.string(), browser_mark: z.string() }))
    .refusesWith('invalidToken', 'passwordTooShort', 'tooManyRequests'),
  /** A wrong old password is 401101 and ends nothing; otherwise all other sessions of the person end. */
  changePassword: endpoint
    .post('/app/users/password', 'manageAccount', 'Changes the own password.')
    .takes(z.strictObject({ user: z.strictObject({ old_password: oldPassword, new_password: newPassword }) }))
    .answers(z.object({ access_token: z.string() }))
    .refusesWith('wrongCredentials', 'passwordTooShort', 'passwordCannotBeReset', 'tooManyRequests'),
  /** Needs a fresh password. The link goes to the new address, a notice to the old one. */
  changeEmail: endpoint
    .post('/app/users/email', 'manageAccount', 'Asks for another e-mail address.')
    .takes(z.strictObject({ user: z.strictObject({ email: newEmail }) }))
    .answers(MailSent)
    .refusesWith('emailExists', 'emailOfThirdParty', 'preconditionFailed', 'tooManyRequests'),
  confirmEmail: endpoint
    .post('/app/users/confirm/email', 'public', 'Takes the new e-mail address over.')
    .takes(z.strictObject({ token }))
    .answers(z.object({ email: z.string() }))
    .refusesWith('invalidToken', 'emailExists', 'tooManyRequests'),
  /** Needs a fresh password and the person's own address typed again. Deletes nothing yet: a mail follows. */
  remove: endpoint
    .delete('/app/users/profile', 'manageAccount', 'Asks for the deletion of the own account.')
    .takes(z.strictObject({ user: z.strictObject({ email: newEmail }) }))
    .answers(MailSent)
    .refusesWith('preconditionFailed', 'conflict', 'tooManyRequests'),
  confirmRemove: endpoint
    .post('/app/users/confirm/remove', 'public', 'Deletes an account with everything in it.')
    .takes(z.strictObject({ token }))
    .answers(z.object({ email: z.string() }))
    .refusesWith('invalidToken', 'conflict', 'tooManyRequests'),
}
