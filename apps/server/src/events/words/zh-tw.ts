/** Notifications in Traditional Chinese, as Taiwan writes it. */
import type { Sayings } from './sayings.ts'

const forMinutes = (minutes: number | null) => (minutes === null ? '' : `，已持續 ${minutes} 分鐘`)
const at = (place: string) => (place === '' ? '' : `（${place}）`)

export const chinese: Sayings = {
  place: (rooms, place) => [place, rooms.join('或')].filter((part) => part !== '').join('，'),
  device_offline: (name, place, time) => ({
    subject: '裝置離線',
    message: `${name} 已離線，最後偵測：${time}${at(place)}。`,
  }),
  enter_danger_zone: (name, zone, place) => ({
    subject: '進入危險區域',
    message: `${name} 進入「${zone}」${at(place)}。`,
  }),
  station_online: (name) => ({ subject: '基站已上線', message: `${name} 已恢復連線。` }),
  disengage: (by) => ({ subject: '已停止響鈴', message: `${by} 已停止響鈴。` }),
  test: () => ({ subject: '測試通知', message: '聽得到聲音，表示這台電腦的提示音正常。' }),
  high_temperature: (name, temperature, threshold, minutes) => ({
    subject: '溫度過高',
    message: `${name}：${temperature}，高於 ${threshold}${forMinutes(minutes)}。`,
  }),
  low_temperature: (name, temperature, threshold, minutes) => ({
    subject: '溫度過低',
    message: `${name}：${temperature}，低於 ${threshold}${forMinutes(minutes)}。`,
  }),
  back_to_normal: (name, temperature) => ({ subject: '溫度恢復正常', message: `${name}：${temperature}。` }),
  low_battery: (name, percent) => ({ subject: '電量不足', message: `${name} 剩餘電量 ${percent}%。` }),
  webhook_off: (name, isGone) => ({
    subject: 'Webhook 已停用',
    message: isGone ? `${name} 回覆已不存在。` : `${name} 已連續五天未接收任何通知。`,
  }),
  help: (name, place) => ({ subject: '有人求助', message: `${name} 發出求助${at(place)}。` }),
}
