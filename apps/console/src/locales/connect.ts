/** What people own, and the way each thing comes in. */
import type { Catalogue } from './catalogue.ts'

export const connect = {
  'connect.title': ['What do you want to connect?', '您想連接什麼？', '何をつなぎますか'],
  'connect.ours': ['Whereabouts devices', 'Whereabouts 裝置', 'Whereaboutsのデバイス'],
  'connect.iphone': ['iPhone', 'iPhone', 'iPhone'],
  'connect.iphone.hint': [
    'An app, set up by one scan',
    '安裝應用程式，掃描一次即可',
    'アプリを入れて、1回の読み取りで',
  ],
  'connect.android': ['Android phone', 'Android 手機', 'Androidスマートフォン'],
  'connect.android.hint': [
    'An app, set up by one scan',
    '安裝應用程式，掃描一次即可',
    'アプリを入れて、1回の読み取りで',
  ],
  'connect.espresense': ['ESPresense board', 'ESPresense 開發板', 'ESPresenseボード'],
  'connect.espresense.hint': ['An ESP32 that hears tags', '偵測標籤的 ESP32', 'タグを検知するESP32'],
  'connect.shelly': ['Shelly', 'Shelly', 'Shelly'],
  'connect.shelly.hint': ['Hears tags over its Bluetooth', '透過藍牙偵測標籤', 'Bluetoothでタグを検知'],
  'connect.ruuvi': ['RuuviTag', 'RuuviTag', 'RuuviTag'],
  'connect.ruuvi.hint': ['Place, temperature, or both', '位置、溫度或兩者皆有', '場所、温度、またはその両方'],
  'connect.ibeacon': ['iBeacon tag', 'iBeacon 標籤', 'iBeaconタグ'],
  'connect.ibeacon.hint': [
    'A card, fob or tag that sends iBeacon or Eddystone',
    '發送 iBeacon 或 Eddystone 的卡片、鑰匙圈或標籤',
    'iBeaconやEddystoneを送るカードやキーホルダー、タグ',
  ],
  'connect.ruuviGateway': ['Ruuvi Gateway', 'Ruuvi Gateway', 'Ruuvi Gateway'],
  'connect.ruuviGateway.hint': ['Hears tags of every make', '偵測各種廠牌的標籤', 'どのメーカーのタグも検知'],
  'connect.gps': ['GPS tracker', 'GPS 追蹤器', 'GPSトラッカー'],
  'connect.gps.hint': [
    'Teltonika, or GT06 as of Concox and Jimi, with a SIM card',
    'Teltonika 或 GT06（Concox、Jimi 等），使用 SIM 卡',
    'Teltonika、またはConcoxやJimiなどのGT06。SIMカード入り',
  ],
  'connect.lorawan': ['LoRaWAN network', 'LoRaWAN 網路', 'LoRaWANネットワーク'],
  'connect.lorawan.hint': [
    'The Things Stack or ChirpStack',
    'The Things Stack 或 ChirpStack',
    'The Things StackまたはChirpStack',
  ],
  'connect.meshtastic': ['Meshtastic', 'Meshtastic', 'Meshtastic'],
  'connect.meshtastic.hint': ['The nodes of a mesh', '網狀網路中的節點', 'メッシュのノード'],
  'connect.gateway': ['OpenMQTTGateway', 'OpenMQTTGateway', 'OpenMQTTGateway'],
  'connect.gateway.hint': [
    'Or Theengs Gateway: it hears tags',
    '或 Theengs Gateway，用於偵測標籤',
    'またはTheengs Gateway。タグを検知',
  ],
  'connect.homeAssistant': ['Home Assistant', 'Home Assistant', 'Home Assistant'],
  'connect.homeAssistant.hint': ['It is told where everything is', '接收所有裝置的位置', 'すべての場所を受け取ります'],
  'connect.other': ['Something else', '其他', 'そのほか'],
  'connect.other.hint': ['Over HTTP or MQTT', '透過 HTTP 或 MQTT', 'HTTPまたはMQTTで'],
  'connect.of': ['Connect: {thing}', '連接：{thing}', 'つなぐ：{thing}'],

  'connect.tag.1': [
    'Switch the tag on, or take its battery strip out.',
    '開啟標籤電源，或抽出電池絕緣片。',
    'タグの電源を入れるか、電池の絶縁シートを抜きます。',
  ],
  'connect.tag.2': [
    'Hold it close to a station, or to a phone that reports here: it rises to the top of this list.',
    '將標籤靠近基站或已連線的手機，它會升至清單頂端。',
    'ステーションか、接続済みのスマートフォンに近づけると、一覧の上に来ます。',
  ],
  'connect.tag.3': ['Claim it and give it a name.', '認領並命名。', '登録して名前を付けます。'],
  'connect.tag.waiting': [
    'Listening. Nothing of this kind is heard yet.',
    '偵測中，尚未收到此類標籤。',
    '検知を待っています。この種類のタグはまだありません。',
  ],
  'connect.tag.noStation': [
    'Nothing here hears tags yet. Connect a board, a Shelly or a gateway first.',
    '目前沒有可偵測標籤的裝置。請先連接開發板、Shelly 或閘道器。',
    'タグを検知できるものがまだありません。先にボードやShelly、ゲートウェイをつないでください。',
  ],
  'connect.tag.connectBoard': ['Connect a board', '連接開發板', 'ボードをつなぐ'],
  'connect.tag.unplaced': [
    'Heard by {station}, which is not placed yet. Place it, or the tag shows nowhere.',
    '由「{station}」偵測到，但該基站尚未配置，標籤不會顯示在地圖上。',
    '「{station}」が検知しましたが、まだ配置されていません。配置するまでマップには表示されません。',
  ],
  'connect.tag.heardBy': ['Heard by {name}', '由「{name}」偵測', '「{name}」が検知'],
  'connect.tag.done': ['{name} is a tracker now', '已將 {name} 認領為追蹤器', '{name}をトラッカーとして登録しました'],
  'connect.tag.doneCarepad': [
    '{name} is a carepad now',
    '已將 {name} 認領為溫度貼片',
    '{name}をケアパッドとして登録しました',
  ],
} as const satisfies Catalogue
