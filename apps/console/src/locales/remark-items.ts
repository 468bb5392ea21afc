/** Remark items: the short facts that staff fill in for each device. */
import type { Catalogue } from './catalogue.ts'

export const remarkItems = {
  'remarkItems.title': ['Remark items', '備註項目', '備考項目'],
  'remarkItems.hint': [
    'Short facts staff can fill in for each device. They show in its details in this order.',
    '工作人員可為每個裝置填寫的簡短資訊，會依此順序顯示在裝置詳細資料中。',
    'スタッフがデバイスごとに書き込める短い情報です。デバイスの詳細にこの順で表示されます。',
  ],
  'remarkItems.add': ['Add item', '新增項目', '項目を追加'],
  'remarkItems.full': [
    'There are 20 items already. Remove one first.',
    '已有 20 個項目，請先移除其中一個。',
    'すでに20項目あります。先に1つ削除してください。',
  ],
  'remarkItems.none': ['No remark items yet', '尚無備註項目', '備考項目はまだありません'],
  'remarkItems.noneHint': [
    'Add what staff should know, such as a diet or the next service.',
    '新增工作人員需要知道的資訊，例如飲食或下次保養。',
    '食事や次回点検など、スタッフが知っておきたい項目を追加してください。',
  ],
  'remarkItems.list': ['Remark items', '備註項目', '備考項目'],
  'remarkItems.filled': [
    '{count, plural, =0 {Not filled in} one {# device} other {# devices}}',
    '{count, plural, =0 {尚未填寫} other {# 個裝置}}',
    '{count, plural, =0 {未記入} other {デバイス#台}}',
  ],
  'remarkItems.drag': ['Drag {name}', '拖曳「{name}」', '{name}をドラッグ'],
  'remarkItems.up': ['Move {name} up', '將「{name}」上移', '{name}を上へ移動'],
  'remarkItems.down': ['Move {name} down', '將「{name}」下移', '{name}を下へ移動'],
  'remarkItems.moved': [
    '{name} is now number {place} of {count}.',
    '「{name}」現在是第 {place} 個，共 {count} 個。',
    '{name}は{count}件中{place}番目になりました。',
  ],
  'remarkItems.rename': ['Rename {name}', '重新命名「{name}」', '{name}の名前を変更'],
  'remarkItems.remove': ['Remove {name}', '移除「{name}」', '{name}を削除'],
  'remarkItems.name': ['Name of the item', '項目名稱', '項目名'],
  'remarkItems.addThis': ['Add', '新增', '追加'],
  'remarkItems.keep': ['Done', '完成', '完了'],
  'remarkItems.nameMissing': ['Enter a name.', '請輸入名稱。', '名前を入力してください。'],
  'remarkItems.nameLong': ['Use 50 characters or fewer.', '請勿超過 50 個字元。', '50文字以内で入力してください。'],
  'remarkItems.nameTaken': ['Another item has this name.', '已有相同名稱的項目。', '同じ名前の項目があります。'],
  'remarkItems.hidden': [
    'What was written under a removed item is no longer shown.',
    '移除項目後，不再顯示在該項目填寫的內容。',
    '削除した項目に書き込まれた内容は表示されなくなります。',
  ],
  'remarkItems.changedOrder': ['Order changed', '順序已變更', '順序を変更'],
  'remarkItems.changedAdded': [
    '{count, plural, one {# item added} other {# items added}}',
    '新增 {count} 個項目',
    '{count}件を追加',
  ],
  'remarkItems.changedNames': [
    '{count, plural, one {# item renamed} other {# items renamed}}',
    '重新命名 {count} 個項目',
    '{count}件の名前を変更',
  ],
  'remarkItems.changedRemoved': [
    '{count, plural, one {# item removed} other {# items removed}}',
    '移除 {count} 個項目',
    '{count}件を削除',
  ],
} as const satisfies Catalogue
