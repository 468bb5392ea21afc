import type { ServerResponse } from 'node:http'
import { HEARTBEAT_MS } from '@whereabouts/domain/live'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import type { Actor } from '../platform/actor.ts'
import { systemClock } from '../platform/clock.ts'
import { Streams } from './streams.ts'

const app = await testApp()
const given = makeGiven(app)

test('heartbeats are sent while alarms can be delivered, and resume as soon as they can be again', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const streams = new Streams(systemClock)
  const told: string[] = []
  const response = { write: (text: string) => told.push(text), on() {}, writableLength: 0, end() {}, once() {} }
  streams
    .add({ accountId: 'care', sessionId: 'desk' } as Actor, true, response as unknown as ServerResponse)
    ?.tellMissed('')
  let isTelling = true
  streams.start(() => isTelling)
  const beats = () => told.filter((text) => text.startsWith('event: heartbeat')).length
  vi.advanceTimersByTime(2 * HEARTBEAT_MS + 2000)
  expect(beats()).toBe(2)
  isTelling = false
  vi.advanceTimersByTime(10 * HEARTBEAT_MS)
  expect(beats()).toBe(2)
  isTelling = true
  vi.advanceTimersByTime(1000)
  expect(beats()).toBe(3)
  streams.close()
})

test('a server that cannot look for alarms says so to new consoles, until it can again', async () => {
  const { alarms } = app.running.app
  const { token } = await given.person()
  await eventually(async () => expect(alarms.isTelling).toBe(true))
  await app.database.db.transaction().execute(async (open) => {
    await sql`lock table alarms in access exclusive mode`.execute(open)
    await eventually(async () => expect(alarms.isTelling).toBe(false))
    const [hello] = (await listen(app, token)).events
    expect(hello).toMatchObject({ event: 'hello', data: { is_telling: false } })
  })
  await eventually(async () => {
    const [hello] = (await listen(app, token)).events
    expect(hello).toMatchObject({ event: 'hello', data: { is_telling: true } })
  })
})
