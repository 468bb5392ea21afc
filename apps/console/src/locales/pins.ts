/** The PIN under which names of carepads are. */
import type { Catalogue } from './catalogue.ts'

export const pins = {
  'pins.createTitle': ['Create PIN code', '建立 PIN 碼', 'PINコードを作成'],
  'pins.changeTitle': ['Change PIN code', '變更 PIN 碼', 'PINコードを変更'],
  'pins.create': ['Create', '建立', '作成'],
  'pins.change': ['Change', '變更', '変更'],
  'pins.created': [
    'PIN created. The names of all carepads are encrypted.',
    '已建立 PIN 碼，所有溫度貼片的名稱皆已加密。',
    'PINを作成し、すべてのケアパッドの名前を暗号化しました。',
  ],
  'pins.changed': [
    'PIN changed. The names of all carepads are encrypted with it.',
    '已變更 PIN 碼，所有溫度貼片的名稱已改用新的 PIN 碼加密。',
    'PINを変更し、すべてのケアパッドの名前を新しいPINで暗号化しました。',
  ],
  'pins.what': [
    'The PIN encrypts the names of carepads in the browser. Emails, push messages, LINE and PDFs then show the carepad id instead.',
    'PIN 碼會在瀏覽器中加密溫度貼片的名稱。此後電子郵件、推播、LINE 與 PDF 只會顯示溫度貼片編號。',
    'PINはケアパッドの名前をブラウザー内で暗号化します。メール・プッシュ通知・LINE・PDFには名前の代わりにケアパッドIDが表示されます。',
  ],
  'pins.strength': [
    'Digits alone are easy to try out. Every further digit makes the PIN ten times stronger, so use six or more.',
    '純數字較容易被猜中，每多一位強度增加十倍，建議使用六位以上。',
    '数字だけのPINは総当たりに弱く、1桁増えるごとに10倍強くなります。6桁以上をおすすめします。',
  ],
  'pins.noRecovery': [
    'A forgotten PIN cannot be recovered, not even by us. Names under it then have to be reset one by one.',
    '忘記的 PIN 碼無法復原，我們也無法協助，屆時只能逐一重設名稱。',
    '忘れたPINは再発行できません。その場合は名前を1つずつ再設定します。',
  ],
  'pins.current': ['Current PIN', '目前的 PIN 碼', '現在のPIN'],
  'pins.currentMissing': ['Enter the current PIN.', '請輸入目前的 PIN 碼。', '現在のPINを入力してください。'],
  'pins.new': ['New PIN', '新的 PIN 碼', '新しいPIN'],
  'pins.again': ['New PIN again', '再次輸入新的 PIN 碼', '新しいPIN（確認）'],
  'pins.digits': ['Digits only.', '只能輸入數字。', '数字だけを入力してください。'],
  'pins.short': ['At least 4 digits.', '至少 4 位數字。', '4桁以上にしてください。'],
  'pins.mismatch': ['The two PINs differ.', '兩次輸入的 PIN 碼不同。', '2つのPINが一致しません。'],
  'pins.missing': ['Enter the PIN.', '請輸入 PIN 碼。', 'PINを入力してください。'],
  'pins.wrong': ['This is not the PIN.', 'PIN 碼不正確。', 'PINが違います。'],
  'pins.paused': [
    'Too many wrong PINs. Try again in {wait}.',
    'PIN 碼錯誤次數過多，請於 {wait}後再試。',
    'PINの間違いが続きました。{wait}後にもう一度お試しください。',
  ],
  'pins.resetFirst': [
    '{count, plural, one {# name cannot be read. Reset it} other {# names cannot be read. Reset them}} under Carepad management first. Nothing was changed.',
    '有 {count} 個名稱無法讀取，請先到溫度貼片管理重設。PIN 碼未變更。',
    '{count}件の名前を読み取れません。先に「ケアパッドの管理」で再設定してください。PINは変更されていません。',
  ],
  'pins.openTitle': ['Enter PIN', '輸入 PIN 碼', 'PINを入力'],
  'pins.openText': [
    'The names of carepads are encrypted in this account. With its PIN this tab shows them until it is closed or you sign out.',
    '此帳號的溫度貼片名稱已加密。輸入 PIN 碼後，此分頁會顯示名稱，直到關閉分頁或登出為止。',
    'このアカウントではケアパッドの名前が暗号化されています。PINを入力すると、タブを閉じるかサインアウトするまで名前が表示されます。',
  ],
  'pins.pin': ['PIN', 'PIN 碼', 'PIN'],
  'pins.open': ['Show names', '顯示名稱', '名前を表示'],
  'pins.lock': ['Lock names', '鎖定名稱', '名前をロック'],
  'pins.isOpen': ['Names shown', '名稱已顯示', '名前を表示中'],
  'pins.locked': ['Names locked', '名稱已鎖定', '名前はロック中'],
  'pins.lockedText': [
    'Names are locked, so carepads are shown by their ids.',
    '名稱已鎖定，目前以編號顯示溫度貼片。',
    '名前がロックされているため、ケアパッドはIDで表示されています。',
  ],
  'pins.protectedText': [
    'Names are protected by a PIN, so carepads are shown by their ids.',
    '名稱受 PIN 碼保護，因此以編號顯示溫度貼片。',
    '名前はPINで保護されているため、ケアパッドはIDで表示されています。',
  ],
  'pins.unreadable': [
    '{count, plural, one {# name cannot be decrypted with this PIN. Reset it.} other {# names cannot be decrypted with this PIN. Reset them.}}',
    '有 {count} 個名稱無法以此 PIN 碼解密，請重設名稱。',
    '{count}件の名前をこのPINで復号できません。名前を再設定してください。',
  ],
  'pins.nameLocked': ['Name locked', '名稱已鎖定', '名前はロック中'],
  'pins.nameUnreadable': [
    'Cannot be decrypted. Reset the name.',
    '無法解密，請重設名稱。',
    '復号できません。名前を再設定してください。',
  ],
  'pins.reset': ['Reset name', '重設名稱', '名前を再設定'],
  'pins.resetTitle': ['Reset the name of {id}', '重設 {id} 的名稱', '{id}の名前を再設定'],
  'pins.resetText': [
    'Its name cannot be decrypted with the PIN. Enter a new one; it is encrypted again.',
    '無法以 PIN 碼解密此名稱。請輸入新名稱，新名稱會重新加密。',
    'この名前はPINで復号できません。新しい名前を入力すると、再び暗号化されます。',
  ],
  'pins.resetLocked': [
    'Do this only if nobody knows the PIN any more. The old name is lost, and the new one is stored without encryption until a PIN is entered or created.',
    '僅在無人記得 PIN 碼時使用。原名稱將遺失，而新名稱在輸入或建立 PIN 碼之前不會加密。',
    'PINを知る人がいない場合だけ行ってください。元の名前は失われ、新しい名前はPINを入力するか作成するまで暗号化されません。',
  ],
} as const satisfies Catalogue
