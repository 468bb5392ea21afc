/** Logo and about page: what an account shows of itself. */
import type { Catalogue } from './catalogue.ts'

export const branding = {
  'branding.ownerOnly': [
    'Only the owner of this account can change this, signed in with a password.',
    '只有帳號擁有者以密碼登入後才能變更。',
    'アカウントのオーナー本人がパスワードでサインインした場合のみ変更できます。',
  ],
  'branding.measure': [
    '{width} × {height} px, {bytes}',
    '{width} × {height} px，{bytes}',
    '{width} × {height} px、{bytes}',
  ],
  'branding.reset': ['Reset to default', '恢復預設', '既定に戻す'],

  'logo.hint': [
    'Shown in the header for everyone in your account.',
    '顯示在頁首，帳號中的所有人都會看到。',
    'アカウントの全員のヘッダーに表示されます。',
  ],
  'logo.drop': ['Drop a PNG here, or', '將 PNG 拖放到這裡，或', 'PNGをここにドロップ、または'],
  'logo.limits': [
    'PNG only, up to {height} px high, up to {bytes}',
    '僅限 PNG，高度 {height} px 以下，{bytes} 以下',
    'PNGのみ、高さ{height} pxまで、{bytes}まで',
  ],
  'logo.preview': ['Preview in the header', '頁首預覽', 'ヘッダーのプレビュー'],
  'logo.light': ['Light', '淺色', 'ライト'],
  'logo.dark': ['Dark', '深色', 'ダーク'],
  'logo.current': ['Current logo', '目前的標誌', '現在のロゴ'],
  'logo.which': ['Logo', '標誌', 'ロゴ'],
  'logo.own': ['Your own', '自訂', '独自のロゴ'],
  'logo.default': ['Default', '預設', '既定'],
  'logo.size': ['Size', '大小', 'サイズ'],
  'logo.uploaded': [
    'Upload finished. Everyone in your account sees the new logo now.',
    '上傳完成。帳號中的所有人現在都會看到新標誌。',
    'アップロードが完了しました。アカウントの全員に新しいロゴが表示されます。',
  ],
  'logo.resetDone': [
    'Reset finished. The header shows the default logo again.',
    '已恢復預設。頁首再次顯示預設標誌。',
    '既定に戻しました。ヘッダーには既定のロゴが表示されます。',
  ],

  'aboutPage.hint': [
    'What people see when they open About in their account menu.',
    '使用者在帳號選單開啟「關於」時看到的內容。',
    'アカウントメニューの「このサービスについて」に表示される内容です。',
  ],
  'aboutPage.image': ['Image', '圖片', '画像'],
  'aboutPage.none': ['No image', '沒有圖片', '画像なし'],
  'aboutPage.noneHint': [
    'A plain mark is shown instead.',
    '改為顯示預設圖示。',
    '代わりに既定のマークが表示されます。',
  ],
  'aboutPage.own': ['Your own image', '自訂圖片', '独自の画像'],
  'aboutPage.limits': [
    'JPG or PNG, under {width} px wide, under {height} px high, under {bytes}.',
    'JPG 或 PNG，寬度小於 {width} px，高度小於 {height} px，小於 {bytes}。',
    'JPGまたはPNG、幅{width} px未満、高さ{height} px未満、{bytes}未満。',
  ],
  'aboutPage.choose': ['Choose image', '選擇圖片', '画像を選択'],
  'aboutPage.replace': ['Replace', '更換', '差し替え'],
  'aboutPage.resetImage': ['Reset', '恢復預設', '既定に戻す'],
  'aboutPage.uploaded': [
    'Upload finished. Everyone sees the new image now.',
    '上傳完成。所有人現在都會看到新圖片。',
    'アップロードが完了しました。全員に新しい画像が表示されます。',
  ],
  'aboutPage.resetDone': [
    'Reset finished. The default image is shown again.',
    '已恢復預設，再次顯示預設圖片。',
    '既定に戻しました。既定の画像が表示されます。',
  ],
  'aboutPage.link': ['Link opened by the image', '點選圖片開啟的連結', '画像から開くリンク'],
  'aboutPage.linkHint': [
    'Opens in a new tab. Leave it empty for no link.',
    '在新分頁開啟。留空則沒有連結。',
    '新しいタブで開きます。空欄にするとリンクはなくなります。',
  ],
  'aboutPage.linkFault': [
    'Enter a web address that starts with http:// or https://.',
    '請輸入以 http:// 或 https:// 開頭的網址。',
    'http:// または https:// で始まるアドレスを入力してください。',
  ],
  'aboutPage.preview': ['Preview', '預覽', 'プレビュー'],
  'aboutPage.changed': ['Link changed', '連結的變更尚未儲存', 'リンクに未保存の変更があります'],
  'aboutPage.leaveHint': [
    'The changed link is not saved yet.',
    '變更的連結尚未儲存。',
    '変更したリンクはまだ保存されていません。',
  ],
} as const satisfies Catalogue
