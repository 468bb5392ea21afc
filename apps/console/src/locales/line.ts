/** LINE groups that get the alerts of the account. */
import type { Catalogue } from './catalogue.ts'

export const line = {
  'line.groups': ['LINE groups', 'LINE 群組', 'LINEグループ'],
  'line.none': ['None', '無', 'なし'],
  'line.hint': [
    'Alerts of the account go there too. Add the bot to a group; it then posts a link that connects the group.',
    '警報也會傳送到這些群組。將機器人加入群組後，它會張貼連結網址。',
    'アラートはこれらのグループにも届きます。ボットをグループに追加すると、連携用のリンクが投稿されます。',
  ],
  'line.rename': ['Rename', '重新命名', '名前を変更'],
  'line.renameOf': ['Rename {name}', '重新命名「{name}」', '「{name}」の名前を変更'],
  'line.newName': ['Group nickname', '群組名稱', 'グループ名'],
  'line.newNameMissing': ['Enter a name for the group.', '請輸入群組名稱。', 'グループ名を入力してください。'],
  'line.remove': ['Remove', '移除', '解除'],
  'line.removeOf': ['Remove {name}', '移除「{name}」', '「{name}」の連携を解除'],
  'line.removeTitle': ['Remove “{name}”?', '移除「{name}」？', '「{name}」の連携を解除しますか'],
  'line.removeHint': [
    'Alerts no longer go to this group. It can be linked again from a new message of the bot.',
    '警報將不再傳送到此群組。之後可透過機器人的新訊息重新連結。',
    'このグループにアラートが届かなくなります。ボットの新しいメッセージから再び連携できます。',
  ],
  'line.notRemoved': [
    '“{name}” could not be removed. Load the page again and check.',
    '無法移除「{name}」，請重新載入頁面確認。',
    '「{name}」の連携を解除できませんでした。ページを再読み込みして確認してください。',
  ],
} as const satisfies Catalogue
