/** The page of settings that devices take over: which each has, and whether it took them over. */
import type { Catalogue } from './catalogue.ts'

export const advSettings = {
  'configs.list': ['Settings of devices', '裝置設定', 'デバイスの設定'],
  'configs.name': ['Device', '裝置', 'デバイス'],
  'configs.state': ['State', '狀態', '状態'],
  'configs.never': ['Never set', '從未設定', '未設定'],
  'configs.taken': ['Applied', '已套用', '反映済み'],
  'configs.change': ['Change settings', '變更設定', '設定を変更'],
  'configs.onlyPending': ['Only pending', '僅顯示等待套用', '反映待ちのみ'],
  'configs.none': ['No device has settings', '沒有可設定的裝置', '設定できるデバイスがありません'],
  'configs.noneHint': [
    'Trackers and care watches appear here. Phones and tags of other makes have settings of their own.',
    '追蹤器與照護手錶會顯示在這裡。手機與其他廠牌的標籤需在各自的裝置上設定。',
    'トラッカーとケアウォッチがここに表示されます。スマートフォンや他社製タグの設定は、それぞれの機器で行います。',
  ],
  'configs.count': [
    '{count, plural, one {# device} other {# devices}} · {pending} pending',
    '{count} 個裝置・{pending} 個等待套用',
    'デバイス{count}台・反映待ち {pending}',
  ],
} as const satisfies Catalogue
