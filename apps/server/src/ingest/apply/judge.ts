/**
 * The changes of conditions that a stored row causes by the account's rules. Pure: old state, new state, open conditions and row
 * in. A repeated row changes nothing, and a replay of the log causes the same changes again, or refused ones. Source: decision
 * 0024; G61, G73.
 */
import { PERSISTENT_ALERT_MS } from '@whereabouts/domain/alarms'
import { moveTemperature, type TemperatureMemory } from '@whereabouts/domain/temperatures'
import { isBatteryLow, LOW_BATTERY_PERCENT } from '@whereabouts/domain/trackers'
import {
  believedIn,
  isActiveAt,
  isInShape,
  isSilent,
  moveInZone,
  type ZoneBelief,
  type ZoneMemory,
  type ZonePlace,
  type ZoneShape,
} from '@whereabouts/domain/zones'
import { hear, type PlacedStation } from '@whereabouts/positioning/heard'
import { newestMsOf } from '@whereabouts/positioning/sightings'
import type { AccountDirectory, KnownCarepad, KnownTracker, KnownZone } from '../../state/account-directory.ts'
import type { ConditionChange, OpenCondition } from '../../state/conditions.ts'
import type { LogRow } from '../../state/log-row.ts'
import { isAfter, type SetBacks } from '../../state/moments.ts'
import type { PendingTemperature, RuleMemory, TrackerState } from '../../state/tracker-state.ts'

export interface Judged {
  readonly memory: RuleMemory | null
  /** In the order they occurred. */
  readonly changes: readonly ConditionChange[]
}

/** A zone in pixels of a map. */
export type Polygon = Extract<ZoneShape, { readonly map_id: string }>

/** What the solver believes of a device. */
export interface BelievedZones {
  /** Its own sensor reports rest. */
  readonly isResting: boolean
  /** Undefined: the zone's map has no scale. */
  readonly of: (zone: Polygon) => ZoneBelief | undefined
}

interface Case {
  readonly row: LogRow
  readonly before: TrackerState | undefined
  readonly after: TrackerState
  readonly account: AccountDirectory
  /** The open conditions of the device. */
  readonly conditions: readonly OpenCondition[]
  readonly setBacks: SetBacks
  /** Undefined: its place is told by other means. */
  readonly believed?: BelievedZones | undefined
}

/** No memory and no changes. */
const NOTHING: Judged = { memory: null, changes: [] }

/** `after` is the state that `row` made of `before`. Devices that the account does not have are not judged. */
export function judge(given: Case): Judged {
  const { row, after, account, conditions } = given
  if (after.rule_memory === null && conditions.length === 0 && isUneventful(row, account)) return NOTHING
  const device = deviceOf(account, row.device_id)
  if (device === undefined) return after.rule_memory === null ? NOTHING : { memory: after.rule_memory, changes: [] }
  const changes: ConditionChange[] = []
  // The row may be late or replayed: a condition that began after it does not apply to it.
  const now = { atMs: row.scanned_at_ms, order: row.log_order }
  const hasBegun = ({ since_ms, since_order }: OpenCondition) =>
    !isAfter({ atMs: since_ms, order: since_order }, now, given.setBacks)
  const holding = conditions.filter(hasBegun)
  const said: Said = { ...device, given, holding, changes }
  if (row.help === true) press(said)
  const before = after.rule_memory ?? {}
  // A newer row has been applied already.
  const isNewest = row.log_order === after.log_order
  if (isNewest) readBattery(said)
  const temperature = isNewest ? readTemperature(said, before.temperature) : before.temperature
  const zones = device.tracker === undefined ? undefined : moveThroughZones(said, device.tracker, before.zones)
  const isEmpty = temperature === undefined && zones === undefined
  if (isEmpty && changes.length === 0) return NOTHING
  return { memory: isEmpty ? null : { zones, temperature }, changes }
}

/** True for most rows of most accounts: no rule applies to them. */
const isUneventful = ({ help, battery, temperature, device_id }: LogRow, account: AccountDirectory): boolean =>
  help !== true &&
  (battery === null || battery > LOW_BATTERY_PERCENT) &&
  (temperature === null || !account.carepads.has(device_id)) &&
  account.zones.length === 0

interface Device {
  readonly name: string
  readonly tracker: KnownTracker | undefined
  readonly carepad: KnownCarepad | undefined
}

/** The result for a row while it is built. */
interface Said extends Device {
  readonly given: Case
  /** Those that had begun by the row. */
  readonly holding: readonly OpenCondition[]
  readonly changes: ConditionChange[]
}

function deviceOf(account: AccountDirectory, id: string): Device | undefined {
  const tracker = account.trackers.get(id)
  if (tracker !== undefined) return { name: tracker.name, tracker, carepad: undefined }
  const carepad = account.carepads.get(id)
  return carepad && { name: carepad.written_name, tracker: undefined, carepad }
}

/** A change of the device's condition of a kind, dated by the row. */
const conditionOf = ({ row }: Case, kind: ConditionChange['kind'], subject = '') => ({
  ...{ accountId: row.account_id, deviceId: row.device_id, kind, subject },
  atMs: row.scanned_at_ms,
  order: row.log_order,
})

/** Its place: the name of the map, or of the sender that heard it; '': none, as of a phone that says itself where it is. */
const placeName = ({ after, account, row }: Case): string =>
  (after.map_id === null ? undefined : account.mapNames.get(after.map_id)) ??
  (after.sender_id === row.device_id ? '' : after.sender_name)

/** A call for help counts however late it arrives. */
function press({ name, given, changes }: Said): void {
  const rooms = given.after.rooms?.rooms.map((room) => room.name)
  const facts = { device_name: name, place: placeName(given), ...(rooms === undefined ? {} : { rooms }) }
  changes.push({ ...conditionOf(given, 'help'), step: 'press', tell: { type: 'help', facts } })
}

function readBattery({ name, given, holding, changes }: Said): void {
  const { battery } = given.row
  if (battery === null) return
  const wasLow = holding.some(({ kind }) => kind === 'low_battery')
  const isLow = isBatteryLow(battery, wasLow)
  if (isLow && !wasLow) {
    const facts = { device_name: name, battery }
    const condition = conditionOf(given, 'low_battery')
    changes.push({ ...condition, step: 'begin', isRaised: true, tell: { type: 'low_battery', facts } })
  }
  if (!isLow && wasLow) changes.push({ ...conditionOf(given, 'low_battery'), step: 'end' })
}

function readTemperature(
  { carepad, given, holding, changes }: Said,
  before: PendingTemperature | undefined,
): PendingTemperature | undefined {
  const { temperature: celsius, scanned_at_ms, log_order } = given.row
  if (carepad === undefined || celsius === null) return before
  const condition = holding.find(({ kind }) => kind === 'high_temperature' || kind === 'low_temperature')
  const known = condition && temperatureOf(condition, before, given)
  const { memory, steps } = moveTemperature(known, celsius, scanned_at_ms, carepad)
  const facts = {
    ...{ device_name: carepad.written_name, temperature: celsius, temperature_unit: carepad.temperature_unit },
  }
  for (const step of steps) {
    const { side } = step
    const condition = conditionOf(given, `${side}_temperature`)
    const type = condition.kind as 'high_temperature' | 'low_temperature'
    // Nothing becomes too cold without a low threshold.
    const threshold = side === 'high' ? carepad.threshold_high : carepad.threshold_low!
    if (step.step === 'lapse') changes.push({ ...condition, atMs: step.atMs, step: 'lapse' })
    else if (step.step === 'end') {
      const tell = { type: 'back_to_normal', facts } as const
      changes.push({ ...condition, step: 'end', ...(step.isNormal ? { tell } : {}) })
    } else {
      const minutes = carepad.alert_type === 'instant' ? null : PERSISTENT_ALERT_MS / 60_000
      const tell = { type, facts: { ...facts, threshold, minutes } }
      if (step.step === 'raise') changes.push({ ...condition, step: 'raise', tell })
      else if (step.isRaised) changes.push({ ...condition, step: 'begin', isRaised: true, tell })
      else changes.push({ ...condition, step: 'begin', isRaised: false })
    }
  }
  if (memory === undefined) return undefined
  const hasBegun = steps.some(({ step }) => step === 'begin')
  const since_order = hasBegun || condition === undefined ? log_order : condition.since_order
  return { since_order, since_ms: memory.since_ms, seen_ms: memory.seen_ms }
}

/** A temperature beyond a threshold; where it is known that it began, it was beyond it until the device spoke last. */
function temperatureOf(
  { kind, since_ms, since_order, is_raised }: OpenCondition,
  pending: PendingTemperature | undefined,
  { before }: Case,
): TemperatureMemory {
  const side = kind === 'high_temperature' ? 'high' : 'low'
  const isOfIt = pending?.since_order === since_order
  const known = isOfIt ? pending : { since_ms, seen_ms: Math.max(since_ms, before?.last_seen_ms ?? since_ms) }
  return { side, is_raised, since_ms: known.since_ms, seen_ms: known.seen_ms }
}

/** The times (epoch ms) for which the row tells the device's place; undefined: none. */
interface NewTimes {
  /** By a place. */
  readonly placedMs: number | undefined
  /** By a place, or by the stations that hear it. */
  readonly heardMs: number | undefined
}

function newTimes({ row, before, after, account }: Case): NewTimes {
  // An earlier time means that a clock was set back: all earlier sightings were dropped with it, and the first station that reports
  // then may be the farthest of all. From the next report on there are others again.
  const ifLater = (beforeMs: number, afterMs: number) => (afterMs > beforeMs ? afterMs : undefined)
  const placed = ifLater(
    before?.located_at_ms ?? Number.NEGATIVE_INFINITY,
    after.located_at_ms ?? Number.NEGATIVE_INFINITY,
  )
  // A phone without a position tells who is near, not where.
  const hasPlace = account.stations.has(row.sender_id) || row.gps_latitude !== null
  return {
    placedMs: hasPlace ? placed : undefined,
    heardMs: ifLater(before === undefined ? Number.NEGATIVE_INFINITY : heardAtMs(before), heardAtMs(after)),
  }
}

const heardAtMs = ({ located_at_ms, sightings }: TrackerState): number =>
  Math.max(located_at_ms ?? Number.NEGATIVE_INFINITY, newestMsOf(sightings))

function moveThroughZones(
  said: Said,
  tracker: KnownTracker,
  before: readonly ZoneMemory[] | undefined,
): readonly ZoneMemory[] | undefined {
  const { given, holding, changes } = said
  const { zones } = given.account
  if (zones.length === 0 && before === undefined) return undefined
  const { placedMs, heardMs } = newTimes(given)
  if (placedMs === undefined && heardMs === undefined) return before
  const after: ZoneMemory[] = []
  let place: ZonePlace | undefined
  for (const zone of zones) {
    if (!concerns(zone, tracker)) continue
    const inside = holding.some(({ kind, subject }) => kind === 'in_zone' && subject === zone.id)
    const pending = before?.find((one) => one.zone_id === zone.id && one.inside === inside)
    const atMs = 't4_ids' in zone.shape ? heardMs : placedMs
    if (atMs === undefined) {
      if (pending !== undefined) after.push(pending)
      continue
    }
    const known = pending ?? (inside ? { zone_id: zone.id, inside, otherwise_ms: null } : undefined)
    place ??= placeOf(given, heardMs ?? atMs)
    const isPositionIn = isInShape(zone.shape, place)
    const belief = 'map_id' in zone.shape && given.after.map_id !== null ? given.believed?.of(zone.shape) : undefined
    const { isIn, confirmedAfterMs } =
      belief === undefined
        ? { isIn: isPositionIn, confirmedAfterMs: undefined }
        : believedIn(belief, isPositionIn, inside, given.believed!.isResting)
    if (!isIn && known === undefined) continue
    const position = { isIn, isSilent: isSilent(zone.shape, place), confirmedAfterMs }
    const { memory, entered, left } = moveInZone(zone.id, known, position, atMs)
    if (typeof memory?.otherwise_ms === 'number') after.push(memory)
    if (entered !== undefined) changes.push(enter(said, zone, entered))
    if (left !== undefined) changes.push({ ...conditionOf(given, 'in_zone', zone.id), atMs: left, step: 'end' })
  }
  return after.length === 0 ? undefined : after
}

const concerns = ({ class_indexes }: KnownZone, { class_index }: KnownTracker): boolean =>
  class_indexes === null || class_indexes.includes(class_index)

/** An attendance zone only counts time; a danger zone outside its hours waits for them. */
function enter({ name, given }: Said, zone: KnownZone, atMs: number): ConditionChange {
  const condition = { ...conditionOf(given, 'in_zone', zone.id), atMs, step: 'begin' } as const
  const rings = zone.zone_type === 'danger' && isActiveAt(zone.active_times, atMs, given.account.timezone)
  if (!rings) return { ...condition, isRaised: false, seenMs: 0 }
  const facts = { device_name: name, zone_id: zone.id, zone_name: zone.zone_name, place: placeName(given) }
  return { ...condition, isRaised: true, tell: { type: 'enter_danger_zone', facts } }
}

/** Zones by stations need no plan: all stations are treated as on one. */
const SOMEWHERE: PlacedStation = { mapId: '', x: 0, y: 0, metresPerPixel: null }

function placeOf({ after, account }: Case, heardMs: number): ZonePlace {
  const { map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude, sightings } = after
  const asksForStation = account.zones.some(({ shape }) => 't4_ids' in shape)
  const get = (id: string) => (account.stations.has(id) ? SOMEWHERE : undefined)
  return {
    stationIds: asksForStation ? hear(sightings, { get }, heardMs).map(({ stationId }) => stationId) : [],
    ...{ map_id, indoor_X, indoor_Y, gps_latitude, gps_longitude },
  }
}
