/** The bell and its popover. */
import type { Catalogue } from './catalogue.ts'

export const notifications = {
  'notifications.title': ['Notifications', '通知', '通知'],
  'notifications.unread': ['Notifications, {count} unread', '通知，{count} 則未讀', '通知、未読{count}件'],
  'notifications.empty': ['No notifications yet', '尚無通知', 'まだ通知はありません'],
  'notifications.emptyHint': [
    'When a device goes offline or somebody enters a danger zone, you read it here.',
    '裝置離線或有人進入危險區域時，會顯示在這裡。',
    'デバイスがオフラインになったり、誰かが危険エリアに入ったりすると、ここに表示されます。',
  ],
} as const satisfies Catalogue
