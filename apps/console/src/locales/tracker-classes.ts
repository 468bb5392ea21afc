/** Tracker classes: what devices are for, and the colour of their markers. */
import type { Catalogue } from './catalogue.ts'

export const trackerClasses = {
  'classes.page': ['Tracker classes', '追蹤器類別', 'トラッカーのクラス'],
  'classes.hint': [
    'Group devices by what they are for. The color fills their marker; status always has its own shape, so these colors never mean online or offline.',
    '依用途將裝置分類。顏色會填滿標記；狀態另以形狀表示，因此這些顏色與上線、離線無關。',
    '用途ごとにデバイスをまとめます。色はマーカーの塗りになります。状態は形で示すため、この色がオンラインやオフラインを意味することはありません。',
  ],
  'classes.add': ['Add class', '新增類別', 'クラスを追加'],
  'classes.full': [
    'All ten classes are in use. Delete one first.',
    '十個類別皆已使用，請先刪除其中一個。',
    '10個のクラスをすべて使用しています。先に1つ削除してください。',
  ],
  'classes.noneYet': ['No classes yet', '尚無類別', 'クラスはまだありません'],
  'classes.noneHint': [
    'Add one, then put devices into it.',
    '新增類別後，即可將裝置歸入。',
    '追加すると、デバイスを割り当てられます。',
  ],
  'classes.list': ['Classes', '類別', 'クラス'],
  'classes.newName': ['New class', '新類別', '新しいクラス'],
  'classes.devices': ['{count, plural, one {# device} other {# devices}}', '{count} 個裝置', 'デバイス{count}台'],
  'classes.links': ['{count, plural, one {# link} other {# links}}', '{count} 個連結', 'リンク{count}件'],
  'classes.edit': ['Edit {name}', '編輯「{name}」', '{name}を編集'],
  'classes.fold': ['Close {name}', '收合「{name}」', '{name}を閉じる'],
  'classes.delete': ['Delete {name}', '刪除「{name}」', '{name}を削除'],
  'classes.deleteRule': [
    'A class can be deleted when no device uses it.',
    '沒有裝置使用時才能刪除類別。',
    '使用しているデバイスがないクラスは削除できます。',
  ],
  'classes.staff': [
    'Staff on duty: alerts tell who is nearest',
    '值班人員：警報會顯示離現場最近的人',
    'スタッフ（アラートで最も近い人を表示）',
  ],
  'classes.name': ['Name', '名稱', '名前'],
  'classes.colour': ['Color', '顏色', '色'],
  'classes.ownColour': ['Another color', '其他顏色', 'その他の色'],
  'classes.linksTitle': ['Links', '連結', 'リンク'],
  'classes.linksHint': [
    'Shown in the details of each device of this class.',
    '顯示在此類別各裝置的詳細資料中。',
    'このクラスのデバイスの詳細に表示されます。',
  ],
  'classes.linkName': ['Name of link {number}', '連結 {number} 的名稱', 'リンク{number}の名前'],
  'classes.linkUrl': ['Address of link {number}', '連結 {number} 的網址', 'リンク{number}のアドレス'],
  'classes.linkNameShort': ['Name', '名稱', '名前'],
  'classes.addLink': ['Add link', '新增連結', 'リンクを追加'],
  'classes.removeLink': ['Remove link {number}', '移除連結 {number}', 'リンク{number}を削除'],
  'classes.nameInUse': [
    '{count, plural, one {# device is} other {# devices are}} in this class. It needs a name until they are moved to another one.',
    '此類別有 {count} 個裝置。移到其他類別之前，名稱不能空白。',
    'このクラスにはデバイスが{count}台あります。ほかのクラスに移すまで、名前を空にできません。',
  ],
  'classes.nameMissing': [
    'Enter a name, or delete the class.',
    '請輸入名稱，或刪除此類別。',
    '名前を入力するか、クラスを削除してください。',
  ],
  'classes.nameLong': ['Use 50 characters or fewer.', '請勿超過 50 個字元。', '50文字以内で入力してください。'],
  'classes.nameTaken': ['Another class has this name.', '已有相同名稱的類別。', '同じ名前のクラスがあります。'],
  'classes.linkFault': [
    'Give each link a name and a web address that starts with http:// or https://.',
    '請為每個連結輸入名稱，以及以 http:// 或 https:// 開頭的網址。',
    '各リンクに名前と、http:// または https:// で始まるアドレスを入力してください。',
  ],
  'classes.stillUsed': [
    'This class is in use and cannot be emptied. Move its devices to another class first.',
    '此類別仍在使用中，無法清空。請先將裝置移到其他類別。',
    'このクラスは使用中のため空にできません。先にデバイスをほかのクラスに移してください。',
  ],
  'classes.changed': [
    '{count, plural, one {# class changed} other {# classes changed}}',
    '{count} 個類別的變更尚未儲存',
    '{count}件のクラスに未保存の変更があります',
  ],
} as const satisfies Catalogue
