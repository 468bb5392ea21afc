/** Stations: the fixed receivers. */
import type { Catalogue } from './catalogue.ts'

export const stations = {
  'stations.station': ['Station', '基站', 'ステーション'],
  'stations.connected': ['Connected', '已連線', '接続中'],
  'stations.offline': ['Offline', '離線', 'オフライン'],
  'stations.hears': [
    '{count, plural, =0 {Hears no device now} one {Hears # device now} other {Hears # devices now}}',
    '{count, plural, =0 {目前未偵測到裝置} other {目前偵測到 # 個裝置}}',
    '{count, plural, =0 {検知中のデバイスはありません} other {#台を検知中}}',
  ],
  'stations.more': ['{count} more', '還有 {count} 個', 'ほか{count}台'],
  'stations.notPlaced': ['Not placed on a map', '尚未放置於地圖', 'マップに未配置'],
  'stations.outdoors': ['Outdoors', '戶外', '屋外'],
  'stations.where': ['Where', '位置', '場所'],
  'stations.health': ['Health', '狀況', '状態'],
  'stations.hearing': ['Hears now', '目前偵測到', '検知中'],
  'stations.identity': ['Identity', '識別資訊', '識別情報'],
  'stations.map': ['Indoor map', '室內地圖', '屋内マップ'],
  'stations.indoor': ['Indoor', '室內座標', '屋内座標'],
  'stations.point': ['X {x}, Y {y}', 'X {x}、Y {y}', 'X {x}、Y {y}'],
  'stations.gps': ['GPS', 'GPS', 'GPS'],
  'stations.lastSeen': ['Last seen', '最後連線', '最終通信'],
  'stations.wifi': ['Wi-Fi', 'Wi-Fi', 'Wi-Fi'],
  'stations.ip': ['IP address', 'IP 位址', 'IPアドレス'],
  'stations.firmware': ['Firmware', '韌體', 'ファームウェア'],
  'stations.id': ['Station ID', '基站編號', 'ステーションID'],
  'stations.mac': ['MAC address', 'MAC 位址', 'MACアドレス'],
  'stations.none': ['No stations yet', '尚無基站', 'ステーションがありません'],
  'stations.noneHint': [
    'Once a station is added, it appears here and on its floor plan.',
    '加入基站後，會顯示在這裡和樓層平面圖上。',
    'ステーションを追加すると、こことフロア図に表示されます。',
  ],
} as const satisfies Catalogue
