/** Business accounts an integrator sets up for customers. */
import type { Catalogue } from './catalogue.ts'

export const integrators = {
  'business.hint': [
    'Accounts you set up for your customers. Each one signs in on its own and sees only its own devices.',
    '你為客戶建立的帳號。每個帳號各自登入，僅能看到自己的裝置。',
    'お客さまのために作成したアカウントです。それぞれ個別にサインインし、自分のデバイスだけが見えます。',
  ],
  'business.new': ['New account', '新增帳號', '新しいアカウント'],
  'business.search': ['Name or email', '名稱或電子郵件', '名前またはメールアドレス'],
  'business.count': ['{count, plural, one {# account} other {# accounts}}', '{count} 個帳號', '{count}件'],
  'business.account': ['Account', '帳號', 'アカウント'],
  'business.email': ['Email', '電子郵件', 'メールアドレス'],
  'business.created': ['Created', '建立時間', '作成日時'],
  'business.attendance': ['Attendance', '出勤', '勤怠'],
  'business.attendanceOf': ['Attendance for {name}', '「{name}」的出勤功能', '「{name}」の勤怠機能'],
  'business.verified': ['Verified', '已驗證', '確認済み'],
  'business.unverified': ['Invited', '已邀請', '招待中'],
  'business.actions': ['Actions', '操作', '操作'],
  'business.actionsOf': ['Actions for {name}', '「{name}」的操作', '「{name}」の操作'],
  'business.deleteAsked': ['Delete account…', '刪除帳號…', 'アカウントを削除…'],
  'business.newTitle': ['New business account', '新增企業帳號', '新しい法人アカウント'],
  'business.newHint': [
    'We send a link that sets the password. You never see it.',
    '我們會寄出設定密碼的連結，你不會得知密碼。',
    'パスワードを設定するためのリンクをメールで送ります。パスワードはあなたには見えません。',
  ],
  'business.name': ['Name', '名稱', '名前'],
  'business.nameMissing': ['Enter a name.', '請輸入名稱。', '名前を入力してください。'],
  'business.language': ['Language of the email', '信件語言', 'メールの言語'],
  'business.create': ['Create and send email', '建立並寄信', '作成してメールを送信'],
  'business.invited': ['Email sent to {email}.', '信件已寄至 {email}。', '{email}にメールを送信しました。'],
  'business.deleteTitle': ['Delete “{name}”?', '刪除「{name}」？', '「{name}」を削除しますか'],
  'business.deleteAsk': [
    'The account goes at once with everything in it; its devices become free. Type {email} to continue.',
    '帳號及其所有內容會立即刪除，裝置將可重新指派。請輸入 {email} 以繼續。',
    'アカウントは中身ごとすぐに削除され、デバイスは再び登録できるようになります。続けるには{email}と入力してください。',
  ],
  'business.deleteMismatch': [
    'Email not correct. Type the email of this account to delete it.',
    '電子郵件不正確，請輸入此帳號的電子郵件以刪除。',
    'メールアドレスが正しくありません。削除するアカウントのメールアドレスを入力してください。',
  ],
  'business.delete': ['Delete account', '刪除帳號', 'アカウントを削除'],
  'business.deleted': ['“{name}” deleted.', '已刪除「{name}」。', '「{name}」を削除しました。'],
  'business.none': ['No business accounts yet', '尚無企業帳號', '法人アカウントはまだありません'],
  'business.noMatch': [
    'Nothing matches “{text}”',
    '找不到符合「{text}」的帳號',
    '「{text}」に一致するものはありません',
  ],
  'business.clear': ['Clear', '清除', 'クリア'],
} as const satisfies Catalogue
