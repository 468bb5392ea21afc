/** Pages that are saved as a whole: the bar at their foot, and the question before unsaved changes are left. */
import type { Catalogue } from './catalogue.ts'

export const unsaved = {
  'unsaved.discard': ['Discard', '捨棄', '破棄'],
  'unsaved.save': ['Save changes', '儲存變更', '変更を保存'],
  'unsaved.title': ['Leave without saving?', '不儲存就離開？', '保存せずに移動しますか'],
  'unsaved.hint': ['Your changes are not saved yet.', '變更尚未儲存。', '変更はまだ保存されていません。'],
  'unsaved.leave': ['Leave', '離開', '移動する'],
} as const satisfies Catalogue
