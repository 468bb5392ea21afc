/** The table of attendance by the call. What was seen is put into the database as reports would have left it; routes.test.ts reports. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ATTENDANCE_CASES, NOW, readMoment, saidOf } from '../../../../../scripts/harness/attendance-cases.ts'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app

const zonesOf = Map.groupBy(ATTENDANCE_CASES, ({ timeZone }) => timeZone)

test.each([...zonesOf])('the call tells the days of the table, by the clocks of %s', async (timezone, cases) => {
  clock.hold()
  clock.set(readMoment(NOW, timezone) - clock.now())
  const { accountId, email } = await given.person({ groups: ['G3OfficeLog'] })
  const token = await given.signIn(email)
  expect((await call('PUT', '/v3/app/users/profile', { token, body: { timezone } })).body.code).toBe(200)
  const { t4Id } = await given.station(accountId)
  const zones = new Map<string, string>()
  for (const zone of new Set(cases.flatMap(({ visits }) => visits.map((visit) => visit.zone)))) {
    const body = { zone_name: zone, zone_type: 'attendance', shape: { t4_ids: [t4Id] } }
    zones.set(zone, (await call('POST', '/v3/app/zones', { token, body })).body.zone.id)
  }
  const addCondition = (device: string, kind: string, subject: string, sinceMs: number, untilMs: number | null) =>
    sql`insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms)
      values (${accountId}, ${device}, ${kind}, ${subject}, ${sinceMs}, ${sinceMs}, true, ${untilMs})`.execute(
      database.db,
    )
  for (const one of cases) {
    const device = await given.tracker(accountId)
    for (const { zone, from_ms, until_ms } of one.visits) {
      await addCondition(device, 'in_zone', zones.get(zone)!, from_ms, until_ms)
    }
    for (const { from_ms, until_ms } of one.silences) await addCondition(device, 'offline', '', from_ms, until_ms)
    const told: OfficeLog[] = []
    for (const [from, to] of [
      ['2025-10-30 00:00', '2025-11-05 00:00'],
      ['2026-02-25 00:00', '2026-03-10 00:00'],
    ] as const) {
      const [begin, end] = [readMoment(from, timezone) / 1000, readMoment(to, timezone) / 1000]
      const { body } = await call('GET', `/v3/application/officelog?query_begin=${begin}&query_end=${end}`, { token })
      const logs: OfficeLog[] = body.officelogs
      told.push(...logs.filter((log) => log.device_id === device && log.event !== 'absent').toReversed())
    }
    const days = told.map((log) => ({
      ...log,
      sign_in_ms: log.sign_in! * 1000,
      sign_out_ms: log.sign_out === null ? null : log.sign_out * 1000,
      in_zone_ms: log.in_zone_duration * 1000,
      over_minutes: log.over_time_minutes,
      is_present: log.event === 'signed_in',
      lost_ms: log.lost_at === null ? null : log.lost_at * 1000,
    }))
    expect({ title: one.title, days: saidOf(days, one) }).toEqual({ title: one.title, days: one.expected })
  }
})
