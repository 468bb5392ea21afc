/** The bell and its popover. */
import type { Catalogue } from './catalogue.ts'

export const notifications = {
  'notifications.title': ['Notifications', '通知', '通知'],
  'notifications.unread': ['Notifications, {count} unread', '通知，{count} 則未讀', '通知、未読{count}件'],
  'notifications.testSound': ['Test sound', '測試提示音', '音をテスト'],
  'notifications.loading': ['Loading notifications', '正在載入通知', '通知を読み込み中'],
  'notifications.loadingMore': ['Loading earlier notifications', '正在載入較早的通知', '以前の通知を読み込み中'],
  'notifications.end': ['No earlier notifications', '沒有更早的通知', 'これより前の通知はありません'],
  'notifications.failed': ['Notifications could not be loaded', '無法載入通知', '通知を読み込めませんでした'],
  'notifications.retry': ['Try again', '再試一次', '再試行'],
  'notifications.empty': ['No notifications yet', '尚無通知', 'まだ通知はありません'],
} as const satisfies Catalogue
