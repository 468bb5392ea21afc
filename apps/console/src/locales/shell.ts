/** The frame of every signed-in page: menu, header, sound. */
import type { Catalogue } from './catalogue.ts'

export const shell = {
  'menu.open': ['Menu', '選單', 'メニュー'],
  'menu.map': ['Map', '地圖', 'マップ'],
  'menu.configuration': ['Device Management', '裝置管理', 'デバイス管理'],
  'menu.shiftReport': ['Shift Report', '交班報告', '申し送り'],
  'menu.account': ['Account Management', '帳號管理', 'アカウント管理'],
  'menu.account.information': ['Account information', '帳號資訊', 'アカウント情報'],
  'menu.account.links': ['Access links', '存取連結', 'アクセスリンク'],
  'menu.account.devices': ['Signed-in devices', '已登入的裝置', 'サインイン中の端末'],
  'menu.account.activity': ['Activity log', '活動紀錄', '操作履歴'],
  'menu.account.security': ['Security log', '安全紀錄', 'セキュリティ履歴'],
  'menu.account.business': ['Business accounts', '企業帳號', '法人アカウント'],
  'menu.setting.logo': ['Logo', '標誌', 'ロゴ'],
  'menu.setting.about': ['About page', '關於頁面', '「このサービスについて」ページ'],
  'menu.setting': ['Advanced Settings', '進階設定', '詳細設定'],
  'menu.attendance': ['Attendance', '出勤', '勤怠'],
  'header.home': ['{name}: to the map', '{name}：前往地圖', '{name}：マップへ'],
  'header.skip': ['Skip to the content', '跳至主要內容', '本文へ移動'],
  'sound.on': ['Sound on', '提示音已開啟', 'アラート音オン'],
  'sound.blocked': ['Sound blocked – turn on', '提示音被封鎖 – 點此開啟', 'アラート音がブロック中 – オンにする'],
  'sound.test': ['Sound on. Play a test sound', '提示音已開啟，播放測試音', 'アラート音オン。テスト音を鳴らす'],
  'shell.loading': ['Loading', '載入中', '読み込み中'],
} as const satisfies Catalogue
