/** Notifications in Japanese. */
import { addressedInJapanese } from '@whereabouts/domain/texts'
import type { Sayings } from './sayings.ts'

const at = (place: string) => (place === '' ? '' : `（${place}）`)

export const japanese: Sayings = {
  place: (rooms, place) => [place, rooms.join('または')].filter((part) => part !== '').join('、'),
  device_offline: (name, place, time) => ({
    subject: 'デバイスがオフラインです',
    message: `${name}がオフラインになりました。最終検知は${time}${at(place)}です。`,
  }),
  enter_danger_zone: (name, zone, place) => ({
    subject: '危険エリアに入りました',
    message: `${addressedInJapanese(name)}が「${zone}」${at(place)}に入りました。`,
  }),
  station_online: (name) => ({
    subject: 'ステーションがオンラインになりました',
    message: `${name}がオンラインに戻りました。`,
  }),
  disengage: (by) => ({ subject: '音を止めました', message: `${by}さんが音を止めました。` }),
  test: () => ({ subject: 'テスト通知', message: '音が聞こえれば、この端末の設定は正常です。' }),
  high_temperature: (name, temperature, threshold, minutes) => ({
    subject: '高温',
    message:
      minutes === null
        ? `${name}が${temperature}です。上限の${threshold}を超えました。`
        : `${name}が${temperature}です。上限の${threshold}を超えて${minutes}分たちました。`,
  }),
  low_temperature: (name, temperature, threshold, minutes) => ({
    subject: '低温',
    message:
      minutes === null
        ? `${name}が${temperature}です。下限の${threshold}を下回りました。`
        : `${name}が${temperature}です。下限の${threshold}を下回って${minutes}分たちました。`,
  }),
  back_to_normal: (name, temperature) => ({
    subject: '温度が正常に戻りました',
    message: `${name}が${temperature}になりました。`,
  }),
  low_battery: (name, percent) => ({
    subject: '電池残量わずか',
    message: `${name}の電池残量は${percent}%です。`,
  }),
  webhook_off: (name, isGone) => ({
    subject: 'Webhookを停止しました',
    message: isGone ? `${name}から、受信先がなくなったと応答がありました。` : `${name}が5日間受信していません。`,
  }),
  help: (name, place) => ({
    subject: '呼び出しがありました',
    message: `${addressedInJapanese(name)}が助けを求めています${at(place)}。`,
  }),
}
