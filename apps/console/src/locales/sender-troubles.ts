/** How far a sender has come, and what is wrong with what it sends. */
import type { Catalogue } from './catalogue.ts'

export const senderTroubles = {
  'progress.waiting': ['Waiting for its first message', '等待第一則訊息', '最初の通信を待っています'],
  'progress.waiting.hint': [
    'This changes by itself as soon as something arrives.',
    '一收到資料就會自動更新。',
    '届くと自動で表示が変わります。',
  ],
  'progress.connected': [
    'Connected {time}, sent nothing we read',
    '{time} 已連線，但未傳送可讀取的內容',
    '{time}に接続しましたが、読み取れるデータはまだありません',
  ],
  'progress.connected.hint': [
    'Its name and password are right. Press its report button or wait for its first report; if this stays, check its type and what it is set to send.',
    '名稱與密碼正確。請按其回報按鈕或等候首次回報；若持續如此，請確認通訊方式與其傳送設定。',
    '名前とパスワードは合っています。送信ボタンを押すか、最初のデータをお待ちください。変わらないときは、方式と送信の設定を確かめてください。',
  ],
  'progress.setAside': ['Heard, but not usable: {why}', '已收到，但無法使用：{why}', '届きましたが、使えません：{why}'],
  'progress.noLocation': [
    'Heard, but it says no location yet',
    '已收到，但尚未回報位置',
    '届きましたが、位置がまだありません',
  ],
  'progress.noLocation.hint': [
    'Its battery and its calls for help count already. Let the app use the location always, or take the tracker where it sees the sky.',
    '電量與求助通知已可使用。請將應用程式的定位權限設為「永遠允許」，或將追蹤器移至可見天空處。',
    '電池残量と呼び出しはすでに届きます。アプリの位置情報の許可を「常に」にするか、トラッカーを空の見える場所に移してください。',
  ],
  'progress.onMap': ['Heard: it is on the map', '已收到，並顯示在地圖上', '届きました。マップに表示しています'],
  'progress.onMap.hint': [
    'The first message has arrived. It can be renamed under Devices.',
    '已收到第一則訊息。可在「裝置」中重新命名。',
    '最初の通信を受信しました。名前は「デバイス」で変更できます。',
  ],
  'progress.unplaced': [
    'Heard, but this station is not placed yet',
    '已收到，但此基站尚未配置位置',
    '届きましたが、このステーションはまだ配置されていません',
  ],
  'progress.unplaced.hint': [
    'What it hears appears on the map once the station has a place.',
    '配置後，它偵測到的標籤才會顯示在地圖上。',
    '配置すると、検知したタグがマップに表示されます。',
  ],
  'progress.place': ['Place it here', '在此配置', 'ここで配置'],
  'progress.placed': [
    'Heard: the station is on the map',
    '已收到，基站已顯示在地圖上',
    '届きました。ステーションをマップに表示しています',
  ],
  'progress.placed.hint': [
    'Tags that it hears and nobody has claimed wait under “Tags heard”.',
    '尚未認領的標籤會列在「偵測到的標籤」。',
    'まだ登録されていないタグは「検知したタグ」に表示されます。',
  ],
  'progress.claims': ['Heard: the network reports', '已收到網路的回報', '届きました。ネットワークから受信しています'],
  'progress.claims.hint': [
    'Its devices wait under “Tags heard” with their first position. Claim yours there.',
    '裝置回報首個位置後會列在「偵測到的標籤」，請在該處認領。',
    '最初の位置が届いたデバイスは「検知したタグ」に表示されます。そこで登録してください。',
  ],
  'progress.reading': ['Connected', '已連線', '接続しました'],
  'progress.reading.hint': [
    'From now on it receives the positions of trackers.',
    '之後會持續收到追蹤器的位置。',
    'これからトラッカーの場所が送られます。',
  ],
  'trouble.noKey': [
    'it encrypts, and its key is not known',
    '內容已加密，但未設定金鑰',
    '暗号化されていて、鍵が登録されていない',
  ],
  'trouble.noKey.remedy': [
    'Enter the encryption key of the app here, or leave it empty in the app under Preferences, Connection.',
    '請在此輸入應用程式的加密金鑰，或在應用程式的 Preferences → Connection 中將其清空。',
    'アプリの暗号鍵をここに入力するか、アプリのPreferencesのConnectionで鍵を空にします。',
  ],
  'trouble.wrongKey': ['its encryption key is another one', '加密金鑰不符', '暗号鍵が一致しない'],
  'trouble.wrongKey.remedy': [
    'The key in the app and the one entered here differ. Enter it again, letter by letter.',
    '應用程式中的金鑰與此處不同，請逐字重新輸入。',
    'アプリの鍵とここに登録した鍵が違います。一字ずつ確かめて入力し直してください。',
  ],
  'trouble.wrongUser': [
    'its user name is not the name of this sender',
    '使用者名稱與此來源不符',
    'ユーザー名がこの送信元の名前と違う',
  ],
  'trouble.wrongUser.remedy': [
    'In the app or device, set the user name to the name of the sender, exactly as in this list.',
    '請將應用程式或裝置中的使用者名稱設為清單中的來源名稱，須完全一致。',
    'アプリや機器のユーザー名を、この一覧の送信元の名前とまったく同じにします。',
  ],
  'trouble.otherProtocol': [
    'it speaks another way than its type allows',
    '通訊方式與設定的類型不符',
    '設定した方式と違う方式で送っている',
  ],
  'trouble.otherProtocol.remedy': [
    'Its password is good for one type alone. Revoke it, and make it again with the type that fits.',
    '此密碼僅適用於單一通訊方式。請撤銷後，以正確的類型重新建立。',
    'このパスワードは1つの方式でしか使えません。無効にして、合う方式で作り直してください。',
  ],
  'trouble.foreignTopic': [
    'it publishes on a topic that nobody reads',
    '發布至無人讀取的主題',
    '読まれないトピックに送っている',
  ],
  'trouble.foreignTopic.remedy': [
    'Set its topic, or base topic, back to what the device ships with; in our own format it is the topic of its set-up card.',
    '請將主題或基底主題改回出廠設定；若使用本系統格式，請用設定卡上的主題。',
    'トピックやベーストピックを初期設定に戻します。独自形式なら、設定カードのトピックを使います。',
  ],
  'trouble.foreignSender': [
    'it reports under the name of another',
    '以其他來源的名稱回報',
    'ほかの送信元の名前で送っている',
  ],
  'trouble.foreignSender.remedy': [
    'In its reports, t4_id or phone_id has to be the name of this sender.',
    '回報中的 t4_id 或 phone_id 必須為此來源的名稱。',
    '送るデータのt4_idまたはphone_idを、この送信元の名前にします。',
  ],
  'trouble.noPlace': ['its position is none', '位置資料無效', '位置が正しくない'],
  'trouble.noPlace.remedy': [
    'It sent a position that is not on the globe, or none. Let the app use the exact location, and go where it sees the sky.',
    '收到的座標不存在或空白。請允許應用程式使用精確位置，並移至可見天空處。',
    '緯度と経度が空か、範囲の外です。アプリに正確な位置情報を許可し、空の見える場所に移動してください。',
  ],
  'trouble.noTime': ['its messages have no time', '訊息沒有時間', '時刻がない'],
  'trouble.noTime.remedy': [
    'Set the clock of the device, or let it set itself by the network.',
    '請設定裝置的時鐘，或啟用網路自動對時。',
    '機器の時計を合わせるか、ネットワークで自動設定にします。',
  ],
  'trouble.noDeviceId': ['its messages name no device', '訊息未包含裝置識別碼', 'デバイスIDがない'],
  'trouble.noDeviceId.remedy': [
    'Enter the device identifier of the set-up card in the app.',
    '請在應用程式中輸入設定卡上的裝置識別碼。',
    'アプリに、設定カードのデバイスIDを入力します。',
  ],
  'trouble.notDecoded': [
    'its network server does not decode them',
    '網路伺服器未解碼',
    'ネットワークサーバーでデコードされていない',
  ],
  'trouble.notDecoded.remedy': [
    'Set the payload formatter (The Things Stack) or the codec (ChirpStack) of the device. Until then its positions and calls for help cannot be read.',
    '請在網路伺服器設定該裝置的 payload formatter（The Things Stack）或 codec（ChirpStack）。設定前無法讀取其位置與求助通知。',
    'デバイスにpayload formatter（The Things Stack）かcodec（ChirpStack）を設定してください。それまで位置も呼び出しも読み取れません。',
  ],
  'trouble.tooOld': ['its messages are older than what is kept', '訊息過舊，超過保存期限', '保存期間より古い'],
  'trouble.tooOld.remedy': [
    'It sent data that is months old. If newer messages arrive, you need not do anything. Otherwise, set its clock.',
    '裝置補送了很久以前的資料。若新訊息正常則無須處理，否則請校正時鐘。',
    'ためていた古いデータが届いています。新しい通信が届いていれば問題ありません。届かないときは時計を合わせてください。',
  ],
  'trouble.clockAhead': ['its clock is fast', '時鐘過快', '時計が進んでいる'],
  'trouble.clockAhead.remedy': [
    'Its messages are kept, under the time they came. Let it set its clock by the network.',
    '訊息已依收到的時間保存。建議啟用網路自動對時。',
    '届いた時刻で保存しています。ネットワークで時計を合わせてください。',
  ],
  'trouble.weekRollover': [
    'its GPS time is years behind, and was corrected',
    'GPS 時間落後多年，已自動修正',
    'GPSの時刻が何年も遅れていたため、補正した',
  ],
  'trouble.weekRollover.remedy': [
    'Its positions are kept, under the right time. Its receiver counts weeks wrongly (GPS week rollover): update its firmware.',
    '位置已依正確時間保存。其接收器的 GPS 週數計算有誤（週數翻轉），請更新裝置韌體。',
    '位置は正しい時刻で保存しています。受信機の週番号が誤っています（GPS週番号ロールオーバー）。ファームウェアを更新してください。',
  ],
  'trouble.unknownTags': [
    'it hears tags that nobody has claimed',
    '偵測到尚未認領的標籤',
    '未登録のタグを検知している',
  ],
  'trouble.unknownTags.remedy': [
    'Nothing is wrong. Claim those that are yours under “Tags heard”.',
    '這屬正常狀況。請在「偵測到的標籤」中認領自己的標籤。',
    '問題ではありません。自分のタグは「検知したタグ」で登録してください。',
  ],
  'trouble.ours': ['this server failed on them', '伺服器處理時發生錯誤', 'サーバーの処理に失敗した'],
  'trouble.ours.remedy': [
    'This is a fault of the server. Tell its operator; the server log has the details.',
    '問題在伺服器端。請通知系統管理員查看記錄檔。',
    'サーバー側の問題です。管理者に知らせて、ログを確認してもらってください。',
  ],
  'trouble.tooMuch': ['it sends more than is taken', '傳送量超過上限', '送信が多すぎる'],
  'trouble.tooMuch.remedy': [
    'Let it report less often. What it sent beyond the limit was not kept.',
    '請降低回報頻率。超出上限的內容未保存。',
    '送信の間隔を長くしてください。上限を超えたデータは保存していません。',
  ],
  'trouble.otherDevice': [
    'its connection brought bytes that are not of its make',
    '連線內容不符合此品牌的格式',
    'このメーカーの形式ではないデータが届いた',
  ],
  'trouble.otherDevice.remedy': [
    'Check that its type fits and that it reports to the port of its make. A poor connection repairs itself, as the tracker sends again.',
    '請確認類型正確，且回報至該品牌的連接埠。若為連線品質不佳，追蹤器會自動重送。',
    '方式が合っているか、メーカーに合うポートに送っているかを確かめてください。電波が悪いだけなら、トラッカーが送り直します。',
  ],
  'trouble.notRead': ['it speaks {what}, which is not read', '傳送了不讀取的 {what}', '読み取らない{what}を送っている'],
  'trouble.notRead.remedy': [
    'Nothing is wrong. The makers document it, and nothing in it is needed here. It is answered, and the device counts as heard.',
    '這屬正常狀況。此內容在廠商文件中有說明，但本系統不需要。系統已回應，並視為已收到裝置的回報。',
    '問題ではありません。仕様書にある内容ですが、ここでは使いません。応答は返しており、受信として扱います。',
  ],
  'trouble.unknownMessage': [
    'it speaks {what}, a kind of message we do not read',
    '傳送了無法讀取的訊息類型 {what}',
    '読み取れない種類のデータ{what}を送っている',
  ],
  'trouble.unknownMessage.remedy': [
    'The device counts as heard, but what it says by this is lost. Update its firmware, or tell the operator its model and {what}.',
    '系統視為已收到裝置的回報，但此內容未能保留。請更新其韌體，或將型號與 {what} 告知系統管理員。',
    '受信としては扱いますが、この内容は失われます。ファームウェアを更新するか、機種名と{what}を管理者に知らせてください。',
  ],
  'trouble.badValue': [
    'it sends a value of {what} that cannot be read',
    '{what} 的值無法解讀',
    '{what}の値を読み取れない',
  ],
  'trouble.badValue.remedy': [
    'The rest of these reports counts; {what} was left out of them. Update its firmware, or tell its maker.',
    '回報的其餘內容有效，僅略去 {what}。請更新其韌體，或告知廠商。',
    'レポートのほかの内容は有効で、{what}だけを除いています。ファームウェアを更新するか、メーカーに知らせてください。',
  ],
  'trouble.unreadable': ['they cannot be read', '格式無法解讀', '形式を読み取れない'],
  'trouble.unreadable.remedy': [
    'Its messages are not in the format of its type. Check the type of the sender, and update the app or firmware.',
    '訊息格式與類型不符。請確認來源類型，並更新應用程式或韌體。',
    '方式に合わない形式で届いています。送信元の方式を確かめ、アプリやファームウェアを更新してください。',
  ],
} as const satisfies Catalogue
