/** What our mails say, in every language. Values people typed stand in them as text, never as markup (security rule 27). */
import type { Locale } from '@whereabouts/contract/locales'

export const MAIL_KINDS = [
  'confirm',
  'recovery',
  'invitation',
  'remove_account',
  'change_email',
  'remove_trackers',
  'remove_stations',
  'accept_share',
  'email_notice',
  'password_changed',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export interface MailFacts {
  /** The address of the account. */
  readonly email: string
  /** Of an e-mail change. */
  readonly newEmail?: string
  /** Who invites, or shares. */
  readonly inviter?: string
  /** Who asks for a removal, as lists show him. */
  readonly asker?: string
  /** Names of the devices it concerns. */
  readonly deviceNames?: readonly string[]
}

/** More names than this would bury what a mail asks. */
const MAX_NAMES = 20

/** A paragraph each, the rest by their number. */
const namesOf = ({ deviceNames = [] }: MailFacts, andMore: (count: number) => string): readonly string[] => [
  ...deviceNames.slice(0, MAX_NAMES).map((name) => `• ${name}`),
  ...(deviceNames.length > MAX_NAMES ? [andMore(deviceNames.length - MAX_NAMES)] : []),
]

interface Letter {
  /** Holds no value that somebody typed. */
  readonly subject: string
  /** Paragraphs before the link. */
  readonly says: (facts: MailFacts) => readonly string[]
  /** The words on the link; a letter without it has no link. */
  readonly link?: string
  /** Paragraphs after it. */
  readonly adds: readonly string[]
}

type Letters = Readonly<Record<MailKind, Letter>>

const english: Letters = {
  confirm: {
    subject: 'Verify your email address',
    says: ({ email }) => [`A Whereabouts account was made with ${email}. Verify the address, then you can sign in.`],
    link: 'Verify email address',
    adds: [
      'The link works once, within 24 hours.',
      "If you didn't make this account, ignore this mail. Without the link nobody can use it.",
    ],
  },
  recovery: {
    subject: 'Set a new password',
    says: ({ email }) => [`You asked for a new password for your Whereabouts account ${email}.`],
    link: 'Set a new password',
    adds: [
      'The link works once, within 60 minutes. A new password signs you out on every device.',
      "If you didn't ask, ignore this mail. Your password stays as it is.",
    ],
  },
  invitation: {
    subject: 'Your Whereabouts account is ready',
    says: ({ email, inviter }) => [
      `${inviter} made a Whereabouts account for you with ${email}. Choose a password, then you can sign in.`,
    ],
    link: 'Choose a password',
    adds: [
      'The link works once, within 24 hours.',
      "If you don't know who this is from, ignore this mail. Without the link nobody can use the account.",
    ],
  },
  remove_account: {
    subject: 'Delete your account',
    says: ({ email }) => [
      `You asked to delete your Whereabouts account ${email}.`,
      'This removes devices, stations, maps and all locations for good, and signs everybody out.',
    ],
    link: 'Review and delete',
    adds: [
      'The link works once, within 60 minutes. Until you use it, nothing is deleted.',
      "If you didn't ask, somebody is signed in as you. Change your password now.",
    ],
  },
  change_email: {
    subject: 'Confirm your new email address',
    says: ({ email, newEmail }) => [
      `The Whereabouts account ${email} is to use ${newEmail} from now on, for signing in and for mails.`,
    ],
    link: 'Use this address',
    adds: [
      'The link works once, within 60 minutes. Until then the old address stays.',
      "If you don't know this account, ignore this mail.",
    ],
  },
  remove_trackers: {
    subject: 'Remove devices from your account',
    says: (facts) => [
      `${facts.asker} asked to remove these devices from your Whereabouts account ${facts.email}:`,
      ...namesOf(facts, (count) => `and ${count} more`),
      'They leave all lists and maps, with their remarks and shares. Whoever has them in hand can add them again.',
    ],
    link: 'Review and remove',
    adds: [
      'The link works once, within 60 minutes. Until you use it, nothing is removed.',
      "If nobody should remove them, ignore this mail. If you don't know who asked, change your password now.",
    ],
  },
  remove_stations: {
    subject: 'Remove stations from your account',
    says: (facts) => [
      `${facts.asker} asked to remove these stations from your Whereabouts account ${facts.email}:`,
      ...namesOf(facts, (count) => `and ${count} more`),
      'They stop reporting what they hear. Trackers near them may no longer be found.',
    ],
    link: 'Review and remove',
    adds: [
      'The link works once, within 60 minutes. Until you use it, nothing is removed.',
      "If nobody should remove them, ignore this mail. If you don't know who asked, change your password now.",
    ],
  },
  accept_share: {
    subject: 'A device is shared with you',
    says: ({ email, inviter, deviceNames }) => [
      `${inviter} wants to share the device “${deviceNames?.[0]}” with you (${email}).`,
      'You will see where it is, and can make it ring. You can stop at any time.',
    ],
    link: 'Review and accept',
    adds: [
      'The link works once, within 7 days.',
      'If this address has no Whereabouts account yet, the page helps you make one.',
      "If you don't know who this is from, ignore this mail. Nothing is shared until you accept.",
    ],
  },
  email_notice: {
    subject: 'Your email address is about to change',
    says: ({ email, newEmail }) => [
      `Somebody asked to change the email address of your Whereabouts account from ${email} to ${newEmail}.`,
      'It changes when the link in our mail to the new address is used.',
    ],
    adds: ["If you didn't ask, somebody is signed in as you. Change your password now."],
  },
  password_changed: {
    subject: 'Your password was changed',
    says: ({ email }) => [
      `The password of your Whereabouts account ${email} was changed, and other devices were signed out.`,
      "If it wasn't you, set a new password at once.",
    ],
    link: 'Set a new password',
    adds: [],
  },
}

const chinese: Letters = {
  confirm: {
    subject: '請驗證你的電子郵件',
    says: ({ email }) => [`已使用 ${email} 建立 Whereabouts 帳號。驗證電子郵件後即可登入。`],
    link: '驗證電子郵件',
    adds: [
      '此連結限用一次，24 小時內有效。',
      '如果你沒有建立此帳號，請忽略此信。未經此連結驗證，任何人都無法使用該帳號。',
    ],
  },
  recovery: {
    subject: '設定新密碼',
    says: ({ email }) => [`你要求為 Whereabouts 帳號 ${email} 設定新密碼。`],
    link: '設定新密碼',
    adds: [
      '此連結限用一次，60 分鐘內有效。設定新密碼後，所有裝置都會登出。',
      '如果你沒有提出要求，請忽略此信，密碼不會變更。',
    ],
  },
  invitation: {
    subject: '你的 Whereabouts 帳號已建立',
    says: ({ email, inviter }) => [`${inviter} 已使用 ${email} 為你建立 Whereabouts 帳號。設定密碼後即可登入。`],
    link: '設定密碼',
    adds: ['此連結限用一次，24 小時內有效。', '如果你不認識寄件人，請忽略此信。未使用此連結，任何人都無法使用該帳號。'],
  },
  remove_account: {
    subject: '刪除帳號',
    says: ({ email }) => [
      `你要求刪除 Whereabouts 帳號 ${email}。`,
      '裝置、基站、地圖與所有位置紀錄都會永久刪除，所有人都會登出。',
    ],
    link: '查看並刪除',
    adds: [
      '此連結限用一次，60 分鐘內有效。使用連結之前不會刪除任何資料。',
      '如果你沒有提出要求，表示有人以你的身分登入，請立即變更密碼。',
    ],
  },
  change_email: {
    subject: '請確認新的電子郵件',
    says: ({ email, newEmail }) => [`Whereabouts 帳號 ${email} 將改用 ${newEmail} 登入與收信。`],
    link: '使用此電子郵件',
    adds: ['此連結限用一次，60 分鐘內有效。在此之前仍使用原電子郵件。', '如果你不知道此帳號，請忽略此信。'],
  },
  remove_trackers: {
    subject: '從帳號移除裝置',
    says: (facts) => [
      `${facts.asker} 要求從 Whereabouts 帳號 ${facts.email} 移除下列裝置：`,
      ...namesOf(facts, (count) => `以及其他 ${count} 個`),
      '裝置會從所有清單與地圖消失，備註與共享也一併刪除。持有裝置的人可以再次加入。',
    ],
    link: '查看並移除',
    adds: [
      '此連結限用一次，60 分鐘內有效。使用連結之前不會移除任何裝置。',
      '如果不應移除，請忽略此信。如果你不知道是誰提出的，請立即變更密碼。',
    ],
  },
  remove_stations: {
    subject: '從帳號移除基站',
    says: (facts) => [
      `${facts.asker} 要求從 Whereabouts 帳號 ${facts.email} 移除下列基站：`,
      ...namesOf(facts, (count) => `以及其他 ${count} 個`),
      '移除後這些基站不再回報，附近的追蹤器可能無法定位。',
    ],
    link: '查看並移除',
    adds: [
      '此連結限用一次，60 分鐘內有效。使用連結之前不會移除任何基站。',
      '如果不應移除，請忽略此信。如果你不知道是誰提出的，請立即變更密碼。',
    ],
  },
  accept_share: {
    subject: '有人與你共享裝置',
    says: ({ email, inviter, deviceNames }) => [
      `${inviter} 想與你（${email}）共享裝置「${deviceNames?.[0]}」。`,
      '接受後，你可以查看裝置的位置並讓它響鈴，也可以隨時取消共享。',
    ],
    link: '查看並接受',
    adds: [
      '此連結限用一次，7 天內有效。',
      '如果此電子郵件還沒有 Whereabouts 帳號，頁面會引導你註冊。',
      '如果你不認識寄件人，請忽略此信。接受之前不會共享任何資料。',
    ],
  },
  email_notice: {
    subject: '你的電子郵件即將變更',
    says: ({ email, newEmail }) => [
      `有人要求將你的 Whereabouts 帳號電子郵件由 ${email} 變更為 ${newEmail}。`,
      '使用寄到新電子郵件的連結後，變更才會生效。',
    ],
    adds: ['如果你沒有提出要求，表示有人以你的身分登入，請立即變更密碼。'],
  },
  password_changed: {
    subject: '你的密碼已變更',
    says: ({ email }) => [
      `Whereabouts 帳號 ${email} 的密碼已變更，其他裝置已登出。`,
      '如果不是你本人，請立即設定新密碼。',
    ],
    link: '設定新密碼',
    adds: [],
  },
}

const japanese: Letters = {
  confirm: {
    subject: 'メールアドレスの確認',
    says: ({ email }) => [
      `${email} で Whereabouts のアカウントが作成されました。メールアドレスを確認すると、サインインできます。`,
    ],
    link: 'メールアドレスを確認',
    adds: [
      'リンクは24時間以内に1回だけ使えます。',
      '心当たりがない場合は、このメールを無視してください。リンクで確認されない限り、このアカウントは誰にも使えません。',
    ],
  },
  recovery: {
    subject: '新しいパスワードの設定',
    says: ({ email }) => [`Whereabouts のアカウント ${email} に新しいパスワードを設定する手続きを受け付けました。`],
    link: '新しいパスワードを設定',
    adds: [
      'リンクは60分以内に1回だけ使えます。設定すると、すべてのデバイスでサインアウトします。',
      '心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    ],
  },
  invitation: {
    subject: 'Whereabouts のアカウントができました',
    says: ({ email, inviter }) => [
      `${inviter} さんが ${email} で Whereabouts のアカウントを作成しました。パスワードを決めると、サインインできます。`,
    ],
    link: 'パスワードを決める',
    adds: [
      'リンクは24時間以内に1回だけ使えます。',
      '送信者に心当たりがない場合は、このメールを無視してください。リンクが使われない限り、このアカウントは誰にも使えません。',
    ],
  },
  remove_account: {
    subject: 'アカウントの削除',
    says: ({ email }) => [
      `Whereabouts のアカウント ${email} を削除する手続きを受け付けました。`,
      'デバイス、ステーション、地図、すべての位置の記録が完全に削除され、全員がサインアウトします。',
    ],
    link: '内容を確認して削除',
    adds: [
      'リンクは60分以内に1回だけ使えます。使うまでは何も削除されません。',
      '心当たりがない場合は、他の人があなたとしてサインインしています。すぐにパスワードを変更してください。',
    ],
  },
  change_email: {
    subject: '新しいメールアドレスの確認',
    says: ({ email, newEmail }) => [
      `Whereabouts のアカウント ${email} のサインインと連絡先を ${newEmail} に変更する手続きを受け付けました。`,
    ],
    link: 'このアドレスを使う',
    adds: [
      'リンクは60分以内に1回だけ使えます。それまでは元のアドレスのままです。',
      '心当たりがない場合は、このメールを無視してください。',
    ],
  },
  remove_trackers: {
    subject: 'デバイスの削除の確認',
    says: (facts) => [
      `${facts.asker} さんが、Whereabouts のアカウント ${facts.email} から次のデバイスを削除しようとしています。`,
      ...namesOf(facts, (count) => `ほか${count}台`),
      '削除すると、すべての一覧と地図から消え、備考と共有もなくなります。手元にあるデバイスはもう一度追加できます。',
    ],
    link: '内容を確認して削除',
    adds: [
      'リンクは60分以内に1回だけ使えます。使うまでは何も削除されません。',
      '削除しない場合は、このメールを無視してください。誰の操作か分からない場合は、すぐにパスワードを変更してください。',
    ],
  },
  remove_stations: {
    subject: 'ステーションの削除の確認',
    says: (facts) => [
      `${facts.asker} さんが、Whereabouts のアカウント ${facts.email} から次のステーションを削除しようとしています。`,
      ...namesOf(facts, (count) => `ほか${count}台`),
      '削除すると、そのステーションは検知を報告しなくなり、近くのトラッカーの場所が分からなくなることがあります。',
    ],
    link: '内容を確認して削除',
    adds: [
      'リンクは60分以内に1回だけ使えます。使うまでは何も削除されません。',
      '削除しない場合は、このメールを無視してください。誰の操作か分からない場合は、すぐにパスワードを変更してください。',
    ],
  },
  accept_share: {
    subject: 'デバイスの共有への招待',
    says: ({ email, inviter, deviceNames }) => [
      `${inviter} さんが、デバイス「${deviceNames?.[0]}」をあなた（${email}）と共有しようとしています。`,
      '承認すると、場所を確認したり鳴らしたりできます。共有はいつでもやめられます。',
    ],
    link: '内容を確認して承認',
    adds: [
      'リンクは7日以内に1回だけ使えます。',
      'このメールアドレスの Whereabouts アカウントがない場合は、ページの案内に沿って作成できます。',
      '送信者に心当たりがない場合は、このメールを無視してください。承認するまで何も共有されません。',
    ],
  },
  email_notice: {
    subject: 'メールアドレスの変更手続きについて',
    says: ({ email, newEmail }) => [
      `Whereabouts のアカウントのメールアドレスを ${email} から ${newEmail} に変更する手続きがありました。`,
      '新しいアドレスに届いたリンクが使われると変更されます。',
    ],
    adds: ['心当たりがない場合は、他の人があなたとしてサインインしています。すぐにパスワードを変更してください。'],
  },
  password_changed: {
    subject: 'パスワードが変更されました',
    says: ({ email }) => [
      `Whereabouts のアカウント ${email} のパスワードが変更され、他のデバイスはサインアウトしました。`,
      '心当たりがない場合は、すぐに新しいパスワードを設定してください。',
    ],
    link: '新しいパスワードを設定',
    adds: [],
  },
}

const letters: Readonly<Record<Locale, Letters>> = { 'en-us': english, 'zh-tw': chinese, 'ja-jp': japanese }

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML shows it, in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { 'en-us': 'en', 'zh-tw': 'zh-Hant', 'ja-jp': 'ja' }

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A letter as it is sent: the same words as plain text and as HTML. `url` is what its link opens. */
export function composeMail(kind: MailKind, locale: Locale, facts: MailFacts, url: string): ComposedMail {
  const { subject, says, link, adds } = letters[locale][kind]
  const before = says(facts)
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const button = `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0b5c66;color:#ffffff;text-decoration:none">${escapeHtml(link ?? '')}</a></p>`
  const address = `<p style="color:#5b6770;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`
  return {
    subject,
    text: [...before, ...(link === undefined ? [] : [`${link}\n${url}`]), ...adds, '-- \nWhereabouts'].join('\n\n'),
    html: [
      `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px;background:#ffffff;color:#1b2429;font:16px/1.6 sans-serif"><div style="max-width:480px">',
      ...paragraphs(before),
      ...(link === undefined ? [] : [button, address]),
      ...paragraphs(adds),
      '<p style="color:#5b6770;font-size:13px">Whereabouts</p></div></body></html>',
    ].join('\n'),
  }
}
