/** The few texts of the service worker, which has no session and no catalogue: English, Traditional Chinese, Japanese. */
import { DEFAULT_LOCALE, type Locale, toLocale } from '@whereabouts/contract/locales'

interface Words {
  readonly lang: string
  /** Of a push that could not be read. */
  readonly somethingTitle: string
  readonly somethingBody: string
  readonly awayTitle: string
  readonly awayText: string
  readonly awayHint: string
  readonly again: string
}

const WORDS: Readonly<Record<Locale, Words>> = {
  'en-us': {
    lang: 'en',
    somethingTitle: 'Something happened',
    somethingBody: 'Open the console to see what it is.',
    awayTitle: 'The server cannot be reached',
    awayText:
      'Positions and alerts do not arrive in this browser. Watch over your people another way until it is back.',
    awayHint: 'This page goes on by itself as soon as the server answers.',
    again: 'Try again',
  },
  'zh-tw': {
    lang: 'zh-Hant',
    somethingTitle: '有新的事件',
    somethingBody: '請開啟主控台查看。',
    awayTitle: '無法連線至伺服器',
    awayText: '此瀏覽器目前收不到位置與警報。恢復連線前，請改用其他方式看顧。',
    awayHint: '伺服器恢復回應後，此頁面會自動繼續。',
    again: '再試一次',
  },
  'ja-jp': {
    lang: 'ja',
    somethingTitle: '新しい出来事があります',
    somethingBody: 'コンソールを開いて確認してください。',
    awayTitle: 'サーバーに接続できません',
    awayText: 'このブラウザーには位置もアラートも届いていません。復旧するまで、ほかの方法で見守ってください。',
    awayHint: 'サーバーが応答すると、このページは自動的に再開します。',
    again: 'もう一度試す',
  },
}

/** The language chosen in this browser, as far as its cookies can be read; else the first it names that we have. */
export const wordsFor = (cookie: string | undefined, languages: readonly string[]): Words =>
  WORDS[toLocale(cookie) ?? languages.map(toLocale).find((locale) => locale !== undefined) ?? DEFAULT_LOCALE]
