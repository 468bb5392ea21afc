/** One row of the location log: an accepted observation of one device by one sender. Column names are the fields'. */
import { CLOCK_TOLERANCE_MS } from './moments.ts'

export interface LogRow {
  readonly account_id: string
  readonly device_id: string
  readonly scanned_at_ms: number
  readonly sender_id: string
  readonly seq: string
  /** When it came, or where it waited long for its place in the log when it was given that: both rise together, at all servers. */
  received_at_ms: number
  /** Its sender's clock was ahead: it counts as sent when it came. */
  readonly clock_ahead: boolean
  /** True: its sender's clock was behind by weeks of GPS, and was corrected. Null: it was not. */
  readonly lost_weeks: boolean | null
  readonly rssi: number | null
  readonly connected: boolean | null
  readonly battery: number | null
  readonly firmware: string | null
  readonly moving: boolean | null
  readonly heading: number | null
  readonly speed: number | null
  readonly steps: number | null
  readonly temperature: number | null
  readonly humidity: number | null
  readonly help: boolean | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  readonly accuracy: number | null
  /** Where it stands in the log; 0 until its writer gives it its place. */
  log_order: number
}

/** A row without content beside its receipt. */
export const NOTHING_SAID = {
  lost_weeks: null,
  rssi: null,
  connected: null,
  battery: null,
  firmware: null,
  moving: null,
  heading: null,
  speed: null,
  steps: null,
  temperature: null,
  humidity: null,
  help: null,
  gps_latitude: null,
  gps_longitude: null,
  accuracy: null,
} as const satisfies Partial<LogRow>

/** Whether its time is another one than its sender's clock told. */
export const isTimeCorrected = ({ clock_ahead, lost_weeks }: Pick<LogRow, 'clock_ahead' | 'lost_weeks'>): boolean =>
  clock_ahead || lost_weeks === true

/** What a station reported of itself beside its sightings. */
interface SaidOfItself {
  readonly ip?: string
  readonly firmware?: string
}

/** What a tracker reported of its commands. */
export interface CommandReport {
  /** Of the settings it runs, the time of their saving (epoch seconds). */
  readonly settingsTime?: number | undefined
  readonly upgrade?: 'running' | 'done' | 'failed' | undefined
}

/** A row on its way through the log to the states, with fields for which the log has no columns. */
export interface NewRow extends LogRow {
  readonly said?: SaidOfItself
  readonly commandReport?: CommandReport
}

/**
 * The row with a time that is not ahead of its receipt: where the clock was set back while it waited for its log position, its own
 * time is of the clock before, and would hold up all later reports of the device. Its time in the log stays, by which repeats are
 * recognised.
 */
export const inTime = <Row extends LogRow>(row: Row): Row =>
  row.scanned_at_ms > row.received_at_ms + CLOCK_TOLERANCE_MS ? { ...row, scanned_at_ms: row.received_at_ms } : row
