/** The reports of a load: each sender in turn hears the next few trackers of its building. */
import { createChance } from './random.ts'

export interface LoadSender {
  readonly sender_id: string
  readonly password: string
}

export interface LoadReport {
  readonly sender: LoadSender
  /** A native report, without the key. */
  readonly report: {
    readonly t4_id: string
    readonly seq: number
    readonly scanned_at_ms: number
    readonly scans: readonly { device_id: string; rssi: number; connected: true; battery: number; moving: boolean }[]
  }
}

export interface LoadReports {
  next(batch: number, atMs: number): LoadReport
}

/** Stations that hear the same trackers; as many as a generated building has. */
const STATIONS_TOGETHER = 8

/** Trackers are dealt out to groups of senders in order; each sender of a group hears all of its trackers by and by. */
export function createLoadReports(
  deviceIds: readonly string[],
  senders: readonly LoadSender[],
  seed: number,
): LoadReports {
  const chance = createChance(seed, 'load')
  const share = Math.ceil(deviceIds.length / Math.ceil(senders.length / STATIONS_TOGETHER))
  const cursors = senders.map((sender, index) => {
    const group = Math.floor(index / STATIONS_TOGETHER)
    const ids = deviceIds.slice(group * share, (group + 1) * share)
    return { sender, ids, at: Math.floor((ids.length * (index % STATIONS_TOGETHER)) / STATIONS_TOGETHER), seq: 0 }
  })
  const busy = cursors.filter((cursor) => cursor.ids.length > 0)
  let turn = 0
  return {
    next(batch, atMs) {
      const cursor = busy[turn % busy.length]!
      turn++
      cursor.seq++
      const count = Math.min(batch, cursor.ids.length)
      const scans = Array.from({ length: count }, () => {
        const device_id = cursor.ids[cursor.at % cursor.ids.length]!
        cursor.at++
        const rssi = Math.round(chance.between(-92, -48))
        return { device_id, rssi, connected: true as const, battery: 80, moving: chance.happens(0.3) }
      })
      return {
        sender: cursor.sender,
        report: { t4_id: cursor.sender.sender_id, seq: cursor.seq, scanned_at_ms: atMs, scans },
      }
    },
  }
}
