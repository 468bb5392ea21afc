/** What is done with one device or station, wherever it is shown: ring, blink, rename. */
import type { Catalogue } from './catalogue.ts'

export const deviceActions = {
  'drawer.rename': ['Rename', '重新命名', '名前を変更'],
  'drawer.name': ['Name', '名稱', '名前'],
  'drawer.nameLimit': [
    'A name has at most {most} characters.',
    '名稱最多 {most} 個字元。',
    '名前は{most}文字までです。',
  ],
  'drawer.nameMissing': ['Enter a name.', '請輸入名稱。', '名前を入力してください。'],
  'drawer.ring': ['Ring', '響鈴', '鳴らす'],
  'drawer.ringing': ['Stop ringing, {count} s', '停止響鈴，{count} 秒', '音を止める（残り{count}秒）'],
  'drawer.stopRing': ['Stop ringing', '停止響鈴', '音を止める'],
  'drawer.cantRing.offline': [
    "Can't ring: it is offline. Look near where it was last seen.",
    '無法響鈴：裝置離線。請到最後偵測的地點附近尋找。',
    '鳴らせません。オフラインです。最後に検知した場所の付近をお探しください。',
  ],
  'drawer.cantRing.disconnected': [
    "Can't ring: it is disconnected. Look near where it was last seen.",
    '無法響鈴：裝置已斷線。請到最後偵測的地點附近尋找。',
    '鳴らせません。切断されています。最後に検知した場所の付近をお探しください。',
  ],
  'drawer.cantRing.role': [
    "Can't ring: your role doesn't allow it.",
    '無法響鈴：你的權限不允許。',
    '鳴らせません。この操作の権限がありません。',
  ],
  'drawer.cantRing.make': [
    "Can't ring: tags of other makes have no sounder we can reach.",
    '無法響鈴：無法控制其他廠牌標籤的聲響。',
    '鳴らせません。他社製タグの音は操作できません。',
  ],
  'stations.blink': ['Blink', '閃燈', '点滅'],
  'stations.blinking': ['Blinking, {count} s', '閃燈中，{count} 秒', '点滅中 {count}秒'],
  'stations.cantBlink': [
    "Can't blink: it is offline. Check its power and Wi-Fi.",
    '無法閃燈：基站離線，請檢查電源與 Wi-Fi。',
    '点滅できません。オフラインです。電源とWi-Fiを確認してください。',
  ],
} as const satisfies Catalogue
