/** Why a device is told to be where it is. */
import type { Catalogue } from './catalogue.ts'

export const beliefs = {
  'beliefs.why': ['Why here?', '為什麼在這裡？', '位置の根拠'],
  'beliefs.loading': ['Looking …', '查詢中…', '確認しています…'],
  'beliefs.rooms': ['How likely each room is', '各房間的可能性', '部屋ごとの可能性'],
  'beliefs.percent': ['{percent}%', '{percent}%', '{percent}%'],
  'beliefs.radius': [
    'Nine times out of ten the true place is within {metres} m of the dot: inside the circle.',
    '十次有九次，實際位置在圓點周圍 {metres} 公尺內，也就是圓圈之內。',
    '10回のうち9回は、本当の場所は点から{metres} m以内（円の中）です。',
  ],
  'beliefs.either': [
    'The stations cannot tell these rooms apart now. Look in both.',
    '基站目前無法分辨這兩個房間，兩間都請看一下。',
    '今はステーションでどちらの部屋か区別できません。両方を見てください。',
  ],
  'beliefs.heard': ['Who hears it', '哪些基站偵測到', '検知しているステーション'],
  'beliefs.countsFully': ['Counts fully', '完全採計', '重視'],
  'beliefs.countsPartly': ['Counts in part', '部分採計', '一部を考慮'],
  'beliefs.countsLittle': ['Counts little', '少量採計', '少し考慮'],
  'beliefs.more': [
    '{count, plural, one {and # more station} other {and # more stations}}',
    '另外 {count} 個基站',
    'ほか{count}台のステーション',
  ],
  'beliefs.against': ['What does not fit', '哪些跡象不符', '合わない点'],
  'beliefs.nothingAgainst': ['Nothing.', '沒有。', 'ありません。'],
  'beliefs.few': [
    '{count, plural, one {Only one station hears it.} other {Only # stations hear it.}}',
    '只有 {count} 個基站聽得到。',
    '検知しているステーションは{count}台だけです。',
  ],
  'beliefs.stronger': [
    '{name} hears it more strongly than it would here: it may be nearer to it.',
    '「{name}」偵測到的比在這裡該有的強，人可能離它更近。',
    '「{name}」での電波がこの場所にしては強く、もっと近くにいるかもしれません。',
  ],
  'beliefs.weaker': [
    '{name} hears it more weakly than it would here: something stands between, or it is farther away.',
    '「{name}」偵測到的比在這裡該有的弱，中間可能有遮蔽，或人離它更遠。',
    '「{name}」での電波がこの場所にしては弱く、間に何かあるか、もっと遠くにいるかもしれません。',
  ],
  'beliefs.floor': [
    'It may be on {name} instead ({percent}%).',
    '也可能在「{name}」（{percent}%）。',
    '「{name}」にいる可能性もあります（{percent}%）。',
  ],
  'beliefs.quiet': ['Not heard for {seconds} s.', '已 {seconds} 秒沒有偵測到。', '{seconds}秒間、検知されていません。'],
  'beliefs.leaving': [
    'It seems to be moving to another room. That is told once it has lasted {seconds} s.',
    '看起來正在換房間，持續 {seconds} 秒後才會更新。',
    '別の部屋に移っているようです。{seconds}秒続けば表示が変わります。',
  ],
  'beliefs.rests': [
    'Not moving: its room changes only after a minute of clear signs.',
    '裝置靜止不動，訊號明確持續一分鐘後才會換房間。',
    '静止しているので、はっきりした電波が1分続くまで部屋は変わりません。',
  ],
  'beliefs.byOther': [
    'Shown at the station that received it. With three stations on a floor plan with a scale, the position is calculated from all of them.',
    '目前顯示在偵測到它的基站位置。平面圖設有比例尺且有三個基站時，會綜合所有基站推算。',
    '検知したステーションの場所に表示しています。縮尺のあるフロア図に3台以上のステーションがあれば、すべてから位置を計算します。',
  ],
  'beliefs.offset': ['Sends', '發射強度', '送信の強さ'],
  'beliefs.offsetText': ['{db} dB against the usual', '與一般相差 {db} dB', '標準との差 {db} dB'],
  'beliefs.radiusTerm': ['Radius, 90 %', '半徑（90%）', '半径（90%）'],
  'beliefs.metres': ['{metres} m', '{metres} 公尺', '{metres} m'],
  'beliefs.floors': ['Floors', '樓層', 'フロア'],
  'beliefs.zones': ['Zones', '區域', 'エリア'],
  'beliefs.share': ['{name} {percent}%', '{name} {percent}%', '{name} {percent}%'],
  'beliefs.inside': [
    '{name} {percent}%, counts as inside',
    '{name} {percent}%，視為在內',
    '{name} {percent}%、中にいる扱い',
  ],
  'beliefs.station': ['Station', '基站', 'ステーション'],
  'beliefs.heardDbm': ['Heard (dBm)', '實測（dBm）', '実測（dBm）'],
  'beliefs.expectedDbm': ['Expected (dBm)', '預期（dBm）', '予想（dBm）'],
  'beliefs.weight': ['Weight', '比重', '重み'],
  'beliefs.age': ['Age (s)', '幾秒前', '経過（秒）'],
  'beliefs.cloud': [
    'The darker a spot, the likelier it is there. Squares are stations.',
    '顏色越深，越可能在那裡。方塊是基站。',
    '色が濃いほど、そこにいる可能性が高くなります。四角はステーションです。',
  ],
} as const satisfies Catalogue
