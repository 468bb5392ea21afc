/**
 * The devices as the table of them counts, filters and sorts: a few numbers for each, gathered in one walk, so that a key
 * pressed in the search costs no more than a walk over numbers.
 */
import type { Tracker } from '@whereabouts/contract/trackers'
import { compareFirmware, isOldFirmware } from '@whereabouts/domain/firmware'
import { isOurMake, LOW_BATTERY_PERCENT, stateRank, type TrackerStatus } from '@whereabouts/domain/trackers'
import { ranksOf, sortedBy } from '../../lib/packed-sort.ts'
import { type Firmwares, newerVersion, onceAVersion } from '../firmware/newer.ts'
import type { SiteTable } from '../live/site-view.ts'
import { isInNeed } from '../live/status.ts'
import { placeName } from './location-sentence.ts'

export const DEVICE_FILTERS = ['all', 'attention', 'disconnected', 'offline', 'low', 'update'] as const
export type DeviceFilter = (typeof DEVICE_FILTERS)[number]

export const DEVICE_SORTS = [
  'status',
  'name',
  'class',
  'location',
  'battery',
  'signal',
  'firmware',
  'model',
  'lastSeen',
  'added',
  'id',
  'serial',
  'mac',
] as const
export type DeviceSort = (typeof DEVICE_SORTS)[number]

const BITS: Record<DeviceFilter, number> = { all: 0, attention: 1, disconnected: 2, offline: 4, low: 8, update: 16 }

/** Somebody has to look, or an alarm is open. */
const needsAttention = (tracker: Tracker, status: TrackerStatus, alarms: ReadonlySet<string>): boolean =>
  isInNeed(tracker, status) || alarms.has(tracker.device_id)

export const hasUpdate = (tracker: Tracker, firmwares: Firmwares): boolean =>
  newerVersion(firmwares, tracker) !== undefined

/** Firmware of ours that is too old to be relied on. */
export const isTooOld = (tracker: Tracker): boolean => isOurMake(tracker) && isOldFirmware(tracker.firmware)

export interface DeviceFacts {
  readonly table: SiteTable<Tracker>
  /** One bit a filter, by slot. */
  readonly bits: Uint8Array
  /** Place in the order of states, by slot. */
  readonly ranks: Uint8Array
  readonly counts: Readonly<Record<DeviceFilter, number>>
}

/** Source of the state's order: G38. One walk over all devices. */
export function deviceFacts(table: SiteTable<Tracker>, alarms: ReadonlySet<string>, firmwares: Firmwares): DeviceFacts {
  const bits = new Uint8Array(table.count)
  const ranks = new Uint8Array(table.count)
  const counts = { all: table.count, attention: 0, disconnected: 0, offline: 0, low: 0, update: 0 }
  const isOld = onceAVersion((device) => newerVersion(firmwares, device) !== undefined)
  table.rows().forEach((tracker, slot) => {
    const status = table.statusAt(slot)
    let mine = 0
    const note = (filter: Exclude<DeviceFilter, 'all'>) => {
      mine |= BITS[filter]
      counts[filter]++
    }
    if (needsAttention(tracker, status, alarms)) note('attention')
    if (status === 'disconnected') note('disconnected')
    if (status === 'offline') note('offline')
    if (tracker.battery !== null && tracker.battery <= LOW_BATTERY_PERCENT) note('low')
    if (isOld(tracker)) note('update')
    bits[slot] = mine
    ranks[slot] = stateRank({ status }, (mine & BITS.attention) !== 0)
  })
  return { table, bits, ranks, counts }
}

interface Order {
  readonly sort: DeviceSort
  readonly isDescending: boolean
}

interface Narrowing {
  /** Name, id, MAC address or serial number; '' for all. */
  readonly search: string
  readonly filter: DeviceFilter
  /** Slots of classes, -1 for those without; empty for all. */
  readonly classes: readonly number[]
}

type Compare = (one: string, other: string) => number

/** Where it is, without a sentence around it: one is too dear to be made for a whole fleet. */
const whereabouts = (tracker: Tracker): string => {
  const data = tracker.qualified_location_info?.reason_data
  return [placeName(tracker), data?.rooms?.join('\n') ?? data?.station_name ?? data?.phone_name]
    .filter(Boolean)
    .join('\n')
}

/** All slots in an order; `compare` knows the order of words in the page's language. */
export const orderDevices = (facts: DeviceFacts, order: Order, compare: Compare): Uint32Array =>
  sorted(facts, facts.table.byName(), order, compare)

/** Those of the slots that are to be shown, in the order given: a key in the search asks for no sorting. */
export function narrowDevices({ table, bits }: DeviceFacts, order: Uint32Array, query: Narrowing): Uint32Array {
  const { filter, classes } = query
  const found = searched(table, query.search, order)
  const bit = BITS[filter]
  if (bit === 0 && classes.length === 0) return found
  const wanted = new Set(classes)
  return found.filter(
    (slot) =>
      (bit === 0 || ((bits[slot] as number) & bit) !== 0) &&
      (wanted.size === 0 || wanted.has(table.at(slot)?.class_index ?? -1)),
  )
}

/**
 * Those of the slots, as they stand by name unless told otherwise, whose name, id or labels hold the text. A MAC address may
 * be typed without its colons.
 */
export function searched<Row>(table: SiteTable<Row>, search: string, order = table.byName()): Uint32Array {
  const wanted = search.trim().normalize('NFC').toLowerCase()
  if (wanted === '') return order
  const withColons = /^[0-9a-f]{4,12}$/.test(wanted) ? wanted.match(/..?/g)?.join(':') : undefined
  // In the order they came: their words lie beside each other in memory then, which is most of what a walk costs.
  const holds = new Uint8Array(table.count)
  let count = 0
  for (let slot = 0; slot < holds.length; slot++) {
    const known = table.wordsAt(slot)
    if (!known.includes(wanted) && (withColons === undefined || !known.includes(withColons))) continue
    holds[slot] = 1
    count++
  }
  const found = new Uint32Array(count)
  let next = 0
  for (const slot of order) if (holds[slot] === 1) found[next++] = slot
  return found
}

function sorted(
  { table, ranks: stateRanks }: DeviceFacts,
  slots: Uint32Array,
  { sort, isDescending }: Order,
  compare: Compare,
): Uint32Array {
  const row = (slot: number) => table.at(slot) as Tracker
  const by = (keyAt: (slot: number) => number | undefined) => sortedBy(slots, keyAt, isDescending)
  const byText = (textOf: (tracker: Tracker) => string, order = compare) => {
    const texts = table.rows().map(textOf)
    const ranks = ranksOf(texts, order)
    return by((slot) => (texts[slot] === '' ? undefined : ranks.get(texts[slot] as string)))
  }
  switch (sort) {
    case 'name':
      return isDescending ? slots.toReversed() : slots
    case 'status':
      return by((slot) => stateRanks[slot])
    case 'class':
      return by((slot) => (row(slot).class_index < 0 ? undefined : row(slot).class_index))
    case 'battery':
      return by((slot) => row(slot).battery ?? undefined)
    case 'signal':
      return by((slot) => strengthKey(row(slot).rssi))
    case 'lastSeen':
      return by((slot) => row(slot).last_seen ?? undefined)
    case 'added':
      return by((slot) => row(slot).add_date)
    case 'firmware':
      return byText(
        ({ firmware }) => firmware,
        (one, other) => compareFirmware(one, other) || compare(one, other),
      )
    case 'location':
      return byText(whereabouts)
    case 'model':
      return byText(({ make, device_model }) => make || device_model)
    case 'id':
      return byText(({ device_id }) => device_id)
    case 'serial':
      return byText(({ serial_number }) => serial_number)
    case 'mac':
      return byText(({ mac_address }) => mac_address)
  }
}

/** dBm lie below zero, keys do not. */
const strengthKey = (rssiDbm: number | null): number | undefined =>
  rssiDbm === null ? undefined : Math.max(0, Math.round(rssiDbm) + 1000)
