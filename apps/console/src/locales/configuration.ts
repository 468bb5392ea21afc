/** Device management: the frame of its pages. */
import type { Catalogue } from './catalogue.ts'

export const configuration = {
  'configuration.empty': ['Nothing to show here yet.', '目前沒有可顯示的內容。', 'まだ表示するものはありません。'],
} as const satisfies Catalogue
