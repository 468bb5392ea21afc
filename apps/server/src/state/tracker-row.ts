/** What people set of a tracker; its reports are in its hot row. Column names are the fields'. */
import type { RemarkValue } from '@whereabouts/contract/trackers'
import type { OtaState } from '@whereabouts/domain/device-settings'
import type { DeviceModel } from '@whereabouts/domain/trackers'
import type { z } from 'zod'
import type { Db } from '../platform/postgres/database.ts'

/** The columns that lists show. */
export interface TrackerColumns {
  device_id: string
  name: string
  device_model: DeviceModel
  make: string
  class_index: number
  photo: string
  serial_number: string
  mac_address: string
  platform: string
  offline_alert: boolean
  created_at: number
  assigned_firmware: string
  adv_settings: Record<string, unknown> | null
  adv_settings_time: number | null
  adv_settings_taken: number | null
  ota_state: OtaState | null
  ota_version: string | null
  ringing_until_ms: number | null
}

const COLUMNS = {
  device_id: true,
  name: true,
  device_model: true,
  make: true,
  class_index: true,
  photo: true,
  serial_number: true,
  mac_address: true,
  platform: true,
  offline_alert: true,
  created_at: true,
  assigned_firmware: true,
  adv_settings: true,
  adv_settings_time: true,
  adv_settings_taken: true,
  ota_state: true,
  ota_version: true,
  ringing_until_ms: true,
} as const satisfies Record<keyof TrackerColumns, true>

export const TRACKER_COLUMNS = Object.keys(COLUMNS) as (keyof TrackerColumns)[]

export type Remark = z.output<typeof RemarkValue>

/** Fields from other tables. */
export interface TrackerExtras {
  remark: readonly Remark[]
  removal_pending: boolean
  /** Offers to others, accepted or not. */
  share_to: readonly { readonly id: string }[]
}

export type TrackerRow = TrackerColumns & TrackerExtras

/** Rows of an account with their fields from other tables, as of a time (epoch ms). */
export type WithExtras = <Row extends TrackerColumns>(
  db: Db,
  accountId: string,
  rows: readonly Row[],
  nowMs: number,
) => Promise<(Row & TrackerExtras)[]>

/** No remarks, no pending removal, no shares. */
export const NO_EXTRAS: TrackerExtras = { remark: [], removal_pending: false, share_to: [] }
