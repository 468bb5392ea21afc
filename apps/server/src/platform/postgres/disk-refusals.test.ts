import { expect, test, vi } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { DiskRefusals } from './disk-refusals.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

test('a server whose database refuses changes for want of disk is not ready, says so, and is ready once one goes through (rule 59)', async () => {
  const { token } = await given.person()
  const owner = app.database.ownerPool
  const health = async (path: string) => {
    const { status, body } = await call('GET', path)
    return `${status} ${body}`
  }
  const addRemark = async (name: string) =>
    (await call('POST', '/v3/app/users/extrasettings/remarks', { token, body: { items: [{ index: 0, name }] } })).body
      .code
  // What PostgreSQL says where a file cannot grow.
  await owner.query(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`)
  await owner.query('create trigger no_room before insert on remark_items for each row execute function no_room()')
  expect(await health('/ready')).toBe('200 ready\n')
  expect(await addRemark('Ear')).toBe(500002)
  const full = '503 not ready\nthe disk of the database is full, so changes are refused\n'
  expect(await health('/ready')).toBe(full)
  expect(await health('/live')).toBe('200 live\n')
  // Another change that needs no room says nothing of this one.
  const body = { user: { locale: 'ja-jp' } }
  expect((await call('PUT', '/v3/app/users/profile', { token, body })).status).toBe(200)
  expect(await health('/ready')).toBe(full)
  await owner.query('drop trigger no_room on remark_items')
  expect(await addRemark('Ear')).toBe(200)
  expect(await health('/ready')).toBe('200 ready\n')
})

test('a refusal for want of disk stands for a minute, other failures say nothing of the disk, and each filling up is logged once', () => {
  let atMs = 0
  const log = { error: vi.fn() }
  const refusals = new DiskRefusals(log, () => atMs)
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  for (const error of [undefined, new Error('timeout'), Object.assign(new Error('busy'), { code: '53300' })])
    refusals.failed('insert', error)
  expect(refusals.isFull).toBe(false)
  const steps: [ms: number, act: () => void, isFull: boolean, logged: number][] = [
    [0, () => refusals.failed('copy', full), true, 1],
    [30_000, () => refusals.failed('insert', full), true, 1],
    [60_000, () => refusals.passed('update'), true, 1],
    [60_000, () => refusals.passed('insert'), false, 1],
    [61_000, () => refusals.failed('copy', full), true, 2],
    [120_999, () => {}, true, 2],
    [121_000, () => {}, false, 2],
  ]
  for (const [ms, act, isFull, logged] of steps) {
    atMs = ms
    act()
    expect({ ms, isFull: refusals.isFull, logged: log.error.mock.calls.length }).toEqual({ ms, isFull, logged })
  }
})
