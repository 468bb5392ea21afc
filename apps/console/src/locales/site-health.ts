/** How well a floor can tell places, and which stations changed. */
import type { Catalogue } from './catalogue.ts'

export const siteHealth = {
  'siteHealth.title': ['Site health', '定位品質', '設置状況の診断'],
  'siteHealth.hint': [
    'How precisely people are found on each floor, where one more station helps, and which stations have changed since calibration.',
    '各樓層找人能有多準、哪裡再加一個基站最有幫助，以及哪些基站已與校正時不同。',
    '各フロアでどれだけ正確に人を探せるか、どこに1台足すと効果的か、校正時と変わったステーションはどれかを示します。',
  ],
  'siteHealth.map': ['Floor', '樓層', 'フロア'],
  'siteHealth.loading': ['Calculating…', '計算中…', '計算しています…'],
  'siteHealth.noMaps': ['No floor plans yet', '尚無平面圖', 'フロア図がありません'],
  'siteHealth.noMapsHint': [
    'Upload a floor plan and place stations on it; then this page shows how well they cover it.',
    '上傳平面圖並放上基站後，這裡會顯示涵蓋情形。',
    'フロア図を登録してステーションを配置すると、カバー状況がここに表示されます。',
  ],
  'siteHealth.noScale': [
    'This floor plan has no scale, so distances on it are not known.',
    '這張平面圖沒有比例尺，無法得知距離。',
    'このフロア図には縮尺がないため、距離がわかりません。',
  ],
  'siteHealth.setScale': ['Set its scale', '設定比例尺', '縮尺を設定'],
  'siteHealth.fewStations': [
    'Fewer than three stations hang on this floor, so people are shown at the station that hears them best.',
    '這層樓的基站少於三個，人員會顯示在訊號最強的基站處。',
    'このフロアのステーションは3台未満のため、最も強く検知したステーションの場所に表示されます。',
  ],
  'siteHealth.plan': ['Expected error on {name}', '{name} 的預期誤差', '{name}の予想誤差'],
  'siteHealth.typical': ['Typical error', '半數位置的誤差', '半数の場所の誤差'],
  'siteHealth.worst': ['Nine places in ten', '九成位置的誤差', '9割の場所の誤差'],
  'siteHealth.within': ['within {metres} m', '{metres} 公尺內', '{metres} m以内'],
  'siteHealth.figures': [
    'Nine times out of ten somebody is found within this distance. Expected from where stations hang and what was trained, not measured.',
    '十次有九次能在這個距離內找到人。依基站位置與訓練資料推算，並非實測。',
    '10回のうち9回はこの距離以内で見つかります。ステーションの配置と学習データからの予想で、実測ではありません。',
  ],
  'siteHealth.newStation': [
    'One more station at the ring would bring the mean from {before} m to {after} m.',
    '在圓環處再加一個基站，平均可由 {before} 公尺降至 {after} 公尺。',
    '丸印の場所に1台足すと、平均が{before} mから{after} mになります。',
  ],
  'siteHealth.noNewStation': [
    'One more station would hardly help anywhere. Training data may.',
    '再加基站幫助不大，訓練資料可能更有效。',
    'ステーションを足してもほとんど変わりません。学習データのほうが効果的です。',
  ],
  'siteHealth.metres': ['{metres} m', '{metres} 公尺', '{metres} m'],
  'siteHealth.stations': [
    'Stations against their last calibration',
    '基站與上次校正的比較',
    '前回の校正と比べたステーション',
  ],
  'siteHealth.changed': [
    '{count, plural, one {One station is not as it was calibrated.} other {# stations are not as they were calibrated.}}',
    '{count} 個基站與校正時不同。',
    '{count}台のステーションが校正時と変わっています。',
  ],
  'siteHealth.allSame': [
    'All stations hear each other as they did when they were calibrated.',
    '所有基站彼此的訊號與校正時相同。',
    'どのステーションも互いの電波は校正時と同じです。',
  ],
  'siteHealth.same': ['As calibrated', '與校正時相同', '校正時のまま'],
  'siteHealth.unknown': [
    'Nothing to compare: calibrate it together with two others of the floor.',
    '沒有可比較的資料：請與同樓層另外兩個基站一起校正。',
    '比べるデータがありません。同じフロアの2台以上と一緒に校正してください。',
  ],
  'siteHealth.moved': [
    'Moved? Some neighbours hear it better and some worse. Check where it hangs, then place it and calibrate again.',
    '被移動了？有的鄰近基站訊號變強，有的變弱。請確認位置，重新放置並校正。',
    '動かされた可能性があります。近くのステーションで強くなったものと弱くなったものがあります。場所を確かめ、配置し直して校正してください。',
  ],
  'siteHealth.covered': [
    'Covered? It hears its neighbours less, and they it. Look whether something stands in front of it.',
    '被遮住了？它與鄰近基站的訊號都變弱。請看看前方是否有東西擋住。',
    '覆われている可能性があります。互いの電波が弱くなりました。前に物が置かれていないか見てください。',
  ],
  'siteHealth.weak': [
    'Failing? It hears as before and is heard less. Restart it; if that does not help, replace it.',
    '可能故障？它偵測到鄰近基站，但鄰近基站收到它的訊號變弱。請重新啟動，無效再更換。',
    '故障の可能性があります。受信は元のままで、送信が弱くなりました。再起動しても直らなければ交換してください。',
  ],
  'siteHealth.deaf': [
    'Failing? It hears its neighbours less than before. Restart it; if that does not help, replace it.',
    '可能故障？它收到鄰近基站的訊號變弱。請重新啟動，無效再更換。',
    '故障の可能性があります。受信が弱くなりました。再起動しても直らなければ交換してください。',
  ],
  'siteHealth.silent': [
    'Silent: no neighbour has heard it for ten minutes, nor it them. Check its power and where it is.',
    '沒有訊號：十分鐘內與鄰近基站互相聽不到。請檢查電源與位置。',
    '10分間、近くのステーションと互いに検知していません。電源と場所を確かめてください。',
  ],
  'siteHealth.difference': [
    'Hears {hears} dB · is heard {heard} dB',
    '接收 {hears} dB・被接收 {heard} dB',
    '受信 {hears} dB・送信 {heard} dB',
  ],
  'siteHealth.calibrated': ['Calibrated {time}', '{time} 校正', '{time}に校正'],
  'siteHealth.never': ['Never calibrated', '從未校正', '未校正'],
} as const satisfies Catalogue
