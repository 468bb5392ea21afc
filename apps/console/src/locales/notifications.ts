/** The bell and its popover. */
import type { Catalogue } from './catalogue.ts'

export const notifications = {
  'notifications.title': ['Notifications', '通知', '通知'],
  'notifications.unread': ['Notifications, {count} unread', '通知，{count} 則未讀', '通知、未読{count}件'],
  'notifications.empty': ['No notifications yet', '尚無通知', 'まだ通知はありません'],
} as const satisfies Catalogue
