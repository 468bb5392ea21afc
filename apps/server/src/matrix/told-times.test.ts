/** Times that a console says, in front of a server whose clock it does not share. Which there are: `packages/contract/src/told-times.test.ts`. */
import { randomUUID } from 'node:crypto'
import { LATE_WITHIN_MS } from '@whereabouts/domain/told-times'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

/** Says the time (epoch ms) and answers what the server made of it. */
type Say = (person: Person, saidMs: number) => Promise<number>

const start = async ({ token }: Person, started_at_ms = clock.now()) => {
  const body = { id: randomUUID(), is_drill: true, started_at_ms }
  return (await call('POST', '/v3/app/rollcalls', { token, body })).body.roll_call
}
const end = async ({ token }: Person, id: string, ended_at_ms = clock.now()) =>
  (await call('POST', `/v3/app/rollcalls/${id}/end`, { token, body: { ended_at_ms } })).body.roll_call

/** Starts a roll-call with one person on its list; a station heard this person's tracker a moment ago. */
async function startWithSomebody(person: Person) {
  const { t4Id, password } = await given.station(person.accountId, { gps: [24.1, 120.6] })
  const device_id = await given.tracker(person.accountId)
  const scans = [{ device_id, rssi: -60 }]
  const body = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
  return eventually(async () => {
    const { id, people } = await start(person)
    if (people.length === 0) await end(person, id)
    expect(people).toMatchObject([{ device_id }])
    return { id, device_id }
  })
}

const WITHIN_TWELVE_HOURS: Readonly<Record<string, Say>> = {
  'notifications.push.event_time_ms': async ({ token }, event_time_ms) => {
    const { body } = await call('POST', '/v3/app/notifications/push', {
      token,
      body: { type: 'disengage', event_time_ms },
    })
    const open = (await call('GET', '/v3/app/alarms?state=open', { token })).body
    expect(open.disengaged_at_ms).toBe(body.event_time_ms)
    return body.event_time_ms
  },
  'rollCalls.start.started_at_ms': async (person, saidMs) => (await start(person, saidMs)).started_at_ms,
  'rollCalls.tick.ticks.at_ms': async (person, at_ms) => {
    const { id, device_id } = await startWithSomebody(person)
    const ticks = [{ command_id: randomUUID(), device_id, is_safe: true, at_ms }]
    const { body } = await call('POST', `/v3/app/rollcalls/${id}/ticks`, { token: person.token, body: { ticks } })
    return body.roll_call.ticks[0].at_ms
  },
  'rollCalls.end.ended_at_ms': async (person, saidMs) =>
    (await end(person, (await start(person, 0)).id, saidMs)).ended_at_ms,
}

test.each(Object.entries(WITHIN_TWELVE_HOURS))(
  '%s is neither in the future nor more than twelve hours ago',
  async (_name, say) => {
    clock.hold()
    const now = clock.now()
    const earliest = now - LATE_WITHIN_MS
    const cases = [
      [now - 3_600_000, now - 3_600_000],
      [0, earliest],
      [earliest - 1, earliest],
      [now + 3_600_000, now],
      [8_640_000_000_000_000, now],
    ] as const
    for (const [saidMs, takenMs] of cases)
      expect(await say(await given.person(), saidMs), `${saidMs - now}`).toBe(takenMs)
  },
)
