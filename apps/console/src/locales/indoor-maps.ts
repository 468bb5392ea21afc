/** Indoor maps: floor plans and what stands on them. */
import type { Catalogue } from './catalogue.ts'

export const indoorMaps = {
  'indoorMaps.devices': ['{count, plural, one {# device} other {# devices}}', '{count} 個裝置', 'デバイス{count}台'],
  'indoorMaps.stations': [
    '{count, plural, one {# station} other {# stations}}',
    '{count} 個基站',
    'ステーション{count}台',
  ],
  'indoorMaps.both': ['{devices} · {stations}', '{devices}・{stations}', '{devices}・{stations}'],
  'indoorMaps.inNeed': [
    '{count, plural, one {# needs attention} other {# need attention}}',
    '{count} 個需要處理',
    '要対応 {count}台',
  ],
  'indoorMaps.stationsOffline': [
    '{count, plural, one {# station offline} other {# stations offline}}',
    '{count} 個基站離線',
    'ステーション{count}台がオフライン',
  ],
  'indoorMaps.close': ['Back to outdoor map', '回到戶外地圖', '屋外マップに戻る'],
  'indoorMaps.loading': ['Loading the floor plan', '正在載入平面圖', 'フロア図を読み込み中'],
  'indoorMaps.failed': ['The floor plan could not be loaded', '無法載入平面圖', 'フロア図を読み込めませんでした'],
  'indoorMaps.failedHint': [
    'Positions are right, only the picture is missing.',
    '位置資料正確，只缺少圖片。',
    '位置は正しく表示されています。画像だけがありません。',
  ],
  'indoorMaps.retry': ['Try again', '再試一次', '再試行'],
  'indoorMaps.none': ['No indoor maps', '尚無室內地圖', '屋内マップがありません'],
  'indoorMaps.noneHint': [
    'Once a floor plan is uploaded, it appears here.',
    '上傳樓層平面圖後會顯示在這裡。',
    'フロア図をアップロードすると、ここに表示されます。',
  ],
} as const satisfies Catalogue
