/** An account has so many rows and no more; the operator sees who has how many. Source: security rule 48. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import type { Log } from '../../platform/log.ts'

const lines: object[] = []
const keep = (facts: object) => void lines.push(facts)
const app = await testApp({
  env: { ACCOUNT_ROWS: '20' },
  log: { info: () => {}, warn: keep, error: keep } as unknown as Log,
})
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database
const {
  storedRows,
  app: { counts },
} = app.running

let seq = 0
const site = async () => {
  const { accountId } = await given.person()
  const { t4Id, password } = await given.station(accountId, { gps: [35, 139] })
  const ids = await Promise.all(Array.from({ length: 10 }, () => given.tracker(accountId)))
  const scans = ids.map((device_id) => ({ device_id, rssi: -60 }))
  return {
    accountId,
    send: () =>
      call('POST', '/v3/device/report', {
        body: { t4_id: t4Id, key: password, seq: ++seq, scanned_at_ms: clock.now(), scans },
      }),
  }
}
const count = async () => {
  await counts.flush()
  await storedRows.look()
}

test('an account that has stored all it may is refused, another one is not, and old rows make room', async () => {
  const [loud, calm] = [await site(), await site()]
  expect((await loud.send()).body).toMatchObject({ code: 200, stored: 10 })
  await count()
  expect((await loud.send()).status).toBe(200)
  await count()
  const refused = await loud.send()
  expect(refused).toMatchObject({ status: 429, body: { code: 429101 } })
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await calm.send()).status).toBe(200)
  await count()
  expect(lines.filter((line) => 'quota' in line)).toEqual([{ account: loud.accountId, rows: 20, quota: 20 }])

  await sql`update gateway_counts set day = day - 91 where account_id = ${loud.accountId}`.execute(db)
  await count()
  expect((await loud.send()).status).toBe(200)
})
