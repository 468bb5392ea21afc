/**
 * The error catalogue: our names, their published numbers and their words in every language.
 * The first three digits of a code are its HTTP status. Source: specification §8.
 *
 * A missing language fails the type check, so no code can reach a person without words.
 */
import type { Locale } from './locales.ts'

export type Words = Readonly<Record<Locale, string>>
const error = (code: number, enUs: string, zhTw: string, jaJp: string) => ({
  code,
  words: { 'en-us': enUs, 'zh-tw': zhTw, 'ja-jp': jaJp } satisfies Words,
})

export const errors = {
  invalidInput: error(
    400001,
    'The request has an invalid value.',
    '請求內容不正確。',
    'リクエストの内容に誤りがあります。',
  ),
  badHeader: error(
    400002,
    'The request has a bad header.',
    '請求標頭格式不正確。',
    'リクエストヘッダーの形式に誤りがあります。',
  ),
  duplicateMessage: error(400003, 'This message was sent already.', '此訊息已送出。', 'このメッセージは送信済みです。'),
  emailNotActivated: error(
    400101,
    'This email address is not verified yet. We have sent the verification email again.',
    '此電子郵件尚未驗證，已重新寄出驗證信。',
    'メールアドレスが未確認です。確認メールを再送しました。',
  ),
  nameTaken: error(400102, 'This name is already in use.', '此名稱已被使用。', 'この名前はすでに使われています。'),
  invalidDeviceClient: error(
    400103,
    'This browser is no longer registered for notifications. Sign in again.',
    '此瀏覽器的通知註冊已失效，請重新登入。',
    'このブラウザーの通知登録は無効になりました。サインインし直してください。',
  ),
  deviceBoundByAnotherApp: error(
    400104,
    'This device is bound to another app. Contact support.',
    '此裝置已綁定其他應用程式，請聯絡客服。',
    'このデバイスは別のアプリに登録されています。サポートにお問い合わせください。',
  ),
  emailExists: error(
    400105,
    'An account with this email address exists already.',
    '此電子郵件已註冊。',
    'このメールアドレスはすでに登録されています。',
  ),
  passwordTooShort: error(
    400106,
    'The password needs at least 8 characters.',
    '密碼至少需要 8 個字元。',
    'パスワードは8文字以上にしてください。',
  ),
  emailOfThirdParty: error(
    400107,
    'You sign in with another service, so the email address cannot be changed here.',
    '你使用第三方帳號登入，無法在此變更電子郵件。',
    '外部サービスでサインインしているため、メールアドレスは変更できません。',
  ),
  deviceUsedByAnotherUser: error(
    400108,
    'Another user already has this device.',
    '此裝置已由其他使用者使用。',
    'このデバイスは別のユーザーが使用しています。',
  ),
  deviceAlreadyYours: error(400109, 'This device has been added.', '此裝置已新增。', 'このデバイスは追加済みです。'),
  alreadyConfirmed: error(
    400110,
    'This account is already verified.',
    '此帳號已完成驗證。',
    'このアカウントは確認済みです。',
  ),
  invalidVerificationCode: error(
    400111,
    'The verification link is not valid.',
    '驗證連結無效。',
    '確認リンクが無効です。',
  ),
  passwordCannotBeReset: error(
    400112,
    'The password of this account cannot be reset. Contact support.',
    '此帳號無法重設密碼，請聯絡客服。',
    'このアカウントのパスワードは再設定できません。サポートにお問い合わせください。',
  ),
  shareToYourself: error(
    400113,
    'You cannot share a device with yourself.',
    '無法將裝置共享給自己。',
    '自分自身とは共有できません。',
  ),
  mobileNotTrackable: error(
    400114,
    'This phone has not allowed tracking yet.',
    '此手機尚未開啟定位追蹤。',
    'このスマートフォンはまだ位置の追跡を許可していません。',
  ),
  alreadyShared: error(
    400115,
    'This device is already shared with that person. Stop sharing first.',
    '此裝置已共享給對方，請先取消共享。',
    'すでに共有中です。先に共有を解除してください。',
  ),
  shareNotAccepted: error(
    400116,
    'The invitation is not accepted yet. You can send it again.',
    '對方尚未接受邀請，可重新寄送。',
    '招待がまだ承認されていません。再送できます。',
  ),
  accessLinkNameTaken: error(
    400117,
    'An access link with this name exists already.',
    '已有相同名稱的存取連結。',
    '同じ名前のアクセスリンクがすでにあります。',
  ),
  invalidGroupLinkCode: error(
    400118,
    'This LINE group code is not valid.',
    '此 LINE 群組代碼無效。',
    'このLINEグループのコードは無効です。',
  ),
  groupAlreadyAdded: error(
    400119,
    'This LINE group has been added already.',
    '此 LINE 群組已新增。',
    'このLINEグループは追加済みです。',
  ),
  locationServiceOnly: error(
    400120,
    'Stations need an account with the location service.',
    '基站僅供已啟用定位服務的帳號使用。',
    'ステーションは位置情報サービスのあるアカウントでのみ使えます。',
  ),
  unauthorized: error(401001, 'Sign in first.', '請先登入。', 'サインインしてください。'),
  tokenExpired: error(
    401002,
    'Your session has ended. Sign in again.',
    '登入已逾時，請重新登入。',
    'セッションの有効期限が切れました。サインインし直してください。',
  ),
  wrongCredentials: error(
    401101,
    'The email address or password is not correct.',
    '電子郵件或密碼不正確。',
    'メールアドレスまたはパスワードが正しくありません。',
  ),
  invalidToken: error(401102, 'This link is no longer valid.', '此連結已失效。', 'このリンクは無効になりました。'),
  forbidden: error(
    403001,
    'Your role does not allow this.',
    '你的權限無法執行此操作。',
    'この操作を行う権限がありません。',
  ),
  pageNotFound: error(404101, 'This page could not be found', '找不到此頁面', 'このページは見つかりませんでした'),
  resourceNotFound: error(404102, 'This item does not exist.', '此項目不存在。', 'この項目は存在しません。'),
  deviceNotFound: error(404103, 'This device was not found.', '找不到此裝置。', 'デバイスが見つかりません。'),
  emailNotFound: error(
    404104,
    'There is no account with this email address.',
    '查無使用此電子郵件的帳號。',
    'このメールアドレスのアカウントはありません。',
  ),
  notAllowed: error(
    405001,
    'This cannot be done now. The device may be offline.',
    '目前無法執行，裝置可能離線。',
    '現在は実行できません。デバイスがオフラインの可能性があります。',
  ),
  conflict: error(
    409001,
    'This conflicts with what is already there.',
    '與現有資料衝突。',
    'すでにある内容と競合しています。',
  ),
  batchErrors: error(
    409002,
    'Some items could not be changed.',
    '部分項目無法變更。',
    '一部の項目を変更できませんでした。',
  ),
  preconditionFailed: error(412001, 'This is still in use.', '仍在使用中。', 'まだ使用中です。'),
  tooManyRequests: error(
    429101,
    'Too many tries. Wait a moment and try again.',
    '嘗試次數過多，請稍候再試。',
    '試行回数が多すぎます。しばらくしてからもう一度お試しください。',
  ),
  serverError: error(
    500001,
    'Something went wrong on the server.',
    '伺服器發生錯誤。',
    'サーバーでエラーが発生しました。',
  ),
  storageBusy: error(
    500002,
    'The server is too busy to store this. Try again shortly.',
    '伺服器忙碌中，請稍後再試。',
    'サーバーが混み合っています。少し待ってからもう一度お試しください。',
  ),
  notImplemented: error(
    501001,
    'This is not set up on this server.',
    '此伺服器尚未設定這項功能。',
    'このサーバーでは設定されていません。',
  ),
} as const

/** Said with 403001 where the role would do and the account lacks the group (G37). */
export const featureNotEnabled: Words = {
  'en-us': 'This feature is not enabled with your account.',
  'zh-tw': '你的帳號尚未啟用此功能。',
  'ja-jp': 'この機能はお使いのアカウントでは有効になっていません。',
}

export type ErrorName = keyof typeof errors

/** The HTTP status that goes with a code: its first three digits (G02). */
export const statusOf = (code: number): number => Math.floor(code / 1000)

const nameByCode = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, entry]) => [entry.code, name as ErrorName]),
)

/** The catalogue's name of a published code, or undefined for a number that is not in it. */
export const errorNameOf = (code: number): ErrorName | undefined => nameByCode.get(code)
