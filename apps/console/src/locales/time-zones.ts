/** The time zones an account may choose, by their cities. */
import type { Catalogue } from './catalogue.ts'

export const timeZones = {
  'zone.America/Chicago': ['Chicago', '芝加哥', 'シカゴ'],
  'zone.Asia/Tokyo': ['Tokyo', '東京', '東京'],
  'zone.America/Los_Angeles': ['Los Angeles', '洛杉磯', 'ロサンゼルス'],
  'zone.America/New_York': ['New York', '紐約', 'ニューヨーク'],
  'zone.America/Phoenix': ['Phoenix', '鳳凰城', 'フェニックス'],
  'zone.Asia/Singapore': ['Singapore', '新加坡', 'シンガポール'],
  'zone.Asia/Taipei': ['Taipei', '台北', '台北'],
  'zone.America/Toronto': ['Toronto', '多倫多', 'トロント'],
} as const satisfies Catalogue
