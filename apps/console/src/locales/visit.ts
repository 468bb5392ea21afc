/** What visitors by an access link see in place of the sign-in form. */
import type { Catalogue } from './catalogue.ts'

export const visit = {
  'visit.title': ['Open an access link', '開啟存取連結', 'アクセスリンクを開く'],
  'visit.opening': ['Opening the link', '正在開啟連結', 'リンクを開いています'],
  'visit.signedIn': [
    'You are signed in as {name}. Opening the link signs you out of this browser.',
    '你目前以 {name} 登入。開啟連結後，此瀏覽器會登出該帳號。',
    '{name}としてサインイン中です。リンクを開くと、このブラウザーからサインアウトします。',
  ],
  'visit.open': ['Open the link', '開啟連結', 'リンクを開く'],
  'visit.stay': ['Back to the console', '返回主控台', 'コンソールに戻る'],
  'visit.tryAgain': ['Try again', '再試一次', '再試行'],
  'visit.passwordTitle': ['This link asks for a password', '此連結需要密碼', 'このリンクにはパスワードが必要です'],
  'visit.passwordText': [
    'The person who gave you the link knows it.',
    '請向提供連結的人詢問。',
    'リンクを受け取った相手にお尋ねください。',
  ],
  'visit.wrongPassword': ['Password incorrect.', '密碼不正確。', 'パスワードが正しくありません。'],
  'visit.signInInstead': ['Sign in with an account instead', '改用帳號登入', 'アカウントでサインインする'],
} as const satisfies Catalogue
