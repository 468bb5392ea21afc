/** The page that stands where a page should be. */
import type { Catalogue } from './catalogue.ts'

export const errorPage = {
  'errorPage.notFoundHint': [
    'It may have been moved, or the link is incomplete. Everything you track is still where you left it.',
    '頁面可能已移動，或連結不完整。你追蹤的一切都還在原處。',
    '移動したか、リンクが不完全な可能性があります。追跡中のものはすべてそのままです。',
  ],
  'errorPage.failureHint': [
    'Nothing you saved is lost. Reload the page; if it happens again, tell your administrator the number above.',
    '已儲存的內容不會遺失。請重新載入頁面；若再次發生，請將上方的代碼告知管理員。',
    '保存した内容は失われていません。ページを再読み込みしてください。再び起きた場合は、上の番号を管理者にお伝えください。',
  ],
  'errorPage.home': ['Go to the home page', '前往首頁', 'ホームへ'],
  'errorPage.back': ['Back', '返回', '戻る'],
  'errorPage.reload': ['Reload', '重新載入', '再読み込み'],
} as const satisfies Catalogue
