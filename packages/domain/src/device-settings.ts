/**
 * Settings and commands of trackers, and their limits. Here and not in the contract, as the console checks them before it
 * sends anything. Source: specification §9; G47, G49, G51.
 */

/** Bounds of the advanced settings by key, both ends included. Source: G49. */
export const ADV_SETTINGS = {
  report_interval_s: { least: 10, most: 3600, usual: 60 },
  scan_interval_s: { least: 1, most: 600, usual: 10 },
  motion_sensitivity: { least: 0, most: 10, usual: 5 },
  ring_volume: { least: 0, most: 10, usual: 7 },
} as const
export type AdvSettingName = keyof typeof ADV_SETTINGS
export const ADV_SETTING_NAMES = Object.keys(ADV_SETTINGS) as readonly AdvSettingName[]

/** A ringing tracker is stopped by the server after this long (ms). Source: G47. */
export const RING_MS = 60_000
/** The light of a station. Source: specification §9, Station blink. */
export const STATION_BLINK = { mode: 2, duration: 30 } as const

/** Most remark items of an account. Source: G51. */
export const MAX_REMARK_ITEMS = 20
/** Tracker classes of an account, by index from 0. Source: G50. */
export const CLASS_SLOTS = 10
/** Most links of a tracker class. Source: G50. */
export const MAX_CLASS_URLS = 5

/** States of an upgrade over the air. Source: G45. */
export const OTA_STATES = ['waiting', 'running', 'done', 'failed'] as const
export type OtaState = (typeof OTA_STATES)[number]
