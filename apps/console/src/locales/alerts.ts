/** Alerts and keys: how an account rings, who is told when nobody answers, the keys of a browser. */
import type { Catalogue } from './catalogue.ts'

export const alerts = {
  'alerts.hint': [
    'How this account rings, and how you work without a mouse.',
    '此帳號的響鈴方式，以及不用滑鼠的操作方式。',
    'このアカウントのアラートの鳴り方と、マウスを使わない操作の設定です。',
  ],
  'alerts.blocked': [
    'This browser blocks sound until you click once. Alerts would open silently.',
    '在你點按一次之前，此瀏覽器會封鎖聲音，警示將無聲顯示。',
    '一度クリックするまで、このブラウザーは音を出せません。アラートが無音で表示されます。',
  ],
  'alerts.turnOn': ['Turn sound on', '開啟聲音', '音をオンにする'],
  'alerts.repeat': ['Repeat ring until stopped', '持續響鈴直到停止', '停止するまで鳴らし続ける'],
  'alerts.repeatHint': [
    'The alert keeps ringing on every signed-in console until someone presses Stop ring.',
    '所有已登入的主控台會持續響鈴，直到有人按下「停止響鈴」。',
    '誰かが「音を止める」を押すまで、サインイン中のすべてのコンソールで鳴り続けます。',
  ],
  'alerts.repeatRole': [
    'Set by owner and deputies for the whole account.',
    '由擁有者與代理人為整個帳號設定。',
    '所有者と代理がアカウント全体に対して設定します。',
  ],
  'alerts.on': ['On', '開啟', 'オン'],
  'alerts.off': ['Off', '關閉', 'オフ'],
  'alerts.sound': ['Alert sound', '警示音', 'アラート音'],
  'alerts.soundHint': [
    'Opens a test alert so you can set the volume of this computer. It opens on every signed-in console.',
    '開啟測試警示，方便調整這台電腦的音量。所有已登入的主控台都會顯示。',
    'テストアラートを表示します。このパソコンの音量調整にお使いください。サインイン中のすべてのコンソールに表示されます。',
  ],
  'alerts.test': ['Test sound', '測試聲音', '音をテスト'],
  'alerts.system': ['System notifications', '系統通知', 'システム通知'],
  'alerts.systemHint': [
    'Shown by the browser when this tab is in the background.',
    '此分頁在背景時，由瀏覽器顯示。',
    'このタブが背面にあるとき、ブラウザーが表示します。',
  ],
  'alerts.told': ['Who is told when nobody stops the ring', '無人停止響鈴時通知誰', '誰も音を止めないときの連絡先'],
  'alerts.toldHint': [
    'Alarms nobody answers for are passed on by push and mail, to one contact after the other, until someone does. With no console open, that begins at once.',
    '無人處理的警報會以推播與電子郵件依序通知下列聯絡人，直到有人處理。沒有任何主控台開啟時，會立即開始通知。',
    '対応されないアラームは、誰かが対応するまで、プッシュ通知とメールで連絡先に順番に知らせます。開いているコンソールがない場合は、すぐに知らせ始めます。',
  ],
  'alerts.managersOnly': [
    'Only owner and deputies see and change who is told.',
    '僅擁有者與代理人可檢視及變更聯絡人。',
    '連絡先を表示・変更できるのは、所有者と代理だけです。',
  ],
  'alerts.within': ['Time to answer', '處理時限', '対応までの時間'],
  'alerts.withinHint': [
    'After this the first contact is told.',
    '超過此時間即通知第一位聯絡人。',
    'この時間を過ぎると、最初の連絡先に知らせます。',
  ],
  'alerts.seconds': ['s', '秒', '秒'],
  'alerts.secondsFault': [
    'Enter whole seconds from {least} to {most}.',
    '請輸入 {least} 到 {most} 的整數秒數。',
    '{least}〜{most}の整数（秒）を入力してください。',
  ],
  'alerts.contacts': ['Contacts, in order', '聯絡人（依序）', '連絡先（順番）'],
  'alerts.contactEmail': ['Email of contact {number}', '聯絡人 {number} 的電子郵件', '連絡先{number}のメールアドレス'],
  'alerts.contactPause': [
    'Seconds before contact {number} is told',
    '通知聯絡人 {number} 前等待的秒數',
    '連絡先{number}に知らせるまでの秒数',
  ],
  'alerts.after': ['then after', '再等', 'さらに'],
  'alerts.contactTaken': [
    'This address is in the list already.',
    '此電子郵件已在清單中。',
    'このメールアドレスはすでに一覧にあります。',
  ],
  'alerts.newContact': ['the new contact', '新聯絡人', '新しい連絡先'],
  'alerts.add': ['Add contact', '新增聯絡人', '連絡先を追加'],
  'alerts.full': ['There can be {most} contacts at most.', '聯絡人最多 {most} 位。', '連絡先は{most}件までです。'],
  'alerts.ownerTold': [
    'Nobody is named: the owner is told.',
    '未指定聯絡人，將通知擁有者。',
    '連絡先がないため、所有者に知らせます。',
  ],
  'alerts.emptyMeansOwner': [
    'With no contact in the list, the owner is told.',
    '若清單中沒有聯絡人，將通知擁有者。',
    '一覧が空の場合は、所有者に知らせます。',
  ],
  'alerts.drag': ['Drag {name}', '拖曳 {name}', '{name} をドラッグ'],
  'alerts.up': ['Move {name} up', '將 {name} 上移', '{name} を上へ'],
  'alerts.down': ['Move {name} down', '將 {name} 下移', '{name} を下へ'],
  'alerts.remove': ['Remove {name}', '移除 {name}', '{name} を削除'],
  'alerts.moved': [
    '{name} is now {place} of {count}.',
    '{name} 現在是第 {place} 位，共 {count} 位。',
    '{name} は{count}件中{place}番目になりました。',
  ],
  'alerts.changed': ['Who is told changed', '聯絡人設定已變更', '連絡先の設定を変更しました'],
  'alerts.keyboard': ['Keyboard', '鍵盤', 'キーボード'],
  'alerts.singleKeys': ['Single-key shortcuts', '單鍵快速鍵', '1文字のショートカット'],
  'alerts.singleKeysHint': [
    'Turn off if you use speech input or keys are pressed by accident. Kept for this browser.',
    '若使用語音輸入或容易誤觸按鍵，請關閉。僅適用於此瀏覽器。',
    '音声入力を使う場合や、誤ってキーを押しやすい場合はオフにします。このブラウザーだけの設定です。',
  ],
} as const satisfies Catalogue
