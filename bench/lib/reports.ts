/** What the stations of a site report: each tracker is heard by three of them, turn by turn. */
import { stationId, stationPassword, trackerId } from './server.ts'

const HEARD_BY = 3

export interface Site {
  readonly stations: number
  readonly trackers: number
  /** That share stations and trackers evenly; one unless named. */
  readonly accounts?: number
}

/** The bodies that one station of those that speak sends, one after another; over MQTT the connection says its password. */
export function reportsOf(site: Site, station: number, scans: number, hasKey: boolean): () => string {
  const { stations, trackers, accounts = 1 } = site
  const each = trackers / stations
  const ofAccount = trackers / accounts
  const firstOfAccount = Math.floor((station * accounts) / stations) * ofAccount
  const hears = Math.max(scans, Math.floor(each * HEARD_BY))
  const first = Math.floor(station * each) - firstOfAccount
  const key = hasKey ? `"key":"${stationPassword(station)}",` : ''
  let heard = 0
  return () => {
    lastSeq += 1
    const said = Array.from({ length: scans }, () => {
      heard = (heard + 1) % hears
      const rssi = -60 - (lastSeq % 30)
      return `{"device_id":"${trackerId(firstOfAccount + ((first + heard) % ofAccount))}","rssi":${rssi},"connected":true,"battery":80,"moving":false}`
    })
    return `{"t4_id":"${stationId(station)}",${key}"seq":${lastSeq},"scanned_at_ms":${Date.now()},"scans":[${said}]}`
  }
}

// A later run of the same station repeats nothing.
let lastSeq = 0
