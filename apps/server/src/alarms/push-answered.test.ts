import type { PushMessage } from '@whereabouts/contract/push-message'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { pushService } from '../../../../scripts/harness/push-service.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { reachedIn } from '../../../../scripts/harness/reached.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const push = await pushService()
const app = await testApp({ pushServices: push.services })
const reached = reachedIn(app, makeGiven(app), push)
const { call, clock } = app
const { db } = app.database

const eventually = <Seen>(look: () => Seen | Promise<Seen>) => expect.poll(look)
const help = () => helpOf('G3-1', 'Ito Haru', clock.now())

test('answering in the list closes these alarms on every phone, and no others', async () => {
  const { accountId, browser, token } = await reached()
  const { events } = await listen(app, token)
  await sql`insert into listeners (server_id, account_id) select server_id, ${accountId} from servers
    on conflict do nothing`.execute(db)
  const [other, ...answered] = await raised(app, accountId, ...Array.from({ length: 100 }, help))
  const messages = () => browser.woken().map(({ message }) => message as PushMessage)
  const words = () => messages().filter(({ type }) => type === 'disengage')
  await eventually(() => new Set(messages().map(({ id }) => id))).toEqual(new Set([other, ...answered]))
  await call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids: answered } })
  await eventually(() => words().length).toBe(2)
  for (const message of words()) {
    expect(message).toMatchObject({
      ...{ type: 'disengage', alarm_id: null, event_time_ms: 0, repeat: false, device_id: null },
      ...{ title: 'Ring stopped', body: 'Somebody has answered the alert.' },
    })
  }
  expect(
    words()
      .flatMap(({ alarm_ids = [] }) => alarm_ids)
      .sort(),
  ).toEqual(answered.toSorted())
  // Consoles receive the alarms, and no stop: other alarms keep ringing.
  await eventually(() => events.some(({ event }) => event === 'alarms')).toBe(true)
  const told = events.filter(({ event }) => event === 'notifications').flatMap(({ data }) => data.notifications)
  expect(new Set(told.map(({ type }) => type))).toEqual(new Set(['help']))
})
