import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTENDANCE_CASES, NOW, readMoment, saidOf } from '../../../scripts/harness/attendance-cases.ts'
import { GOLDEN_CASES, type Sighting, visitsOf } from '../../../scripts/harness/attendance-golden.ts'
import { attendanceDays, inZoneBetween, isAberrant, NO_FLAGS } from './attendance.ts'
import { ATTENDANCE_RULES, overTimeMinutes } from './attendance-rules.ts'
import { dayText, localCalendar } from './local-times.ts'
import { type ZoneVisit, zoneTimes } from './presences.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each(ATTENDANCE_CASES)('$title ($timeZone)', (one) => {
  const calendar = localCalendar(one.timeZone)
  const days = attendanceDays(one.visits, { calendar, nowMs: readMoment(NOW, one.timeZone) })
  const told = days.map((day) => {
    const { sign_in_ms: start, sign_out_ms: end } = day
    const over_minutes = end === null ? 0 : overTimeMinutes(start, end, ATTENDANCE_RULES, calendar)
    return { ...day, over_minutes, day: dayText(day.day) }
  })
  expect(saidOf(told, one)).toBe(one.expected)
})

const seconds = (time: string) => Date.parse(time) / 1000

test.each(GOLDEN_CASES)('case $id: $title', ({ sightings, afterwards, timeZone, rules, right }) => {
  const calendar = localCalendar(timeZone)
  const all = [...sightings, ...afterwards]
  // Asked for once it is over, and a month later: the same.
  for (const laterMs of [36 * HOUR, 31 * 24 * HOUR]) {
    const nowMs = Math.max(...all.map(({ at_ms }) => at_ms)) + laterMs
    const days = attendanceDays(visitsOf(all), { calendar, nowMs })
    const shift = { name: '', start: rules.work_start, end: rules.work_end }
    const told = days.map(({ day, sign_in_ms: start, sign_out_ms: end, ...one }) => ({
      day: dayText(day),
      event: end === null ? 'no_sign_out' : 'signed_out',
      sign_in: start / 1000,
      sign_out: end === null ? null : end / 1000,
      lost_at: one.lost_ms === null ? undefined : one.lost_ms / 1000,
      duration: end === null ? null : (end - start) / 1000,
      in_zone_duration: one.in_zone_ms / 1000,
      over_time_minutes: end === null ? 0 : overTimeMinutes(start, end, { ...rules, shifts: [shift] }, calendar),
      ...{ entry_zone: one.entry_zone, exit_zone: one.exit_zone, is_provisional: one.is_provisional },
    }))
    expect(told).toEqual(
      right.map(({ sign_in, sign_out, lost_at, ...day }, index) => ({
        ...{ day: told[index]?.day, ...day, is_provisional: false, sign_in: seconds(sign_in) },
        sign_out: sign_out === null ? null : seconds(sign_out),
        lost_at: lost_at === undefined ? undefined : seconds(lost_at),
      })),
    )
  }
})

test('who is inside is present, who is unseen for a while is last seen, and who left may come back on the same day', () => {
  const calendar = localCalendar('Asia/Tokyo')
  const startMs = Date.parse('2026-11-10T08:00:00+09:00')
  const seenMs = startMs + 4 * HOUR
  const at = (nowMs: number, rest: Partial<ZoneVisit> = {}) => {
    const visit = { zone_id: '1', zone_name: 'Lobby', from_ms: startMs, until_ms: seenMs, ended: null, ended_ms: null }
    return attendanceDays([{ ...visit, ...rest }], { calendar, nowMs })[0]!
  }
  const present = { is_present: true, last_seen_ms: null, sign_out_ms: null, lost_ms: null, is_provisional: true }
  expect(at(seenMs + 930_000)).toMatchObject({ ...present, in_zone_ms: 4 * HOUR + 930_000 })
  expect(at(seenMs + 930_001)).toMatchObject({ ...present, last_seen_ms: seenMs, in_zone_ms: 4 * HOUR })
  expect(at(seenMs + 4 * HOUR - 1)).toMatchObject({ ...present, last_seen_ms: seenMs })
  const lost = { is_present: false, last_seen_ms: null, sign_out_ms: null, lost_ms: seenMs }
  expect(at(seenMs + 4 * HOUR)).toMatchObject({ ...lost, is_provisional: true })
  const midnight = Date.parse('2026-11-11T00:00:00+09:00')
  expect(at(midnight)).toMatchObject({ ...lost, is_provisional: false })
  const left = { is_present: false, sign_out_ms: seenMs, lost_ms: null }
  expect(at(seenMs + MINUTE, { ended: 'outside', ended_ms: seenMs + MINUTE })).toMatchObject({
    ...left,
    is_provisional: true,
  })
  expect(at(midnight, { ended: 'outside', ended_ms: seenMs + MINUTE })).toMatchObject({
    ...left,
    is_provisional: false,
  })
})

const START_MS = Date.parse('2026-11-09T00:00:00+09:00')
const walks = fc
  .array(
    fc.record({
      afterMs: fc.oneof(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 9 * HOUR })),
      place: fc.constantFrom<Sighting['place'][]>('A', 'A', 'B', 'outside'),
      times: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => {
    let atMs = START_MS
    return parts.flatMap(({ afterMs, place, times }) => {
      atMs += afterMs
      return Array.from({ length: times }, (_, index): Sighting => {
        if (index > 0) atMs += 10 * MINUTE
        return { at_ms: atMs, place }
      })
    })
  })

test('a day that is settled is the same whenever it is asked for, in whatever order its visits come', () => {
  const calendar = localCalendar('Asia/Tokyo')
  fc.assert(
    fc.property(walks, fc.double({ min: 0, max: 1.3, noNaN: true }), (sightings, share) => {
      const endMs = sightings.at(-1)!.at_ms
      const askedMs = START_MS + share * (endMs - START_MS)
      const heard = visitsOf(sightings.filter(({ at_ms }) => at_ms <= askedMs))
      const early = attendanceDays(heard, { calendar, nowMs: askedMs }).filter((day) => !day.is_provisional)
      const all = visitsOf(sightings)
      const late = attendanceDays(all, { calendar, nowMs: endMs + 3 * 24 * HOUR })
      const known = new Map(late.map((day) => [day.sign_in_ms, day]))
      for (const day of early) expect(known.get(day.sign_in_ms)).toEqual(day)
      expect(attendanceDays(all.toReversed(), { calendar, nowMs: endMs + 3 * 24 * HOUR })).toEqual(late)
      expect(late.filter((day) => day.is_provisional)).toEqual([])
    }),
  )
})

test('nobody is longer in zones than between sign-in and sign-out, and no day begins twice', () => {
  const calendar = localCalendar('America/New_York')
  fc.assert(
    fc.property(walks, fc.nat(5 * HOUR), (sightings, laterMs) => {
      const days = attendanceDays(visitsOf(sightings), { calendar, nowMs: sightings.at(-1)!.at_ms + laterMs })
      for (const day of days) {
        const reachedMs = Math.max(...day.presences.map(({ until_ms }) => until_ms))
        expect(day.in_zone_ms).toBeLessThanOrEqual((day.sign_out_ms ?? reachedMs) - day.sign_in_ms)
        expect(dayText(calendar.dayOf(day.sign_in_ms))).toBe(dayText(day.day))
      }
      const texts = days.map(({ day }) => dayText(day))
      expect(new Set(texts).size).toBe(texts.length)
    }),
  )
})

test('a day asks for a look where a sign-out is missing, or what people say contradicts what was seen', () => {
  const calendar = localCalendar('Asia/Tokyo')
  const nowMs = START_MS + 24 * HOUR
  const visit = { zone_id: '1', zone_name: 'Lobby', from_ms: START_MS, until_ms: START_MS + HOUR, ended_ms: null }
  const [seen] = attendanceDays([{ ...visit, ended: 'outside', ended_ms: START_MS + HOUR + 1 }], { calendar, nowMs })
  const [lost] = attendanceDays([{ ...visit, ended: null }], { calendar, nowMs })
  expect(isAberrant(seen, NO_FLAGS, false)).toBe(false)
  expect(isAberrant(lost, NO_FLAGS, false)).toBe(true)
  expect(isAberrant(lost, NO_FLAGS, true)).toBe(false)
  expect(isAberrant(seen, { ...NO_FLAGS, vacation: true }, false)).toBe(true)
  expect(isAberrant(seen, { ...NO_FLAGS, tag_not_brought: true }, false)).toBe(true)
  expect(isAberrant(seen, { ...NO_FLAGS, not_for_working: true, apply_ot: true }, false)).toBe(false)
  expect(isAberrant(undefined, { ...NO_FLAGS, vacation: true }, false)).toBe(false)
  expect(isAberrant(undefined, { ...NO_FLAGS, apply_ot: true }, false)).toBe(true)
  // A corrected sign-out before the measured one takes its time in zones along.
  expect(inZoneBetween(seen!, START_MS + 10 * MINUTE, START_MS + 30 * MINUTE)).toBe(20 * MINUTE)
})

test('a period has who came, left, is still there, or was last seen, with how often and how long', () => {
  const visit = { zone_id: '1', zone_name: 'Garden', ended: 'outside' } as const
  const at = (minute: number) => START_MS + minute * MINUTE
  const period = { from_ms: at(0), until_ms: at(480) }
  const told = (visits: readonly ZoneVisit[]) =>
    zoneTimes(visits, period).map(({ entered_ms, left_ms, last_seen_ms, visits: times, total_ms }) => [
      (entered_ms - START_MS) / MINUTE,
      ...[left_ms, last_seen_ms].map((ms) => (ms === null ? '-' : (ms - START_MS) / MINUTE)),
      ...[times, total_ms / MINUTE],
    ])
  const been = { ...visit, from_ms: at(-30), until_ms: at(20), ended_ms: at(21) }
  expect(told([been])).toEqual([[-30, 20, '-', 1, 20]])
  // An open visit beside a closed one, and one that is known to go on beyond the period: still there.
  const open = { ...visit, from_ms: at(400), until_ms: at(479), ended: null, ended_ms: null }
  expect(told([been, open])).toEqual([[-30, '-', '-', 2, 100]])
  expect(told([been, { ...open, until_ms: at(600), ended: 'outside', ended_ms: at(601) }])).toEqual([
    [-30, '-', '-', 2, 100],
  ])
  // Silent since 100: last seen then, also where the next word came after the period.
  const silent = { ...visit, from_ms: at(60), until_ms: at(100), ended: null, ended_ms: null }
  expect(told([silent])).toEqual([[60, '-', 100, 1, 40]])
  expect(told([{ ...silent, ended: 'silence', ended_ms: at(600) }])).toEqual([[60, '-', 100, 1, 40]])
  expect(told([{ ...silent, ended: 'outside', ended_ms: at(130) }])).toEqual([[60, 100, '-', 1, 40]])
  // A silence within is one stay.
  const back = { ...visit, from_ms: at(130), until_ms: at(200), ended_ms: at(201) }
  expect(told([{ ...silent, ended: 'silence', ended_ms: at(130) }, back])).toEqual([[60, 200, '-', 1, 140]])
  // Who neither came nor left is not told of, nor who came afterwards.
  expect(told([{ ...visit, from_ms: at(-90), until_ms: at(700), ended_ms: at(701) }])).toEqual([])
  expect(told([{ ...visit, from_ms: at(500), until_ms: at(510), ended_ms: at(511) }])).toEqual([])
})
