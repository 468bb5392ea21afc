/** What stands in the PDF of a month of attendance, in three languages. */
import type { Locale } from '@whereabouts/contract/locales'

export interface Words {
  readonly title: string
  readonly printed: (time: string) => string
  readonly pageOf: string
  readonly people: string
  readonly peopleColumns: readonly [
    person: string,
    days: string,
    total: string,
    inZone: string,
    overtime: string,
    exceptions: string,
    vacation: string,
  ]
  readonly total: string
  /** Days without a sign-out, which the sums leave out. */
  readonly open: (days: number) => string
  readonly exceptions: string
  readonly exceptionColumns: readonly [
    day: string,
    person: string,
    signIn: string,
    signOut: string,
    flags: string,
    comment: string,
  ]
  readonly flags: readonly [vacation: string, tagNotBrought: string, overtime: string]
  readonly lost: (time: string) => string
  readonly none: string
  readonly hours: (hours: number, minutes: number) => string
}

const two = (value: number): string => String(value).padStart(2, '0')

export const WORDS: Readonly<Record<Locale, Words>> = {
  'en-us': {
    title: 'Attendance',
    printed: (time) => `Printed ${time}`,
    pageOf: 'Page {page} of {pages}',
    people: 'By person',
    peopleColumns: ['Person', 'Days', 'Total', 'In zone', 'Overtime', 'Exceptions', 'Vacation'],
    total: 'Total',
    open: (days) => `${days} not counted`,
    exceptions: 'Exceptions',
    exceptionColumns: ['Day', 'Person', 'Sign in', 'Sign out', 'Reason', 'Comment'],
    flags: ['Vacation', 'Tag not brought', 'OT applied'],
    lost: (time) => `lost ${time}`,
    none: 'None in this month',
    hours: (hours, minutes) => `${hours} h ${two(minutes)} min`,
  },
  'zh-tw': {
    title: '出勤月報',
    printed: (time) => `列印時間 ${time}`,
    pageOf: '第 {page} 頁，共 {pages} 頁',
    people: '依人員',
    peopleColumns: ['人員', '出勤天數', '總時數', '在區域內', '加班', '異常', '休假'],
    total: '合計',
    open: (days) => `${days} 天未計入`,
    exceptions: '異常',
    exceptionColumns: ['日期', '人員', '上班', '下班', '已知情況', '備註'],
    flags: ['休假', '未帶標籤', '已申請加班'],
    lost: (time) => `${time} 失去訊號`,
    none: '本月無資料',
    hours: (hours, minutes) => `${hours} 小時 ${two(minutes)} 分鐘`,
  },
  'ja-jp': {
    title: '勤怠月報',
    printed: (time) => `印刷日時 ${time}`,
    pageOf: '{page} / {pages}ページ',
    people: '氏名別',
    peopleColumns: ['氏名', '出勤日数', '合計', 'エリア内', '残業', '要確認', '休暇'],
    total: '合計',
    open: (days) => `${days}日は集計外`,
    exceptions: '要確認',
    exceptionColumns: ['日付', '氏名', '出勤', '退勤', '申告', 'コメント'],
    flags: ['休暇', 'タグ忘れ', '残業申請済み'],
    lost: (time) => `${time}に検知が途絶`,
    none: '該当なし',
    hours: (hours, minutes) => `${hours}時間${two(minutes)}分`,
  },
}
