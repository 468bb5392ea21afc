/** Devices shared between accounts, and phones that may be tracked. */
import type { Catalogue } from './catalogue.ts'

export const sharing = {
  'sharing.title': ['Shared with', '共享對象', '共有相手'],
  'sharing.none': ['Nobody else sees this device.', '目前沒有其他人能看到此裝置。', 'ほかの人には共有されていません。'],
  'sharing.invite': ['Share', '共享', '共有する'],
  'sharing.inviteTitle': ['Share {name}', '共享 {name}', '{name}を共有'],
  'sharing.inviteHint': [
    'They see where it is and can ring it, nothing more. Remarks, class and photo stay with you.',
    '對方可查看位置並使其響鈴，除此之外不開放。備註、類別與照片不會共享。',
    '相手ができるのは、場所の確認と音を鳴らすことだけです。備考・クラス・写真は共有されません。',
  ],
  'sharing.email': ['Email of the person', '對方的電子郵件', '相手のメールアドレス'],
  'sharing.language': ['Language of the email', '信件語言', 'メールの言語'],
  'sharing.theirLanguage': ['Theirs, or else yours', '對方的語言，否則用你的', '相手の設定（なければ自分の設定）'],
  'sharing.send': ['Send invitation', '寄送邀請', '招待を送信'],
  'sharing.sent': ['Invitation sent to {email}', '已將邀請寄至 {email}', '{email}に招待を送信しました'],
  'sharing.accepted': ['Accepted', '已接受', '承認済み'],
  'sharing.waiting': ['Not accepted', '尚未接受', '未承認'],
  'sharing.invited': ['Invited {time}', '{time} 邀請', '{time}に招待'],
  'sharing.resend': ['Send again', '重新寄送', '再送する'],
  'sharing.resendTo': ['Send the invitation to {name} again', '重新寄送邀請給 {name}', '{name}さんへの招待を再送'],
  'sharing.stop': ['Stop sharing', '取消共享', '共有を解除'],
  'sharing.stopWith': ['Stop sharing with {name}', '取消與 {name} 的共享', '{name}さんとの共有を解除'],
  'sharing.stopTitle': ['Stop sharing with {name}?', '取消與 {name} 的共享？', '{name}さんとの共有を解除しますか'],
  'sharing.stopHint': [
    '{device} leaves their list and map at once.',
    '{device} 會立即從對方的清單與地圖消失。',
    '{device}は相手の一覧とマップからすぐに消えます。',
  ],
  'sharing.stopWaitingHint': [
    'The link in the invitation opens nothing any more.',
    '邀請信中的連結將失效。',
    '招待メールのリンクは無効になります。',
  ],
  'sharing.stopped': ['No longer shared with {name}', '已取消與 {name} 的共享', '{name}さんとの共有を解除しました'],
  'sharing.countOnly': [
    '{count, plural, =0 {Nobody else sees this device.} one {Offered to # person.} other {Offered to # people.}} Owner and deputies share devices.',
    '{count, plural, =0 {目前沒有其他人能看到此裝置。} other {已提供給 # 人。}}由擁有者與代理人管理共享。',
    '{count, plural, =0 {ほかの人には共有されていません。} other {#人を招待しています。}}共有はオーナーと代理が行います。',
  ],
  'sharing.fromTitle': ['Shared by', '共享者', '共有元'],
  'sharing.leave': ['Remove from my list', '從我的清單移除', '自分の一覧から外す'],
  'sharing.leaveTitle': ['Remove {name} from your list?', '將 {name} 從你的清單移除？', '{name}を一覧から外しますか'],
  'sharing.leaveHint': [
    '{person} keeps the device. To see it again, you need a new invitation.',
    '裝置仍由 {person} 持有。若要再次查看，需要新的邀請。',
    'デバイスは{person}さんのもとに残ります。もう一度見るには、新しい招待が必要です。',
  ],
  'sharing.leaveRole': [
    'Owner and deputies can remove it from the list.',
    '可由擁有者與代理人從清單移除。',
    '一覧から外せるのはオーナーと代理です。',
  ],
  'sharing.trackable': ['Trackable', '允許定位追蹤', '位置の追跡'],
  'sharing.trackableHint': [
    'Off, it leaves list and map, and its shares end',
    '關閉後會從清單與地圖消失，共享也會終止',
    'オフにすると一覧とマップから消え、共有も終わります',
  ],
  'sharing.untrackTitle': ['Stop tracking {name}?', '停止追蹤 {name}？', '{name}の追跡をやめますか'],
  'sharing.untrackHint': [
    'It leaves the list and the map, all its shares end, and where it goes is no longer kept. Under Add devices, Senders, tracking can be allowed again.',
    '手機會從清單與地圖消失，所有共享終止，也不再記錄其位置。可在「新增裝置」的「回報來源」重新允許追蹤。',
    '一覧とマップから消え、共有はすべて終わり、位置は記録されなくなります。「デバイスを追加」の「送信元」で、もう一度追跡を許可できます。',
  ],
  'sharing.untrackVerb': ['Stop tracking', '停止追蹤', '追跡をやめる'],
} as const satisfies Catalogue
