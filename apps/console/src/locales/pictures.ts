/** Choosing and cropping pictures. */
import type { Catalogue } from './catalogue.ts'

export const pictures = {
  'pictures.notPng': [
    '{name} is not a PNG. Export it as PNG.',
    '{name} 不是 PNG。請匯出為 PNG。',
    '{name}はPNGではありません。PNGで書き出してください。',
  ],
  'pictures.notPicture': [
    '{name} is neither a PNG nor a JPEG. Choose one of these.',
    '{name} 不是 PNG 或 JPEG。請選擇這兩種格式。',
    '{name}はPNGでもJPEGでもありません。どちらかの形式を選んでください。',
  ],
  'pictures.tooHeavy': [
    '{name} is {value}. Choose one {limit, select, under {under {most}} other {of {most} or less}}.',
    '{name} 為 {value}。請選擇{limit, select, under {小於 {most} } other { {most} 以下}}的檔案。',
    '{name}は{value}です。{limit, select, under {{most}未満} other {{most}以下}}のファイルを選んでください。',
  ],
  'pictures.tooWide': [
    '{name} is {value} px wide. Export it {limit, select, under {under {most} px wide} other {at {most} px wide or less}}.',
    '{name} 寬 {value} px。請匯出為寬度{limit, select, under {小於 {most} px} other { {most} px 以下}}。',
    '{name}は幅{value} pxです。幅{limit, select, under {{most} px未満} other {{most} px以下}}で書き出してください。',
  ],
  'pictures.tooHigh': [
    '{name} is {value} px high. Export it {limit, select, under {under {most} px high} other {at {most} px high or less}}.',
    '{name} 高 {value} px。請匯出為高度{limit, select, under {小於 {most} px} other { {most} px 以下}}。',
    '{name}は高さ{value} pxです。高さ{limit, select, under {{most} px未満} other {{most} px以下}}で書き出してください。',
  ],
  'pictures.broken': [
    '{name} cannot be read. It may be damaged; export it again.',
    '無法讀取 {name}。檔案可能已損毀，請重新匯出。',
    '{name}を読み込めません。破損している可能性があります。書き出し直してください。',
  ],
  'pictures.tooManyPixels': [
    '{name} has too many pixels ({width} × {height}). Export it smaller.',
    '{name} 的像素過多（{width} × {height}）。請縮小後重新匯出。',
    '{name}はピクセル数が多すぎます（{width} × {height}）。小さくして書き出してください。',
  ],
  'pictures.storageFull': [
    'There is no room left for pictures in your account. Remove photos that nobody needs.',
    '帳號的圖片空間已滿。請移除不再需要的照片。',
    'アカウントの画像の保存容量がいっぱいです。不要な写真を削除してください。',
  ],
  'pictures.drop': [
    'Drop a PNG or JPEG here, or',
    '將 PNG 或 JPEG 拖放到這裡，或',
    'PNGかJPEGをここにドロップ、または',
  ],
  'pictures.choose': ['choose a file', '選擇檔案', 'ファイルを選択'],
  'pictures.photoLimits': ['PNG or JPEG, up to {most}', 'PNG 或 JPEG，最大 {most}', 'PNGまたはJPEG、{most}まで'],
  'pictures.frame': [
    'Photo in its round frame. Arrow keys move it, plus and minus zoom.',
    '圓框中的照片。方向鍵可移動，加號和減號可縮放。',
    '円形の枠内の写真。矢印キーで移動、プラスとマイナスで拡大・縮小します。',
  ],
  'pictures.frameHint': [
    'Drag the photo, or use the arrow keys. Scroll or pinch to zoom.',
    '拖曳照片或使用方向鍵移動；捲動或雙指可縮放。',
    'ドラッグまたは矢印キーで移動、スクロールまたはピンチで拡大・縮小できます。',
  ],
  'pictures.zoom': ['Zoom', '縮放', '拡大・縮小'],
  'pictures.zoomIn': ['Zoom in', '放大', '拡大'],
  'pictures.zoomOut': ['Zoom out', '縮小', '縮小'],
  'pictures.left': ['Move left', '向左移', '左へ移動'],
  'pictures.right': ['Move right', '向右移', '右へ移動'],
  'pictures.up': ['Move up', '向上移', '上へ移動'],
  'pictures.down': ['Move down', '向下移', '下へ移動'],
  'pictures.other': ['Choose another', '選擇其他照片', '別の写真を選ぶ'],
  'pictures.cancel': ['Cancel', '取消', 'キャンセル'],
  'pictures.save': ['Save photo', '儲存照片', '写真を保存'],
} as const satisfies Catalogue
