/** What stands in the PDF of a shift report, in three languages. */
import type { Locale } from '@whereabouts/contract/locales'
import type { ShiftKind } from '@whereabouts/domain/shift-reports'
import type { TrackerStatus } from '@whereabouts/domain/trackers'

interface Words {
  readonly title: string
  readonly shifts: Readonly<Record<ShiftKind, string>>
  readonly automatic: string
  readonly madeBy: (name: string) => string
  readonly madeAt: (time: string) => string
  readonly pageOf: string
  readonly none: string
  readonly notes: string
  readonly figures: readonly [devices: string, alerts: string, unanswered: string, offline: string, battery: string]
  readonly alerts: string
  readonly alertColumns: readonly [time: string, event: string, details: string, answered: string]
  readonly answered: (name: string, after: string) => string
  readonly unanswered: string
  readonly visits: string
  readonly visitColumns: readonly [name: string, zone: string, came: string, left: string, times: string, total: string]
  readonly stillThere: string
  readonly silent: string
  readonly silentColumns: readonly [name: string, lastHeard: string, back: string]
  readonly station: string
  readonly stillSilent: string
  readonly battery: string
  readonly batteryColumns: readonly [name: string, since: string, now: string]
  readonly temperatures: string
  readonly temperatureColumns: readonly [name: string, limit: string, from: string, to: string, peak: string]
  readonly aboveLimit: string
  readonly belowLimit: string
  readonly goingOn: string
  readonly remarks: string
  readonly remarkColumns: readonly [name: string, remark: string, editor: string, time: string]
  readonly devices: string
  readonly deviceColumns: readonly [
    name: string,
    klass: string,
    place: string,
    status: string,
    battery: string,
    remarks: string,
  ]
  readonly statuses: Readonly<Record<TrackerStatus, string>>
  readonly lastSeen: (time: string) => string
  readonly handover: string
  readonly handoverColumns: readonly [name: string, session: string, time: string]
  readonly notConfirmed: string
  /** A length of time under a minute, or in hours and minutes. */
  readonly seconds: (seconds: number) => string
  readonly minutes: (minutes: number) => string
  readonly hours: (hours: number, minutes: number) => string
  readonly colon: string
}

export const WORDS: Readonly<Record<Locale, Words>> = {
  'en-us': {
    title: 'Shift report',
    shifts: { night: 'Night shift', day: 'Day shift', evening: 'Evening shift' },
    automatic: 'Made automatically',
    madeBy: (name) => `Made by ${name}`,
    madeAt: (time) => `As of ${time}`,
    pageOf: 'Page {page} of {pages}',
    none: 'None',
    notes: 'Notes',
    figures: ['Devices', 'Alerts', 'Not answered', 'Offline', 'Low battery'],
    alerts: 'Alerts',
    alertColumns: ['Time', 'Event', 'Details', 'Answered'],
    answered: (name, after) => `${name}, after ${after}`,
    unanswered: 'Not answered',
    visits: 'Came and went',
    visitColumns: ['Name', 'Zone', 'Came', 'Left', 'Times', 'Total'],
    stillThere: 'Still there',
    silent: 'Fell silent',
    silentColumns: ['Name', 'Last heard', 'Heard again'],
    station: 'station',
    stillSilent: 'Still silent',
    battery: 'Battery ran low',
    batteryColumns: ['Name', 'Since', 'At the end'],
    temperatures: 'Temperatures out of range',
    temperatureColumns: ['Name', 'Limit', 'From', 'To', 'Peak'],
    aboveLimit: 'Above',
    belowLimit: 'Below',
    goingOn: 'Ongoing',
    remarks: 'Remarks changed',
    remarkColumns: ['Name', 'Remark', 'Editor', 'Time'],
    devices: 'All devices',
    deviceColumns: ['Name', 'Class', 'Place', 'Status', 'Battery', 'Remarks'],
    statuses: { connected: 'Connected', disconnected: 'Disconnected', offline: 'Offline' },
    lastSeen: (time) => `last seen ${time}`,
    handover: 'Handover',
    handoverColumns: ['Read by', 'Signed in as', 'Time'],
    notConfirmed: 'Nobody has confirmed having read this report.',
    seconds: (seconds) => `${seconds} s`,
    minutes: (minutes) => `${minutes} min`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
    colon: ': ',
  },
  'zh-tw': {
    title: '交班報告',
    shifts: { night: '大夜班', day: '白班', evening: '小夜班' },
    automatic: '自動製作',
    madeBy: (name) => `製作人：${name}`,
    madeAt: (time) => `資料時間 ${time}`,
    pageOf: '第 {page} 頁，共 {pages} 頁',
    none: '無',
    notes: '交班事項',
    figures: ['裝置', '警報', '未處理', '離線', '電量不足'],
    alerts: '警報',
    alertColumns: ['時間', '事件', '內容', '處理'],
    answered: (name, after) => `${name}，${after}後`,
    unanswered: '未處理',
    visits: '區域進出',
    visitColumns: ['名稱', '區域', '進入', '離開', '次數', '合計'],
    stillThere: '仍在區域內',
    silent: '失去訊號',
    silentColumns: ['名稱', '最後偵測', '恢復'],
    station: '基站',
    stillSilent: '尚未恢復',
    battery: '電量不足',
    batteryColumns: ['名稱', '開始', '交班時'],
    temperatures: '溫度超限',
    temperatureColumns: ['名稱', '上下限', '開始', '結束', '最大偏差'],
    aboveLimit: '高於上限',
    belowLimit: '低於下限',
    goingOn: '持續中',
    remarks: '備註異動',
    remarkColumns: ['名稱', '備註', '編輯者', '時間'],
    devices: '所有裝置',
    deviceColumns: ['名稱', '類別', '位置', '狀態', '電量', '備註'],
    statuses: { connected: '已連線', disconnected: '已斷線', offline: '離線' },
    lastSeen: (time) => `最後偵測 ${time}`,
    handover: '交班',
    handoverColumns: ['確認人', '登入帳號', '時間'],
    notConfirmed: '尚無人確認已閱讀此報告。',
    seconds: (seconds) => `${seconds} 秒`,
    minutes: (minutes) => `${minutes} 分鐘`,
    hours: (hours, minutes) => `${hours} 小時 ${minutes} 分鐘`,
    colon: '：',
  },
  'ja-jp': {
    title: '申し送り',
    shifts: { night: '夜勤', day: '日勤', evening: '準夜勤' },
    automatic: '自動作成',
    madeBy: (name) => `作成者: ${name}`,
    madeAt: (time) => `${time}時点`,
    pageOf: '{page} / {pages}ページ',
    none: 'なし',
    notes: '連絡事項',
    figures: ['デバイス', 'アラート', '未対応', 'オフライン', '電池残量わずか'],
    alerts: 'アラート',
    alertColumns: ['時刻', '種類', '内容', '対応'],
    answered: (name, after) => `${name}（${after}後）`,
    unanswered: '未対応',
    visits: 'エリアの出入り',
    visitColumns: ['名前', 'エリア', '入った時刻', '出た時刻', '回数', '合計'],
    stillThere: '滞在中',
    silent: '通信が途絶えたもの',
    silentColumns: ['名前', '最終検知', '復帰'],
    station: 'ステーション',
    stillSilent: '未復帰',
    battery: '電池残量がわずかになったもの',
    batteryColumns: ['名前', '時刻', '終了時'],
    temperatures: '温度逸脱',
    temperatureColumns: ['名前', '上限・下限', '開始', '終了', 'ピーク'],
    aboveLimit: '上限超過',
    belowLimit: '下限未満',
    goingOn: '継続中',
    remarks: '備考の変更',
    remarkColumns: ['名前', '備考', '編集者', '時刻'],
    devices: 'すべてのデバイス',
    deviceColumns: ['名前', 'クラス', '場所', '状態', '電池', '備考'],
    statuses: { connected: '接続中', disconnected: '切断', offline: 'オフライン' },
    lastSeen: (time) => `最終検知${time}`,
    handover: '引き継ぎ',
    handoverColumns: ['確認者', 'サインイン名', '時刻'],
    notConfirmed: 'まだ誰も確認していません。',
    seconds: (seconds) => `${seconds}秒`,
    minutes: (minutes) => `${minutes}分`,
    hours: (hours, minutes) => `${hours}時間${minutes}分`,
    colon: ': ',
  },
}
