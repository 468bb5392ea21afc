import { cast, deviceIdOf } from '@whereabouts/fixtures/cast'
import type { PastCondition, PastStay } from '@whereabouts/fixtures/past'
import { demoSite } from '@whereabouts/fixtures/site'
import { expect, test } from 'vitest'
import { createPopulation } from '../population.ts'
import { storyHour } from '../story-hour.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, weekdayAt } from './days.ts'
import { makePast, timelinesOf } from './past.ts'

const MONDAY_NOON_MS = Date.parse('2026-11-23T12:00:00+09:00')
const OPTIONS = { seed: 1, untilMs: MONDAY_NOON_MS, days: 16 }
const past = makePast(OPTIONS)
const timelines = timelinesOf(OPTIONS)

const idOf = (name: string): string => deviceIdOf(cast.find((member) => member.name === name)!)
const zoneNamed = (name: string): string => demoSite.zones.find(({ zone_name }) => zone_name === name)!.id
const daysAgo = (count: number, time: string): number =>
  Date.parse(`${new Date(MONDAY_NOON_MS - count * DAY_MS).toISOString().slice(0, 10)}T${time}:00+09:00`)
const hourOf = (epochMs: number): number => ((epochMs / HOUR_MS + 9) % 24) + 0
const staysOf = (deviceId: string): readonly PastStay[] => past.stays.filter((stay) => stay.device_id === deviceId)
const ofKind = (kind: PastCondition['kind'], name: string): readonly PastCondition[] =>
  past.conditions.filter((one) => one.kind === kind && one.device_id === idOf(name))
const visitsOf = (name: string, zone: string): readonly (PastCondition & { until_ms: number })[] =>
  ofKind('in_zone', name).flatMap((one) =>
    one.subject === zoneNamed(zone) && one.until_ms !== null ? [{ ...one, until_ms: one.until_ms }] : [],
  )

test('the same seed, end and days make the same past, another seed another', () => {
  const told = (seed: number) => JSON.stringify(makePast({ ...OPTIONS, seed, days: 1 }))
  const first = told(1)
  expect(told(1) === first).toBe(true)
  expect(told(2) === first).toBe(false)
})

test('everybody is at one place at a time, and nothing lies after the end', () => {
  const faults: string[] = []
  for (const [deviceId, visits] of timelines) {
    for (const [index, { fromMs, untilMs }] of visits.entries()) {
      const nextMs = visits[index + 1]?.fromMs ?? MONDAY_NOON_MS
      if (untilMs < fromMs || untilMs > MONDAY_NOON_MS || nextMs < untilMs) faults.push(`${deviceId} ${fromMs}`)
    }
  }
  for (const [deviceId, stays] of Map.groupBy(past.stays, ({ device_id }) => device_id)) {
    for (const [index, { from_ms, until_ms }] of stays.entries()) {
      const nextMs = stays[index + 1]?.from_ms ?? MONDAY_NOON_MS
      if (until_ms <= from_ms || nextMs < until_ms) faults.push(`${deviceId} ${from_ms}`)
    }
  }
  expect(faults).toEqual([])
})

test('everything that is heard now was where the live story has it begin', () => {
  const live = createPopulation(OPTIONS.seed, storyHour(MONDAY_NOON_MS))
  for (const member of cast) {
    const last = timelines.get(deviceIdOf(member))!.at(-1)!
    if (member.silent) expect(last.untilMs).toBeLessThan(MONDAY_NOON_MS - 2 * DAY_MS)
    else {
      expect(last.untilMs, member.name).toBe(MONDAY_NOON_MS)
      const { plan, x, y } = live.bodies.get(deviceIdOf(member))!.place
      expect([last.place.plan?.id, last.place.x, last.place.y], member.name).toEqual([plan?.id, x, y])
    }
  }
})

test('every time is in whole milliseconds', () => {
  const times = [
    ...past.stays.flatMap(({ from_ms, until_ms, sightings, rssi_sum }) => [from_ms, until_ms, sightings, rssi_sum]),
    ...past.positions.map(({ at_ms }) => at_ms),
    ...past.conditions.flatMap(({ since_ms, seen_ms, until_ms }) => [since_ms, seen_ms, until_ms ?? 0]),
    ...past.alarms.flatMap((one) => [
      one.raised_at_ms,
      one.acknowledged_at_ms,
      one.ended_at_ms ?? 0,
      one.seen_at_ms ?? 0,
    ]),
  ]
  expect(times.filter((time) => !Number.isInteger(time))).toEqual([])
})

test('positions are on plans or on the globe, each at a time of its own', () => {
  const keys = past.positions.map(({ device_id, at_ms }) => `${device_id} ${at_ms}`)
  expect(new Set(keys).size).toBe(keys.length)
  const nowhere = past.positions.filter(
    ({ map_id, indoor_X, gps_latitude }) =>
      (map_id === null) !== (indoor_X === null) || (map_id === null) === (gps_latitude === null),
  )
  expect(nowhere).toEqual([])
})

test('residents sleep in their rooms, eat in the dining hall, bathe twice a week and go out with a phone', () => {
  const visits = timelines.get(idOf('Sato Kenji'))!
  const roomOf = (atMs: number) => {
    const { place } = visits.findLast(({ fromMs }) => fromMs <= atMs)!
    const { plan, x, y } = place
    return plan?.rooms.find((room) => x >= room.x && x < room.x + room.w && y >= room.y && y < room.y + room.h)?.name
  }
  const nights = Array.from({ length: 14 }, (_, day) => roomOf(daysAgo(day + 1, '03:00')))
  expect(nights.filter((room) => room?.includes('203')).length).toBeGreaterThan(11)
  const noons = Array.from({ length: 14 }, (_, day) => roomOf(daysAgo(day + 1, '12:35')))
  expect(noons.filter((room) => room === 'Dining hall').length).toBeGreaterThan(9)
  const baths = visits.filter(({ place, fromMs }) => place.plan !== null && roomOf(fromMs) === 'Large bath')
  expect(baths.length).toBeGreaterThanOrEqual(4)
  expect(baths.length).toBeLessThanOrEqual(6)
  const outings = staysOf(idOf('Sato Kenji')).filter(({ kind }) => kind === 'phone')
  expect(outings.length).toBeGreaterThan(20)
  expect(new Set(outings.map(({ sender_id }) => sender_id))).toEqual(new Set(['phone-lin-wei']))
})

test('attendance has a night shift, overtime, days off, lunch outside, and two sites in a day', () => {
  const nights = visitsOf('Ward nurse 1', 'Tamano General').filter(
    ({ since_ms, until_ms }) => hourOf(since_ms) > 20 && hourOf(until_ms) > 6 && hourOf(until_ms) < 8,
  )
  expect(nights.length).toBeGreaterThanOrEqual(2)
  const office = visitsOf('Kita Emi badge', 'Kita Works')
  expect(office.some(({ until_ms }) => hourOf(until_ms) > 18.6)).toBe(true)
  expect(new Set(office.map(({ since_ms }) => weekdayAt(since_ms))).has(0)).toBe(false)
  const lunches = ['Chou Wen badge', 'Hirano Shun badge', 'Kita Emi badge'].flatMap((name) =>
    visitsOf(name, 'Kita Works').filter(({ until_ms }) => hourOf(until_ms) > 14 && hourOf(until_ms) < 14.6),
  )
  expect(lunches).not.toEqual([])
  const days = (zone: string) =>
    visitsOf('Ono Sho badge', zone).map(({ since_ms }) => Math.floor((since_ms + 9 * HOUR_MS) / DAY_MS))
  const atKita = new Set(days('Kita Works'))
  expect(days('Hinoki Garden').filter((day) => atKita.has(day)).length).toBeGreaterThan(1)
})

test('phones are in no zone of stations', () => {
  const inZones = past.conditions.filter(({ kind }) => kind === 'in_zone').map(({ device_id }) => device_id)
  expect(inZones.filter((id) => id.startsWith('phone'))).toEqual([])
})

test('a badge that falls silent indoors is in its zone until it is heard again, one in a drawer is heard all night', () => {
  const forgotten = visitsOf('Hirano Shun badge', 'Kita Works').find(
    ({ since_ms, until_ms }) => until_ms - since_ms > 20 * HOUR_MS,
  )!
  const silence = ofKind('offline', 'Hirano Shun badge').find(({ seen_ms }) => seen_ms > forgotten.since_ms)!
  expect(silence.until_ms! - silence.seen_ms).toBeGreaterThan(10 * HOUR_MS)
  expect(silence.until_ms).toBeLessThanOrEqual(forgotten.until_ms)
  const inDrawer = visitsOf('Taniguchi Io badge', 'Hinoki Garden').find(
    ({ since_ms, until_ms }) => until_ms - since_ms > 18 * HOUR_MS,
  )!
  const silences = ofKind('offline', 'Taniguchi Io badge').filter(
    ({ seen_ms }) => seen_ms > inDrawer.since_ms && seen_ms < inDrawer.until_ms,
  )
  expect(silences).toEqual([])
})

test('one or two alarms a day were answered by people of the account, of every kind', () => {
  const { alarms } = past
  expect(alarms.length / OPTIONS.days).toBeGreaterThan(0.8)
  expect(alarms.length / OPTIONS.days).toBeLessThan(2.5)
  expect(new Set(alarms.map(({ type }) => type)).size).toBe(4)
  const names = demoSite.users.map(({ fullname }) => fullname)
  for (const { raised_at_ms, acknowledged_at_ms, acknowledged_by } of alarms) {
    expect(names).toContain(acknowledged_by)
    expect(acknowledged_at_ms - raised_at_ms).toBeGreaterThan(0)
    expect(acknowledged_at_ms - raised_at_ms).toBeLessThan(10 * MINUTE_MS)
    expect(acknowledged_at_ms).toBeLessThan(MONDAY_NOON_MS)
  }
})

test('conditions of a device and kind do not overlap, and only flat batteries are still silent', () => {
  for (const [key, found] of Map.groupBy(
    past.conditions,
    ({ device_id, kind, subject }) => `${device_id} ${kind} ${subject}`,
  )) {
    const sorted = found.toSorted((a, b) => a.since_ms - b.since_ms)
    for (const [index, { until_ms }] of sorted.entries()) {
      const next = sorted[index + 1]
      if (next !== undefined) expect(next.since_ms, key).toBeGreaterThanOrEqual(until_ms ?? Number.POSITIVE_INFINITY)
    }
  }
  const open = past.conditions.filter(({ until_ms }) => until_ms === null)
  const silent = cast.filter(({ silent: isSilent }) => isSilent).map(deviceIdOf)
  expect(open.map(({ device_id, kind }) => ({ device_id, kind }))).toEqual(
    expect.arrayContaining(silent.map((device_id) => ({ device_id, kind: 'offline' }))),
  )
  expect(open).toHaveLength(silent.length)
})
