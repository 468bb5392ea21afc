/** What senders reported, as it came in. */
import type { Catalogue } from './catalogue.ts'

export const locationLogs = {
  'locationLogs.title': ['History logs', '歷史紀錄', '履歴ログ'],
  'locationLogs.hint': [
    'Reports as they came in, of a device or of a sender. They are kept for 90 days.',
    '依裝置或回報來源查看原始回報，保存 90 天。',
    'デバイスまたは送信元ごとの通信記録です。90日間保存されます。',
  ],
  'locationLogs.by': ['Search by', '查詢對象', '検索対象'],
  'locationLogs.device': ['Device', '裝置', 'デバイス'],
  'locationLogs.sender': ['Sender', '回報來源', '送信元'],
  'locationLogs.deviceId': ['Device ID', '裝置編號', 'デバイスID'],
  'locationLogs.senderId': ['Sender ID', '回報來源編號', '送信元ID'],
  'locationLogs.range': ['Period', '期間', '期間'],
  'locationLogs.search': ['Search', '查詢', '検索'],
  'locationLogs.export': ['Export CSV', '匯出 CSV', 'CSVを書き出す'],
  'locationLogs.scanned': ['Heard', '偵測時間', '検知時刻'],
  'locationLogs.corrected': ['Time corrected', '時間已修正', '時刻を補正'],
  'locationLogs.stored': ['Stored', '儲存時間', '保存時刻'],
  'locationLogs.deleted': ['Deleted', '刪除時間', '削除予定'],
  'locationLogs.signal': ['Signal (dBm)', '訊號（dBm）', '電波強度（dBm）'],
  'locationLogs.battery': ['Battery (%)', '電量（%）', '電池（%）'],
  'locationLogs.none': ['No logs in this time', '這段期間沒有紀錄', 'この期間の記録はありません'],
  'locationLogs.more': ['Load more', '載入更多', 'さらに読み込む'],
  'locationLogs.end': ['End of the logs', '已顯示全部紀錄', 'すべて表示しました'],
  'locationLogs.tooLong': [
    'At most 31 days can be searched at once.',
    '一次最多可查詢 31 天。',
    '一度に検索できる期間は31日までです。',
  ],
  'locationLogs.internal': ['internal server error', '伺服器內部錯誤', 'サーバー内部エラー'],
} as const satisfies Catalogue
