import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { createPhone } from './newcomers.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

let seq = 0
const locate = (phone_id: string, key: string) => {
  seq += 1
  const place = { gps_latitude: 35, gps_longitude: 139 }
  return call('POST', '/v3/device/report', { body: { phone_id, key, seq, scanned_at_ms: clock.now(), ...place } })
}
const namesOf = async ({ token }: Person, list: 'trackers' | 'stations', field: string): Promise<string[]> =>
  (await call('GET', `/v3/app/${list}`, { token })).body[list].map((item: Record<string, string>) => item[field])

test('a phone whose name somebody gave to another device comes in with a number behind it [ERR-400102]', async () => {
  const person = await given.person()
  await given.tracker(person.accountId, { name: 'pixel' })
  await given.tracker(person.accountId, { name: 'pixel 2' })
  const key = await given.credential(person.accountId, 'pixel')
  for (let report = 0; report < 2; report++) {
    clock.move(1000)
    expect((await locate('pixel', key)).body).toMatchObject({ code: 200, stored: 1 })
  }
  await eventually(async () =>
    expect((await namesOf(person, 'trackers', 'name')).toSorted()).toEqual(['pixel', 'pixel 2', 'pixel 3']),
  )
})

test('a station whose name somebody gave to another one comes in all the same', async () => {
  const person = await given.person()
  const { t4Id } = await given.station(person.accountId)
  await sql`update stations set t4_name = 'kitchen' where t4_id = ${t4Id}`.execute(db)
  const key = await given.credential(person.accountId, 'kitchen')
  const body = { t4_id: 'kitchen', key, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  expect((await call('POST', '/v3/device/report', { body })).body.code).toBe(200)
  expect((await namesOf(person, 'stations', 't4_name')).toSorted()).toEqual(['kitchen', 'kitchen 2'])
})

test('the last words of a phone that was shut out do not bring it back', async () => {
  const { accountId } = await given.person()
  await given.credential(accountId, 'gone')
  await sql`update credentials set revoked_at = 1 where account_id = ${accountId}`.execute(db)
  const sender = { accountId, senderId: 'gone' }
  await expect(createPhone(db, sender, '', 1)).rejects.toMatchObject({ code: 401001 })
})
