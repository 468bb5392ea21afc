/** Texts every screen may need: times and failures. */
import type { Catalogue } from './catalogue.ts'

export const common = {
  'time.secondsAgo': ['{count} s ago', '{count} 秒前', '{count}秒前'],
  'time.minutesAgo': ['{count} min ago', '{count} 分鐘前', '{count}分前'],
  'time.hoursAgo': ['{count} h ago', '{count} 小時前', '{count}時間前'],
  'time.never': ['Never', '從未', 'なし'],
  'errors.default': [
    'Oops! Something went wrong...({reason})',
    '發生錯誤…（{reason}）',
    'エラーが発生しました（{reason}）',
  ],
} as const satisfies Catalogue
