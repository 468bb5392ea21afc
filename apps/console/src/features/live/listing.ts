/**
 * How a live list is listed: sorted and grouped in time that grows with the number of rows and no faster. Every sort is one pass
 * over the order of names into buckets, so equal rows stay by name.
 */
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import type { TrackerStatus } from '@whereabouts/domain/trackers'

export const SORTS = ['state', 'name', 'class', 'battery'] as const
export type Sort = (typeof SORTS)[number]

export interface ListingQuery {
  readonly sort: Sort
  readonly filter: string
  /** Ids of those with an open alarm, in their order: with those in need the first group of the sort by state. */
  readonly attention: ReadonlySet<string>
}

/** A stretch of the listing; `key` is a status, 'attention', a class slot, or '' where there are no groups. */
interface Group {
  readonly key: string
  readonly start: number
  readonly count: number
}

export interface Listing {
  readonly groups: readonly Group[]
  readonly slots: Uint32Array
}

/** G38: attention, disconnected, connected, offline; of those that need attention the ones with an open alarm first. */
const STATE_GROUPS = ['alarm', 'attention', 'disconnected', 'connected', 'offline'] as const
const ALARM = STATE_GROUPS.indexOf('alarm')
const ATTENTION = STATE_GROUPS.indexOf('attention')

/** The rows that are listed, by slot. */
interface Listed {
  slotOf(id: string): number | undefined
  statusAt(slot: number): TrackerStatus
  isInNeedAt(slot: number): boolean
  /** -1: none. */
  classAt(slot: number): number
  /** Percent; null: unknown. */
  batteryAt(slot: number): number | null
}

/** Lists `shown`, which are slots in the order of their names. */
export function listingOf(table: Listed, shown: Uint32Array, { sort, attention }: ListingQuery): Listing {
  if (sort === 'name') return { groups: [{ key: '', start: 0, count: shown.length }], slots: shown }
  if (sort === 'state') return byState(table, shown, attention)
  return sort === 'class' ? byClass(table, shown) : byBattery(table, shown)
}

function byState(table: Listed, shown: Uint32Array, attention: ReadonlySet<string>): Listing {
  const needy = new Set([...attention].map((id) => table.slotOf(id)))
  const { slots, groups } = bucketed(shown, STATE_GROUPS.length, (slot) => {
    if (needy.has(slot)) return ALARM
    return table.isInNeedAt(slot) ? ATTENTION : STATE_GROUPS.indexOf(table.statusAt(slot))
  })((bucket) => STATE_GROUPS[bucket] as string)
  const [alarm, next, ...rest] = groups
  if (alarm?.key !== 'alarm') return { slots, groups }
  // As they are told of, whatever their names.
  const shownAlarms = new Set(slots.subarray(0, alarm.count))
  slots.set([...needy].flatMap((slot) => (slot !== undefined && shownAlarms.has(slot) ? [slot] : [])))
  // To people they are one group.
  if (next?.key !== 'attention') return { slots, groups: [{ ...alarm, key: 'attention' }, ...groups.slice(1)] }
  return { slots, groups: [{ ...next, start: 0, count: alarm.count + next.count }, ...rest] }
}

function byClass(table: Listed, shown: Uint32Array): Listing {
  // Those without are last.
  return bucketed(shown, CLASS_SLOTS + 1, (slot) => {
    const index = table.classAt(slot)
    return index < 0 || index >= CLASS_SLOTS ? CLASS_SLOTS : index
  })((bucket) => String(bucket === CLASS_SLOTS ? -1 : bucket))
}

/** Emptiest first; those who do not say are last. */
function byBattery(table: Listed, shown: Uint32Array): Listing {
  const { slots } = bucketed(shown, 102, (slot) => {
    const battery = table.batteryAt(slot)
    return battery === null ? 101 : Math.max(0, Math.min(100, Math.round(battery)))
  })(() => '')
  return { groups: [{ key: '', start: 0, count: slots.length }], slots }
}

/** One pass to count, one to place: rows keep their order within a bucket. */
function bucketed(shown: Uint32Array, buckets: number, bucketOf: (slot: number) => number) {
  const of = new Uint8Array(shown.length)
  const counts = new Uint32Array(buckets)
  for (let at = 0; at < shown.length; at++) {
    const bucket = bucketOf(shown[at] as number)
    of[at] = bucket
    counts[bucket] = (counts[bucket] as number) + 1
  }
  const starts = new Uint32Array(buckets)
  for (let bucket = 1; bucket < buckets; bucket++) {
    starts[bucket] = (starts[bucket - 1] as number) + (counts[bucket - 1] as number)
  }
  const next = starts.slice()
  const slots = new Uint32Array(shown.length)
  for (let at = 0; at < shown.length; at++) {
    const bucket = of[at] as number
    slots[next[bucket] as number] = shown[at] as number
    next[bucket] = (next[bucket] as number) + 1
  }
  return (keyOf: (bucket: number) => string): Listing => ({
    slots,
    groups: [...counts.keys()]
      .filter((bucket) => (counts[bucket] as number) > 0)
      .map((bucket) => ({
        key: keyOf(bucket),
        start: starts[bucket] as number,
        count: counts[bucket] as number,
      })),
  })
}
