/** Our mails in English. */
import type { MailWords } from '../kinds.ts'

export const english: MailWords = {
  once: {
    hour: 'The link works once, within 60 minutes.',
    day: 'The link works once, within 24 hours.',
    week: 'The link works once, within 7 days.',
  },
  andMore: 'and {count} more',
  andMoreAlarms: 'and {count} more alerts',
  letters: {
    confirm: {
      subject: 'Verify your email address',
      says: ['A Whereabouts account was made with {email}. Verify the address, then you can sign in.'],
      link: 'Verify email address',
      adds: ['{once}', "If you didn't make this account, ignore this email. Without the link nobody can use it."],
    },
    recovery: {
      subject: 'Set a new password',
      says: ['You asked for a new password for your Whereabouts account {email}.'],
      link: 'Set a new password',
      adds: [
        '{once} A new password signs you out on every device.',
        "If you didn't ask, ignore this email. Your password stays as it is.",
      ],
    },
    invitation: {
      subject: 'Your Whereabouts account is ready',
      says: ['{inviter} made a Whereabouts account for you with {email}. Choose a password, then you can sign in.'],
      link: 'Choose a password',
      adds: [
        '{once}',
        "If you don't know who this is from, ignore this email. Without the link nobody can use the account.",
      ],
    },
    remove_account: {
      subject: 'Delete your account',
      says: [
        'You asked to delete your Whereabouts account {email}.',
        'This removes devices, stations, maps and all locations for good, and signs everybody out.',
      ],
      link: 'Review and delete',
      adds: [
        '{once} Until you use it, nothing is deleted.',
        "If you didn't ask, somebody is signed in as you. Change your password now.",
      ],
    },
    change_email: {
      subject: 'Confirm your new email address',
      says: ['The Whereabouts account {email} is to use {newEmail} from now on, for signing in and for emails.'],
      link: 'Use this address',
      adds: ['{once} Until then the old address stays.', "If you don't know this account, ignore this email."],
    },
    remove_trackers: {
      subject: 'Remove devices from your account',
      says: [
        '{asker} asked to remove these devices from your Whereabouts account {email}:',
        '{devices}',
        'They leave all lists and maps, with their remarks and shares. Anyone who has them can add them again.',
      ],
      link: 'Review and remove',
      adds: [
        '{once} Until you use it, nothing is removed.',
        "If nobody should remove them, ignore this email. If you don't know who asked, change your password now.",
      ],
    },
    remove_stations: {
      subject: 'Remove stations from your account',
      says: [
        '{asker} asked to remove these stations from your Whereabouts account {email}:',
        '{devices}',
        'They stop reporting what they hear. Trackers near them may no longer be found.',
      ],
      link: 'Review and remove',
      adds: [
        '{once} Until you use it, nothing is removed.',
        "If nobody should remove them, ignore this email. If you don't know who asked, change your password now.",
      ],
    },
    remove_carepads: {
      subject: 'Remove carepads from your account',
      says: [
        '{asker} asked to remove these carepads from your Whereabouts account {email}:',
        '{devices}',
        'Their readings are deleted with them. Anyone who has them can add them again.',
      ],
      link: 'Review and remove',
      adds: [
        '{once} Until you use it, nothing is removed.',
        "If nobody should remove them, ignore this email. If you don't know who asked, change your password now.",
      ],
    },
    accept_share: {
      subject: 'A device is shared with you',
      says: [
        '{inviter} wants to share the device “{device}” with you ({email}).',
        'You will see where it is, and can make it ring. You can stop at any time.',
      ],
      link: 'Review and accept',
      adds: [
        '{once}',
        'If this address has no Whereabouts account yet, the page helps you make one.',
        "If you don't know who this is from, ignore this email. Nothing is shared until you accept.",
      ],
    },
    confirm_contact: {
      subject: 'Do you want to be told of alerts?',
      says: [
        '{inviter} wants to have alerts of a Whereabouts account mailed to {email} when nobody on duty answers them.',
        'They may come at any time of day.',
      ],
      link: 'Receive alerts',
      adds: ['{once}', "If you don't know who this is from, ignore this email. No alerts come until you agree."],
    },
    email_notice: {
      subject: 'Your email address is about to change',
      says: [
        'Somebody asked to change the email address of your Whereabouts account from {email} to {newEmail}.',
        'It changes when the link in our email to the new address is used.',
      ],
      adds: ["If you didn't ask, somebody is signed in as you. Change your password now."],
    },
    password_changed: {
      subject: 'Your password was changed',
      says: [
        'The password of your Whereabouts account {email} was changed, and other devices were signed out.',
        "If it wasn't you, set a new password at once.",
      ],
      link: 'Set a new password',
      adds: [],
    },
    contacts_changed: {
      subject: 'Who is told of alerts was changed',
      says: [
        '{asker} changed who is told of alerts of your Whereabouts account {email} when nobody answers. It is now:',
        '{contacts}',
      ],
      link: 'Review contacts',
      adds: ["If you don't know why, somebody is signed in who should not be. Change your password now."],
    },
    alarm: {
      subject: 'An alert nobody has answered',
      says: ['Nobody has answered these alerts of the Whereabouts account {email} yet:', '{alarms}'],
      link: 'Open Whereabouts',
      adds: ['Go and see what happened, or call somebody who is there.'],
    },
  },
}
