/** The account popover. */
import type { Catalogue } from './catalogue.ts'

export const account = {
  'account.open': ['Account', '帳號', 'アカウント'],
  'account.readonly': ['read-only', '唯讀', '閲覧のみ'],
  'account.deputy': ['deputy', '代理人', '代理'],
  'account.support': ['support', '支援人員', 'サポート'],
  'account.integrator': ['Integrator account', '整合商帳號', '導入パートナーアカウント'],
  'account.b2b': ['B2B account', '企業帳號', '法人アカウント'],
  'account.information': ['Account information', '帳號資訊', 'アカウント情報'],
  'account.keys': ['Keyboard shortcuts', '鍵盤快速鍵', 'キーボードショートカット'],
  'account.language': ['Language', '語言', '言語'],
  'account.appearance': ['Appearance', '外觀', '外観'],
  'account.light': ['Light', '淺色', 'ライト'],
  'account.dark': ['Dark', '深色', 'ダーク'],
  'account.auto': ['Auto', '自動', '自動'],
  'account.about': ['About', '關於', 'このサービスについて'],
  'account.signOut': ['Sign out', '登出', 'サインアウト'],
  'account.back': ['Back to account', '返回帳號', 'アカウントに戻る'],
  'account.save': ['Save', '儲存', '保存'],
  'account.languageHint': [
    'Saved to your profile, used on every device.',
    '儲存於個人資料，所有裝置皆適用。',
    'プロフィールに保存され、すべての端末で使われます。',
  ],
  'account.providedBy': ['Provided by', '服務提供', '提供'],
  'account.version': ['Version {version}', '版本 {version}', 'バージョン {version}'],
  'account.aboutImage': ['About this account', '關於此帳號', 'このアカウントについて'],
  'account.opensNewTab': ['{name} (opens in a new tab)', '{name}（在新分頁開啟）', '{name}（新しいタブで開きます）'],
} as const satisfies Catalogue
