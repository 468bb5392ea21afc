/** The keys of the map, as the help lists them. */
import type { Catalogue } from './catalogue.ts'

export const keys = {
  'keys.title': ['Keyboard shortcuts', '鍵盤快速鍵', 'キーボードショートカット'],
  'keys.onMap': ['On the map:', '於地圖頁面：', 'マップで使えるキー'],
  'keys.off': [
    'Single keys are off in this browser. Advanced Settings › Alerts and keys turns them on.',
    '此瀏覽器已關閉單鍵快速鍵，可於「進階設定」的「警報與快速鍵」開啟。',
    'このブラウザーでは1文字のショートカットがオフです。「詳細設定」の「アラートとキー」でオンにできます。',
  ],
  'keys.find': ['Find, on every page', '尋找（所有頁面）', '検索（全ページ）'],
  'keys.walk': ['Walk the list', '在清單中移動', '一覧を移動'],
  'keys.open': ['Open details', '開啟詳細資料', '詳細を開く'],
  'keys.close': ['Close what is on top', '關閉最上層', '一番手前を閉じる'],
  'keys.tabs': ['Devices, stations, maps', '裝置、基站、地圖', 'デバイス・ステーション・マップ'],
  'keys.follow': ['Follow', '跟隨', '追跡'],
  'keys.timeMachine': [
    'Time machine, and back to now',
    '時光回溯，再按一次回到現在',
    'タイムマシン（もう一度押すと現在に戻る）',
  ],
  'keys.ring': ['Ring the selected device', '讓所選裝置響鈴', '選択中のデバイスを鳴らす'],
  'keys.trail': ['Trail of the selected device', '所選裝置的軌跡', '選択中のデバイスの軌跡'],
  'keys.going': ["I'm going, while an alert lasts", '我去處理（警報期間）', '向かいます（アラート中）'],
  'keys.toggles': ['List, classes, notifications, names', '清單、類別、通知、名稱', 'リスト・クラス・通知・名前'],
  'keys.zoom': ['Zoom in, zoom out, fit', '放大、縮小、顯示全部', '拡大・縮小・全体'],
  'keys.help': ['These keys, on every page', '此說明（所有頁面）', 'この一覧（全ページ）'],
} as const satisfies Catalogue
