/** Pages of the log of reports. Source: specification §3 Location log; G56; decision 0044. */
import type { LocationLog } from '@whereabouts/contract/location-logs'
import type { App } from '../../context.ts'
import { toSeconds } from '../../platform/clock.ts'
import { isTimeCorrected } from '../../state/log-row.ts'
import { keyOf, type LogRow, type LogStart, listLogsOfDevice, listLogsOfSender } from './location-log-queries.ts'
import type { Range } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Logs of a page. */
const PAGE_SIZE = 100
/** Of a sender, so many parts of an hour are looked through for one page, so that it is answered however little the sender said. */
const PARTS_OF_PAGE = 24

export interface Asked {
  readonly range: Range
  readonly of: { readonly device: string } | { readonly sender: string }
  readonly page_token: string | undefined
}

export async function pageOfLogs(app: App, accountId: string, { range, of, page_token }: Asked) {
  const whose = 'device' in of ? `device ${of.device}` : `sender ${of.sender}`
  const scope = `${accountId} location_logs ${whose} ${range.fromMs} ${range.untilMs}`
  const given = app.pageTokens.read(scope, page_token)
  const start = given === undefined ? undefined : { scanned_at_ms: given.created_at, key: given.id }
  const { rows, next } =
    'device' in of
      ? await pageOfDevice(app, accountId, of.device, range, start)
      : await pageOfSender(app, accountId, of.sender, range, start)
  return {
    location_logs: rows.map((row) => presentLog(row, app.settings.kept.logDays)),
    metadata:
      next === undefined
        ? {}
        : { next_token: app.pageTokens.make(scope, { created_at: next.scanned_at_ms, id: next.key }) },
  }
}

interface Page {
  readonly rows: LogRow[]
  /** Undefined: there is no more. */
  readonly next: LogStart | undefined
}

const cut = (rows: readonly LogRow[]): Page => {
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const isMore = rows.length > PAGE_SIZE && last !== undefined
  return { rows: shown, next: isMore ? { scanned_at_ms: last.scanned_at_ms, key: keyOf(last) } : undefined }
}

async function pageOfDevice(
  { db }: App,
  accountId: string,
  deviceId: string,
  range: Range,
  start: LogStart | undefined,
) {
  return cut(await listLogsOfDevice(db, accountId, deviceId, range, { start, size: PAGE_SIZE + 1 }))
}

/** Hour by hour, newest first, until a page is full or a day is looked through. */
async function pageOfSender(
  { db }: App,
  accountId: string,
  senderId: string,
  range: Range,
  start: LogStart | undefined,
): Promise<Page> {
  const rows: LogRow[] = []
  let untilMs = Math.min(range.untilMs, start?.scanned_at_ms ?? range.untilMs)
  for (let part = 0; part < PARTS_OF_PAGE && untilMs >= range.fromMs; part += 1) {
    const fromMs = Math.max(range.fromMs, Math.floor(untilMs / HOUR_MS) * HOUR_MS)
    const size = PAGE_SIZE + 1 - rows.length
    rows.push(...(await listLogsOfSender(db, accountId, senderId, { fromMs, untilMs }, { start, size })))
    if (rows.length > PAGE_SIZE) return cut(rows)
    untilMs = fromMs - 1
  }
  return { rows, next: untilMs < range.fromMs ? undefined : { scanned_at_ms: untilMs + 1, key: '' } }
}

const presentLog = (row: LogRow, keptDays: number): LocationLog => ({
  scanned_at: toSeconds(row.scanned_at_ms),
  created_at: toSeconds(row.received_at_ms),
  created_at_ttl: toSeconds(row.scanned_at_ms + keptDays * DAY_MS),
  time_corrected: isTimeCorrected(row),
  device_id: row.device_id,
  sender_id: row.sender_id,
  rssi: row.rssi,
  battery: row.battery,
  moving: row.moving,
  gps_latitude: row.gps_latitude,
  gps_longitude: row.gps_longitude,
})
