/** What every dialog and every page of sub-pages needs. */
import type { Catalogue } from './catalogue.ts'

export const dialogs = {
  'dialog.cancel': ['Cancel', '取消', 'キャンセル'],
  'dialog.close': ['Close', '關閉', '閉じる'],
  'subPages.choose': ['Page: {name}', '頁面：{name}', 'ページ：{name}'],
} as const satisfies Catalogue
