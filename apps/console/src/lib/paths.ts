/**
 * What the addresses of screens say beside their path, and how they are written. The router reads a search by the names here; a value
 * that names nothing is left in the address, and gives way where it is read. Source: G13; specification §2.
 */
import type { TabOf } from './pages.ts'

/** Of the map: which list is shown, and the one thing that is selected. */
export interface MapSearch {
  readonly tab?: string | undefined
  /** The report of an earlier roll-call. */
  readonly rollcall?: string | undefined
  readonly list?: string | undefined
  readonly device?: string | undefined
  readonly station?: string | undefined
  readonly map?: string | undefined
  /** An instant of the past that is looked at (epoch seconds). */
  readonly at?: string | undefined
}

/** Of the trail: the device, and its day as `YYYY-MM-DD`; without one, today. */
export interface TrailSearch {
  readonly device?: string | undefined
  readonly day?: string | undefined
}

/** Of the history logs: whose they are, a device's or a sender's. */
export interface HistoryLogsSearch {
  readonly device?: string | undefined
  readonly sender?: string | undefined
}

/** Of device management: the page, the filter of its table, and the row, plan or device that is open. */
export interface ConfigurationSearch {
  readonly tab?: string | undefined
  readonly filter?: string | undefined
  readonly device?: string | undefined
  readonly station?: string | undefined
  readonly map?: string | undefined
}

export interface AccountSearch {
  readonly tab?: string | undefined
}

/** Of the shift reports: the page, and the report that is open. */
export interface ShiftReportSearch {
  readonly tab?: string | undefined
  readonly report?: string | undefined
}

/** Of steps: the device; without one, all. */
export interface StepsSearch {
  readonly device?: string | undefined
}

/** Of attendance: the page, and the record that is open. */
export interface AttendanceSearch {
  readonly tab?: string | undefined
  readonly record?: string | undefined
}

/** Of the settings: the page, the zone that is open, and the webhook whose deliveries are shown. */
export interface SettingSearch {
  readonly tab?: string | undefined
  readonly zone?: string | undefined
  readonly webhook?: string | undefined
}

/** Of the page that tells that a link is expired: the page it led to. */
export interface ExpiredSearch {
  readonly from?: string | undefined
}

type Given = Readonly<Record<string, unknown>>

/** Reads these names of a search, where each has a text. */
const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Given): { readonly [Each in Name]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ) as { readonly [Each in Name]?: string | undefined }

export const readMapSearch: (search: Given) => MapSearch = textsOf(
  ...(['tab', 'rollcall', 'list', 'device', 'station', 'map', 'at'] as const),
)
export const readHistoryLogsSearch: (search: Given) => HistoryLogsSearch = textsOf('device', 'sender')
export const readTrailSearch: (search: Given) => TrailSearch = textsOf('device', 'day')
export const readConfigurationSearch: (search: Given) => ConfigurationSearch = textsOf(
  ...(['tab', 'filter', 'device', 'station', 'map'] as const),
)
export const readAccountSearch: (search: Given) => AccountSearch = textsOf('tab')
export const readShiftReportSearch: (search: Given) => ShiftReportSearch = textsOf('tab', 'report')
export const readStepsSearch: (search: Given) => StepsSearch = textsOf('device')
export const readAttendanceSearch: (search: Given) => AttendanceSearch = textsOf('tab', 'record')
export const readSettingSearch: (search: Given) => SettingSearch = textsOf('tab', 'zone', 'webhook')
export const readExpiredSearch: (search: Given) => ExpiredSearch = textsOf('from')

export const mapPath = (search: MapSearch = {}) => ({ to: '/map', search }) as const

/** The roll-call that goes on, or the report of the one with this id. */
export const rollCallPath = (rollcall?: string) =>
  ({ to: '/map', search: { tab: 'roll-call', ...(rollcall === undefined ? {} : { rollcall }) } }) as const

export const TRAIL_PATH = '/trail'
export const HISTORY_LOGS_PATH = '/history-logs'

export const historyLogsPath = (device: string) => ({ to: HISTORY_LOGS_PATH, search: { device } }) as const

export const trailPath = (device: string, day?: string) =>
  ({ to: TRAIL_PATH, search: { device, ...(day === undefined ? {} : { day }) } }) as const

export const excursionsPath = () => ({ to: '/map', search: { tab: 'excursions' } }) as const
export const carepadDashboardPath = () => ({ to: '/map', search: { tab: 'carepads' } }) as const

export type ConfigurationTab = TabOf<'configuration'>

export const configurationPath = (tab: ConfigurationTab, search: Omit<ConfigurationSearch, 'tab'> = {}) =>
  ({ to: '/configuration', search: { tab, ...search } }) as const

/** All shift reports, or the one with this id. */
export const shiftReportPath = (report?: string) =>
  ({ to: '/shift-report', search: report === undefined ? {} : { report } }) as const

export const shiftTimesPath = () => ({ to: '/shift-report', search: { tab: 'times' } }) as const

export type AccountTab = TabOf<'account'>

export const accountPath = (tab: AccountTab) => ({ to: '/account', search: { tab } }) as const

/** With the page that stands by itself. */
export type SettingTab = TabOf<'setting'> | 'integrator'

export const settingPath = (tab: SettingTab) => ({ to: '/setting', search: { tab } }) as const

/** In the place of a zone's id: a new one. */
export const NEW_ZONE = 'new'

/** All zones, or the one with this id. */
export const zonesPath = (zone?: string) =>
  ({ to: '/setting', search: { tab: 'zones', ...(zone === undefined ? {} : { zone }) } }) as const

/** All webhooks, with the deliveries of this one. */
export const webhooksPath = (webhook: string) => ({ to: '/setting', search: { tab: 'webhooks', webhook } }) as const

export type AttendanceTab = TabOf<'attendance'>

export const attendancePath = (tab: AttendanceTab, record?: string) =>
  ({ to: '/attendance', search: { tab, ...(record === undefined ? {} : { record }) } }) as const

export const STEPS_PATH = '/steps'

/** Everybody's steps, or those of a device. */
export const stepsPath = (device?: string) =>
  ({ to: STEPS_PATH, search: device === undefined ? {} : { device } }) as const
