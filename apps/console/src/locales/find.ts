/** Finding a device, a station or a map, on every page. */
import type { Catalogue } from './catalogue.ts'

export const find = {
  'find.any': ['Find a device, station or map', '尋找裝置、基站或地圖', 'デバイス・場所を検索'],
  'find.devices': ['Find a device or map', '尋找裝置或地圖', 'デバイス・マップを検索'],
  'find.hint': ['Type a name, an ID or a place.', '輸入名稱、編號或地點。', '名前・ID・場所を入力してください。'],
  'find.none': ['Nothing matches “{filter}”', '沒有符合「{filter}」的項目', '「{filter}」に一致するものはありません'],
  'find.count': ['{count, plural, one {# result} other {# results}}', '{count} 筆結果', '{count}件'],
} as const satisfies Catalogue
