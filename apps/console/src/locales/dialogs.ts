/** What every dialog, every form in one and every page of sub-pages needs; the proof of who is at the keys. */
import type { Catalogue } from './catalogue.ts'

export const dialogs = {
  'dialog.cancel': ['Cancel', '取消', 'キャンセル'],
  'dialog.close': ['Close', '關閉', '閉じる'],
  'dialog.done': ['Done', '完成', '完了'],
  'dialog.save': ['Save', '儲存', '保存'],
  'subPages.choose': ['Page: {name}', '頁面：{name}', 'ページ：{name}'],
  'form.retry': ['Try again', '再試一次', '再試行'],
  'reauth.title': ["Confirm it's you", '確認是你本人', '本人確認'],
  'reauth.why': [
    'This needs your password again. It then stays valid for five minutes.',
    '此操作需要再次輸入密碼，之後五分鐘內有效。',
    'この操作にはパスワードの再入力が必要です。確認後5分間有効です。',
  ],
  'reauth.password': ['Your password', '你的密碼', 'パスワード'],
  'reauth.continue': ['Continue', '繼續', '続ける'],
  'reauth.byService': [
    'This needs a recent sign-in. You sign in with another service, so sign out, sign in again, then repeat it within five minutes.',
    '此操作需要近期的登入紀錄。你使用第三方帳號登入，請先登出再重新登入，並在五分鐘內再次操作。',
    'この操作には直近のサインインが必要です。外部サービスでサインインしているため、いったんサインアウトしてからサインインし直し、5分以内にもう一度操作してください。',
  ],
  'reauth.signOut': ['Sign out', '登出', 'サインアウト'],
  'password.incorrect': ['Password incorrect.', '密碼不正確。', 'パスワードが正しくありません。'],
} as const satisfies Catalogue
