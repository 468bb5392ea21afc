/**
 * Texts of pushes for screens that anybody may see: the kind of event, without names, places or figures. Source: G59;
 * security rule 56.
 */
import type { Locale } from '@whereabouts/contract/locales'
import type { NotificationType } from '@whereabouts/domain/alarms'
import { type Event, type Reader, tell } from '../events/words.ts'

/** In English, Traditional Chinese and Japanese. */
type Words = Readonly<Record<Locale, string>>

const LOOK: Words = {
  'en-us': 'Open the console to see who and where.',
  'zh-tw': '請開啟主控台查看對象與位置。',
  'ja-jp': 'コンソールを開いて、対象と場所を確認してください。',
}
const BODIES: Partial<Record<NotificationType, Words>> = {
  disengage: {
    'en-us': 'Somebody has answered the alert.',
    'zh-tw': '已有人處理此警報。',
    'ja-jp': '担当者がアラートに対応しました。',
  },
  test: {
    'en-us': 'Notifications work on this device.',
    'zh-tw': '此裝置可正常接收通知。',
    'ja-jp': 'この端末で通知を受け取れます。',
  },
}

/** Title and body of a push, in the reader's language. */
export const pushWords = (event: Event, reader: Reader): { readonly title: string; readonly body: string } => ({
  title: tell(event, reader).subject,
  body: (BODIES[event.type] ?? LOOK)[reader.locale],
})
