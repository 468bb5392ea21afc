/** What forms of accounts say: faults of e-mail addresses and passwords, waits, a server that cannot be reached, mails on their way, other services. */
import type { Catalogue } from './catalogue.ts'

export const forms = {
  'forms.email': ['Email', '電子郵件', 'メールアドレス'],
  'forms.emailMissing': ['Enter your email address.', '請輸入電子郵件。', 'メールアドレスを入力してください。'],
  'forms.emailInvalid': [
    'Email format is invalid!',
    '電子郵件格式不正確。',
    'メールアドレスの形式が正しくありません。',
  ],
  // Behind a label: full-width brackets bring their own room, English ones want a space.
  'forms.optional': [' (optional)', '（選填）', '（任意）'],
  'forms.password': ['Password', '密碼', 'パスワード'],
  'forms.passwordMissing': ["Password can't be empty!", '請輸入密碼。', 'パスワードを入力してください。'],
  'forms.passwordGuessable': [
    'This password is guessed first. Choose another one.',
    '這個密碼太容易被猜到，請換一個。',
    'このパスワードは推測されやすいため、別のものにしてください。',
  ],
  'forms.passwordLong': [
    'A password has at most 128 characters.',
    '密碼最多 128 個字元。',
    'パスワードは128文字以内で入力してください。',
  ],
  'forms.passwordVerify': [
    'Please type the same password to verify.',
    '請輸入相同的密碼以確認。',
    '確認のため、同じパスワードを入力してください。',
  ],
  'forms.passwordHint': [
    'At least 8 characters; 15 or more are safer.',
    '至少 8 個字元，15 個以上更安全。',
    '8文字以上。15文字以上ならさらに安全です。',
  ],
  'forms.passwordLonger': [
    'Long enough. 15 or more are safer: a few words in a row will do.',
    '長度足夠。15 個字元以上更安全，例如串起幾個詞。',
    '使えます。単語をいくつか並べて15文字以上にすると、さらに安全です。',
  ],
  'forms.passwordStrong': ['A good, long password.', '長度很理想。', '十分な長さです。'],
  'forms.showPassword': ['Show password', '顯示密碼', 'パスワードを表示'],
  'forms.hidePassword': ['Hide password', '隱藏密碼', 'パスワードを隠す'],
  'forms.unreachable': [
    'The server cannot be reached. Check the connection and try again; what you typed is kept.',
    '無法連線至伺服器。請檢查網路後再試一次，已輸入的內容會保留。',
    'サーバーに接続できません。接続を確認してもう一度お試しください。入力内容はそのまま残ります。',
  ],
  'forms.tooMany': [
    'Too many tries. Try again in {wait}.',
    '嘗試次數過多，請於 {wait}後再試。',
    '試行回数が多すぎます。{wait}後にもう一度お試しください。',
  ],
  'forms.tryAgainIn': ['Try again in {wait}', '{wait}後可再試', '{wait}後に再試行できます'],
  'forms.language': ['Language', '語言', '言語'],
  'forms.seconds': ['{count} s', '{count} 秒', '{count}秒'],
  'forms.minutes': ['{count} min', '{count} 分鐘', '{count}分'],
  'service.or': ['or continue with', '或使用以下方式', 'または'],
  'service.continue': ['Continue with {name}', '以 {name} 繼續', '{name}で続ける'],
  'mail.notVerified': [
    'This email address is not verified yet.',
    '此電子郵件尚未驗證。',
    'このメールアドレスはまだ確認されていません。',
  ],
  'mail.sending': ['Sending a link to {email}', '正在寄送連結至 {email}', '{email}にリンクを送信中'],
  'mail.sentTo': [
    'A link was sent to {email}. Open it, then sign in.',
    '連結已寄至 {email}。請開啟連結後再登入。',
    '{email}にリンクを送りました。リンクを開いてからサインインしてください。',
  ],
  'mail.sendAgain': ['Send again', '重新寄送', '再送する'],
  'mail.sendAgainIn': ['Send again in {wait}', '{wait}後可重新寄送', '{wait}後に再送できます'],
} as const satisfies Catalogue
