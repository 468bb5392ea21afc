/** What stands in the PDF of a month of excursions, in three languages. */
import type { Locale } from '@whereabouts/contract/locales'

interface Words {
  readonly title: string
  readonly madeAt: (time: string) => string
  readonly pageOf: string
  readonly figures: readonly [all: string, alarms: string, unanswered: string]
  readonly total: string
  readonly excursions: string
  readonly none: string
  readonly columns: readonly [
    name: string,
    limit: string,
    from: string,
    peak: string,
    length: string,
    answered: string,
    comments: string,
  ]
  readonly above: (limit: string) => string
  readonly below: (limit: string) => string
  readonly lasts: string
  readonly unanswered: string
  readonly noAlarm: string
  readonly minutes: (minutes: number) => string
  readonly hours: (hours: number, minutes: number) => string
}

export const WORDS: Readonly<Record<Locale, Words>> = {
  'en-us': {
    title: 'Temperature excursions',
    madeAt: (time) => `As of ${time}`,
    pageOf: 'Page {page} of {pages}',
    figures: ['Excursions', 'With alert', 'Not answered'],
    total: 'Time out of range',
    excursions: 'Excursions',
    none: 'None in this month',
    columns: ['Carepad', 'Limit', 'From', 'Peak', 'Duration', 'Answered', 'Comments'],
    above: (limit) => `Above ${limit}`,
    below: (limit) => `Below ${limit}`,
    lasts: 'Ongoing',
    unanswered: 'Not answered',
    noAlarm: 'No alert',
    minutes: (minutes) => `${minutes} min`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
  },
  'zh-tw': {
    title: '溫度超限紀錄',
    madeAt: (time) => `資料時間 ${time}`,
    pageOf: '第 {page} 頁，共 {pages} 頁',
    figures: ['超限次數', '有警報', '未處理'],
    total: '超限總時間',
    excursions: '溫度超限',
    none: '本月無溫度超限',
    columns: ['溫度貼片', '門檻值', '開始', '極值', '持續時間', '處理', '備註'],
    above: (limit) => `高於 ${limit}`,
    below: (limit) => `低於 ${limit}`,
    lasts: '持續中',
    unanswered: '未處理',
    noAlarm: '無警報',
    minutes: (minutes) => `${minutes} 分鐘`,
    hours: (hours, minutes) => `${hours} 小時 ${minutes} 分鐘`,
  },
  'ja-jp': {
    title: '温度逸脱記録',
    madeAt: (time) => `${time}時点`,
    pageOf: '{page} / {pages}ページ',
    figures: ['逸脱', 'アラートあり', '未対応'],
    total: '逸脱時間の合計',
    excursions: '温度逸脱',
    none: 'この月の逸脱はありません',
    columns: ['ケアパッド', '限度', '開始', '極値', '継続時間', '対応', 'コメント'],
    above: (limit) => `${limit}超`,
    below: (limit) => `${limit}未満`,
    lasts: '継続中',
    unanswered: '未対応',
    noAlarm: 'アラートなし',
    minutes: (minutes) => `${minutes}分`,
    hours: (hours, minutes) => `${hours}時間${minutes}分`,
  },
}
