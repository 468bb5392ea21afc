/** Texts every page may need: times, lists, failures, the end of a session, being offline. */
import type { Catalogue } from './catalogue.ts'

export const common = {
  'time.secondsAgo': ['{count} s ago', '{count} 秒前', '{count}秒前'],
  'time.minutesAgo': ['{count} min ago', '{count} 分鐘前', '{count}分前'],
  'time.hoursAgo': ['{count} h ago', '{count} 小時前', '{count}時間前'],
  'time.days': ['{count, plural, one {# day} other {# days}}', '{count} 天', '{count}日'],
  'time.hours': ['{count} h', '{count} 小時', '{count}時間'],
  'time.minutes': ['{count} min', '{count} 分鐘', '{count}分'],
  'time.seconds': ['{count} s', '{count} 秒', '{count}秒'],
  'time.never': ['Never', '從未', 'なし'],
  'list.comma': [', ', '、', '、'],
  'list.removed': ['{name} removed', '已移除「{name}」', '{name}を削除しました'],
  'list.loading': ['Loading the list', '正在載入清單', '一覧を読み込み中'],
  'errors.default': [
    'Oops! Something went wrong...({reason})',
    '糟糕，發生錯誤…（{reason}）',
    '問題が発生しました…（{reason}）',
  ],
  'session.pushWait': [
    'Please wait. Notifications are being set up in this browser.',
    '請稍候，正在設定此瀏覽器的通知。',
    'お待ちください。このブラウザーの通知を設定しています。',
  ],
  'session.ended': [
    'Your session has ended. Sign in to go on where you left off.',
    '登入已逾時。重新登入即可回到剛才的畫面。',
    'セッションが終了しました。サインインすると元の画面に戻ります。',
  ],
  'session.noAlerts': [
    'No alerts reach this screen until somebody signs in.',
    '重新登入前，此畫面收不到警報。',
    'サインインするまで、この画面にアラートは届きません。',
  ],
  'offline.banner': ['You are currently offline', '目前處於離線狀態', '現在オフラインです'],
  'feature.notYours': [
    'Your role does not include that page.',
    '你的權限無法使用該頁面。',
    'お使いの権限では、そのページを利用できません。',
  ],
  'feature.notEnabled': [
    'This feature is not enabled with your account.',
    '你的帳號尚未啟用此功能。',
    'この機能はお使いのアカウントでは有効になっていません。',
  ],
  'toasts.clearAll': ['Clear all', '全部清除', 'すべて消去'],
  'toasts.more': [
    '{count, plural, one {# more message} other {# more messages}}',
    '還有 {count} 則訊息',
    'ほか{count}件のメッセージ',
  ],
  'toasts.close': ['Close message', '關閉訊息', 'メッセージを閉じる'],
  'toasts.region': ['Messages', '訊息', 'メッセージ'],
  'success.saved': ['Saved', '已儲存', '保存しました'],
} as const satisfies Catalogue
