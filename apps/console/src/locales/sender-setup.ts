/** How a sender is set up: the values it needs, and the steps of each make. */
import type { Catalogue } from './catalogue.ts'

export const senderSetup = {
  'setup.title': ['Set up {name}', '設定 {name}', '{name}を設定'],
  'setup.once': [
    'The password is shown this once. Set the sender up now, or copy it to a safe place.',
    '密碼只會顯示這一次。請立即設定，或複製到安全的地方。',
    'パスワードの表示は今回だけです。いま設定するか、安全な場所に控えてください。',
  ],
  'setup.local': [
    'No phone or station can reach this server yet: it listens to this computer alone. Start it with HOST=0.0.0.0, or set PUBLIC_URL, and make the sender again. The values below work on this computer.',
    '手機與基站目前無法連線至此伺服器，因為它只接受本機連線。請以 HOST=0.0.0.0 啟動或設定 PUBLIC_URL，再重新建立回報來源。以下內容僅適用於本機。',
    'このサーバーはこのコンピューターからの接続しか受け付けないため、スマートフォンやステーションからは届きません。HOST=0.0.0.0で起動するか、PUBLIC_URLを設定してから、作り直してください。下の値はこのコンピューターでだけ使えます。',
  ],
  'setup.address': ['Address of this server', '伺服器位址', 'サーバーのアドレス'],
  'setup.addressHint': [
    'Choose the one that the phone or station can reach: on the same Wi-Fi, one that begins like its own address.',
    '請選擇手機或基站可連線的位址；若在同一個 Wi-Fi，通常與其 IP 位址開頭相同。',
    'スマートフォンやステーションから届くものを選びます。同じWi-Fiなら、その機器のIPアドレスと先頭が同じものです。',
  ],
  'setup.guide': ['Set up with', '設定方式', '設定する方式'],
  'setup.steps': ['Steps', '步驟', '手順'],
  'setup.server': ['Server', '伺服器', 'サーバー'],
  'setup.serverUrl': ['Server URL', '伺服器網址', 'サーバーのURL'],
  'setup.port': ['Port', '連接埠', 'ポート'],
  'setup.tls': ['Secure connection (TLS)', '安全連線（TLS）', '暗号化接続（TLS）'],
  'setup.tlsOn': ['On', '開啟', 'オン'],
  'setup.user': ['User name', '使用者名稱', 'ユーザー名'],
  'setup.password': ['Password', '密碼', 'パスワード'],
  'setup.deviceId': ['Device identifier', '裝置識別碼', 'デバイスID'],
  'setup.header': ['Header', '標頭', 'ヘッダー'],
  'setup.sms': ['SMS to the tracker', '傳給追蹤器的簡訊', 'トラッカーへのSMS'],
  'setup.topic': ['MQTT topic', 'MQTT 主題', 'MQTTトピック'],
  'setup.mqtt': ['MQTT server', 'MQTT 伺服器', 'MQTTサーバー'],
  'setup.script': ['Script', '腳本', 'スクリプト'],
  'setup.copy': ['Copy: {label}', '複製：{label}', 'コピー：{label}'],
  'setup.copied': ['Copied', '已複製', 'コピーしました'],
  'setup.notCopied': [
    'The browser did not let us copy. Select the text and copy it by hand.',
    '瀏覽器不允許複製，請選取文字後手動複製。',
    'ブラウザーがコピーを許可しませんでした。文字を選択して手動でコピーしてください。',
  ],
  'setup.qr': ['Set-up code for {kind}', '{kind} 的設定 QR 碼', '{kind}の設定用QRコード'],
  'setup.open': ['Open in OwnTracks', '在 OwnTracks 中開啟', 'OwnTracksで開く'],
  'setup.showOnMap': ['Show on map', '在地圖上顯示', 'マップで見る'],

  'setup.owntracks.1': [
    'Install OwnTracks on the phone and open it once.',
    '在手機上安裝 OwnTracks 並開啟一次。',
    'スマートフォンにOwnTracksを入れ、一度開きます。',
  ],
  'setup.owntracks.2': [
    "Scan the code with the phone's camera and open it in OwnTracks. By hand: Preferences, Connection, mode HTTP, then the values shown here.",
    '用手機相機掃描 QR 碼並在 OwnTracks 中開啟。手動設定：Preferences → Connection → 模式選 HTTP，再輸入此處的內容。',
    'カメラでコードを読み取り、OwnTracksで開きます。手動の場合は、PreferencesのConnectionでモードをHTTPにして、ここの内容を入力します。',
  ],
  'setup.owntracks.3': [
    'Let OwnTracks use the location always, or it reports only while it is open.',
    '將定位權限設為「永遠允許」，否則只有開啟應用程式時才會回報。',
    '位置情報の許可を「常に」にします。そうしないと、開いている間しか位置が届きません。',
  ],
  'setup.owntracks.4': [
    'Press the report button. The phone appears in the list and on the map.',
    '按下回報按鈕，手機就會出現在清單與地圖上。',
    '送信ボタンを押すと、一覧とマップに表示されます。',
  ],
  'setup.osmand.1': [
    'Install Traccar Client on the phone.',
    '在手機上安裝 Traccar Client。',
    'スマートフォンにTraccar Clientを入れます。',
  ],
  'setup.osmand.2': [
    "In its settings, scan the code with the app's own scanner, not with the camera. Or type the server URL and the device identifier. The password is part of the URL.",
    '請用應用程式設定中的掃描功能掃描 QR 碼（勿用手機相機），或輸入伺服器網址與裝置識別碼。密碼已包含在網址中。',
    'アプリの設定画面にある読み取り機能で（カメラアプリは使わずに）コードを読み取るか、サーバーのURLとデバイスIDを入力します。パスワードはURLに含まれています。',
  ],
  'setup.osmand.3': [
    'Let it use the location always, then switch tracking on.',
    '將定位權限設為「永遠允許」，再開啟追蹤。',
    '位置情報の許可を「常に」にしてから、追跡をオンにします。',
  ],
  'setup.osmand.4': [
    'The phone appears in the list and on the map with its first report.',
    '首次回報後，手機就會出現在清單與地圖上。',
    '最初の通信で、一覧とマップに表示されます。',
  ],
  'setup.espresense.1': [
    'Flash ESPresense onto an ESP32 board, join the Wi-Fi it opens, and open its page.',
    '將 ESPresense 燒錄至 ESP32 開發板，連上它開啟的 Wi-Fi，再開啟設定頁面。',
    'ESP32ボードにESPresenseを書き込み、ボードのWi-Fiにつないで設定ページを開きます。',
  ],
  'setup.espresense.2': [
    'Enter your Wi-Fi, a room name, and the values shown here under MQTT. Save: the board restarts.',
    '輸入 Wi-Fi、房間名稱，並在 MQTT 欄位填入此處的內容。儲存後開發板會重新啟動。',
    'Wi-Fiと部屋の名前、MQTTの欄にここの内容を入力して保存します。ボードが再起動します。',
  ],
  'setup.espresense.3': [
    'It appears under Stations with its first report. Place it on an indoor map so that it can tell where tags are.',
    '首次回報後會出現在「基站」。請放到室內地圖上，才能判斷標籤的位置。',
    '最初の通信で「ステーション」に表示されます。屋内マップに配置すると、タグの場所がわかるようになります。',
  ],
  'setup.theengs.1': [
    'Open the MQTT settings of the gateway and enter the values shown here. Leave the base topic as it is.',
    '開啟閘道器的 MQTT 設定並輸入此處的內容，基底主題維持原樣。',
    'ゲートウェイのMQTT設定を開き、ここの内容を入力します。ベーストピックはそのままにします。',
  ],
  'setup.theengs.2': [
    'Let it scan without a pause: adaptive scan off, interval at its minimum, connections off. The default of one scan a minute is too slow to locate.',
    '設定為持續掃描：關閉自適應掃描、間隔設為最小、關閉連線功能。預設約每分鐘掃描一次，不足以定位。',
    '休まずスキャンするように、アダプティブスキャンをオフ、間隔を最小、接続をオフにします。初期設定の約1分に1回では、位置を追えません。',
  ],
  'setup.theengs.3': [
    'It appears under Stations with its first report. Place it on an indoor map so that it can tell where tags are.',
    '首次回報後會出現在「基站」。請放到室內地圖上，才能判斷標籤的位置。',
    '最初の通信で「ステーション」に表示されます。屋内マップに配置すると、タグの場所がわかるようになります。',
  ],
  'setup.shelly.1': [
    'Open the page of the Shelly in a browser and switch Bluetooth on.',
    '用瀏覽器開啟 Shelly 的頁面並開啟藍牙。',
    'ブラウザーでShellyのページを開き、Bluetoothをオンにします。',
  ],
  'setup.shelly.2': [
    'Under MQTT, switch it on, enter the values shown here, and switch “RPC status notifications” on.',
    '在 MQTT 中開啟功能、輸入此處的內容，並開啟「RPC status notifications」。',
    'MQTTをオンにしてここの内容を入力し、「RPC status notifications」もオンにします。',
  ],
  'setup.shelly.3': [
    'Under Scripts, add the script below, save it, start it, and let it run on start-up.',
    '在 Scripts 中新增下方腳本，儲存並啟動，再設為開機時執行。',
    'Scriptsに下のスクリプトを追加し、保存して開始します。起動時に実行するようにします。',
  ],
  'setup.shelly.4': [
    'Restart the Shelly. It appears under Stations; place it on an indoor map.',
    '重新啟動 Shelly。它會出現在「基站」，請放到室內地圖上。',
    'Shellyを再起動します。「ステーション」に表示されたら、屋内マップに配置します。',
  ],
  'setup.ruuvi.1': [
    'Open the page of the gateway, go through to the cloud options, and choose a custom server.',
    '開啟閘道器的設定頁面，進到雲端選項並選擇自訂伺服器。',
    'ゲートウェイのページを開き、クラウドの設定でカスタムサーバーを選びます。',
  ],
  'setup.ruuvi.2': [
    'HTTP with the URL shown here and Basic authentication. Or MQTT with the same user name and password.',
    '選擇 HTTP，輸入此處的網址並使用 Basic 驗證；或以相同的使用者名稱與密碼使用 MQTT。',
    'HTTPを選び、ここのURLとBasic認証を設定します。同じユーザー名とパスワードでMQTTも使えます。',
  ],
  'setup.ruuvi.3': [
    'Let it forward tags of every make. It appears under Stations with its first report; place it on an indoor map.',
    '設定為轉送所有廠牌的標籤。首次回報後會出現在「基站」，請放到室內地圖上。',
    'すべてのメーカーのタグを転送する設定にします。最初の通信で「ステーション」に表示されたら、屋内マップに配置します。',
  ],
  'setup.thethings.1': [
    'In the console of The Things Stack, open the application and add a custom webhook in JSON.',
    '在 The Things Stack 主控台開啟應用程式，新增 JSON 格式的自訂 Webhook。',
    'The Things Stackのコンソールでアプリケーションを開き、JSON形式のカスタムWebhookを追加します。',
  ],
  'setup.thethings.2': [
    'Enter the URL, request authentication with user name and password, and enable uplink messages.',
    '輸入網址，以使用者名稱與密碼設定請求驗證，並啟用上行訊息。',
    'URLを入力し、ユーザー名とパスワードでリクエスト認証を設定して、アップリンクメッセージを有効にします。',
  ],
  'setup.chirpstack.1': [
    'In ChirpStack, open the application and add the HTTP integration with JSON.',
    '在 ChirpStack 開啟應用程式，新增 JSON 格式的 HTTP 整合。',
    'ChirpStackでアプリケーションを開き、JSON形式のHTTP連携を追加します。',
  ],
  'setup.chirpstack.2': [
    'Enter the URL as event endpoint, and add the header shown here.',
    '將網址填入事件端點，並新增此處的標頭。',
    'URLをイベントのエンドポイントに入力し、ここのヘッダーを追加します。',
  ],
  'setup.lorawan': [
    'The payload has to be decoded there, with latitude and longitude. Each tracker appears under Add devices with its first position; claim it there.',
    '酬載須在該處解碼並包含經緯度。各追蹤器首次回報位置後會出現在「新增裝置」，請在該處認領。',
    'ペイロードはそちらで緯度と経度にデコードしておきます。最初の位置が届くと「デバイスを追加」に表示されるので、登録します。',
  ],
  'setup.meshtastic.1': [
    'In the Meshtastic app, open the module settings of the connected node, and MQTT in them.',
    '在 Meshtastic 應用程式中開啟連網節點的模組設定，進入 MQTT。',
    'Meshtasticアプリで、ネットワークにつながるノードのモジュール設定からMQTTを開きます。',
  ],
  'setup.meshtastic.2': [
    'Enter the values shown here, and switch JSON output on. In the channel, allow uplink.',
    '輸入此處的內容並開啟 JSON 輸出，再於頻道允許上行。',
    'ここの内容を入力し、JSON出力をオンにします。チャンネルではアップリンクを許可します。',
  ],
  'setup.meshtastic.3': [
    'Nodes appear under Add devices when they tell their position, those of other people too; claim your own there.',
    '節點回報位置後會出現在「新增裝置」，其中也包含他人的節點，請認領自己的節點。',
    '位置を送ったノードが「デバイスを追加」に表示されます。他の人のノードも含まれるので、自分のものを登録します。',
  ],
  'setup.teltonika.1': [
    'In Teltonika Configurator, under GPRS, enter server and port, protocol TCP, and Codec 8 or 8 Extended under System.',
    '在 Teltonika Configurator 的 GPRS 中輸入伺服器與連接埠，協定選 TCP，並在 System 選 Codec 8 或 8 Extended。',
    'Teltonika ConfiguratorのGPRSでサーバーとポートを入力し、プロトコルはTCP、SystemではCodec 8か8 Extendedを選びます。',
  ],
  'setup.gt06.1': [
    'Send the SMS shown here to the number of its SIM card. Set its clock to UTC with GMT,E,0,0#.',
    '將此處的簡訊傳到追蹤器 SIM 卡的號碼，並以 GMT,E,0,0# 將時鐘設為 UTC。',
    'ここのSMSをSIMカードの番号に送ります。時計はGMT,E,0,0#でUTCにします。',
  ],
  'setup.hardware.port': [
    'Where no port is shown, the operator of the server has to open one, with TELTONIKA_PORT or GT06_PORT.',
    '若未顯示連接埠，須由伺服器營運者以 TELTONIKA_PORT 或 GT06_PORT 開放。',
    'ポートが表示されない場合は、サーバーの運用者がTELTONIKA_PORTまたはGT06_PORTで開く必要があります。',
  ],
  'setup.hardware.first': [
    'It appears in the list and on the map with its first position.',
    '首次回報位置後，就會出現在清單與地圖上。',
    '最初の位置が届くと、一覧とマップに表示されます。',
  ],
  'setup.reader.1': [
    'In Home Assistant, under Settings, Devices & services, add MQTT. Where it has a broker of its own already, bridge that to this server.',
    '在 Home Assistant 的「設定 → 裝置與服務」新增 MQTT。若已有自己的 broker，請將其橋接至此伺服器。',
    'Home Assistantの「設定」→「デバイスとサービス」でMQTTを追加します。すでにブローカーがある場合は、このサーバーへブリッジします。',
  ],
  'setup.reader.2': [
    'Enter the values shown here. Leave discovery as it is: on, with the prefix homeassistant.',
    '輸入此處的內容。自動探索維持原設定：開啟，前綴為 homeassistant。',
    'ここの内容を入力します。ディスカバリーはそのまま（オン、プレフィックスはhomeassistant）にします。',
  ],
  'setup.reader.3': [
    'Trackers and carepads appear in Home Assistant automatically. Anyone with this password can see all of them but cannot change anything.',
    '追蹤器與溫度貼片會自動出現。持有此密碼者可查看所有裝置，但無法變更。',
    'トラッカーとケアパッドが自動で現れます。このパスワードを持つ人はすべてを見られますが、変更はできません。',
  ],
  'setup.native.1': [
    'Send reports over HTTP to the server URL, with user name and password as Basic authentication.',
    '透過 HTTP 將報告送至伺服器網址，並以使用者名稱與密碼進行 Basic 驗證。',
    'HTTPでサーバーのURLに報告を送ります。ユーザー名とパスワードはBasic認証に使います。',
  ],
  'setup.native.2': [
    'Or over MQTT: the same user name and password, the report on the topic.',
    '或透過 MQTT：使用相同的使用者名稱與密碼，將報告發布至該主題。',
    'MQTTなら、同じユーザー名とパスワードで、トピックに報告を送ります。',
  ],
  'setup.native.3': [
    'A report is JSON: t4_id for a station or phone_id for a phone, the name of the sender; seq; scanned_at_ms; and scans, a list of what it hears.',
    '報告為 JSON：以 t4_id（基站）或 phone_id（手機）填入來源名稱，並包含 seq、scanned_at_ms，以及偵測清單 scans。',
    '報告はJSONです。ステーションはt4_id、スマートフォンはphone_idに送信元の名前を入れ、seq、scanned_at_ms、検知一覧のscansを加えます。',
  ],
} as const satisfies Catalogue
