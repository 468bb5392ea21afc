/** The time machine: the map as it was. */
import type { Catalogue } from './catalogue.ts'

export const timeMachine = {
  'timeMachine.open': ['Time machine', '時光回溯', 'タイムマシン'],
  'timeMachine.past': ['You are looking at the past', '目前顯示的是過去的畫面', '過去の画面を表示しています'],
  'timeMachine.pastHint': ['Alarms of now still ring.', '目前的警報仍會響鈴。', '現在のアラートは引き続き鳴ります。'],
  'timeMachine.asOf': ['As of {time}', '{time} 的狀態', '{time}時点'],
  'timeMachine.instant': ['Date and time', '日期與時間', '日時'],
  'timeMachine.position': ['Time of day', '當日時間', '時刻'],
  'timeMachine.forward': ['Play forward', '播放', '再生'],
  'timeMachine.back': ['Play backward', '倒轉播放', '逆再生'],
  'timeMachine.pause': ['Pause', '暫停', '一時停止'],
  'timeMachine.speed': ['Speed', '速度', '速度'],
  'timeMachine.times': ['{speed}×', '{speed}×', '{speed}×'],
  'timeMachine.nextAlarm': ['Next alarm', '下一個警報', '次のアラート'],
  'timeMachine.previousAlarm': ['Previous alarm', '上一個警報', '前のアラート'],
  'timeMachine.noAlarm': ['There is no further alarm', '沒有其他警報', 'これより先にアラートはありません'],
  'timeMachine.now': ['Now', '回到現在', '現在に戻る'],
  'timeMachine.loading': ['Loading the past', '正在載入過去的畫面', '過去の画面を読み込み中'],
  'timeMachine.failed': [
    'This instant could not be loaded.',
    '無法載入這個時間點。',
    'この時点を読み込めませんでした。',
  ],
  'timeMachine.density': ['Movement and alarms of the day', '當日的移動與警報', '1日の動きとアラート'],
} as const satisfies Catalogue
