import { randomUUID } from 'node:crypto'
import type { Observation } from '@whereabouts/domain/observations'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { type Bus, BusFault } from '../bus/bus.ts'
import { LocalBus } from '../bus/local-bus.ts'
import { AllHomes } from './all-homes.ts'
import type { ShardTable } from './shard-table.ts'
import { SHARDS } from './share-out.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const credentials = '/v3/app/credentials'
const newCredential = async (token: string, sender_id: string) =>
  expect((await call('POST', credentials, { token, body: { sender_id, kind: 'native' } })).body.code).toBe(200)

/** What a front door hands over that identified a phone by its credential of that generation. */
let seq = 0
let scannedAtMs = 0
const handOver = (
  { accountId }: { accountId: string },
  senderId: string,
  generation: number,
  { homes = app.running.app.homes, isRepeat = false } = {},
) => {
  if (!isRepeat) [seq, scannedAtMs] = [seq + 1, clock.now()]
  const position = { latitude: 35, longitude: 139 }
  const observation: Observation = { seq: String(seq), scannedAtMs, items: [{ kind: 'location', position }] }
  const sender = { accountId, senderId, t4Id: null, generation }
  return homes.of(accountId).accept(sender, 'phone', [observation], clock.now())
}
const stored = { stored: 1, repeated: 0, unknown: 0 }
const refusal = { errorName: 'unauthorized' }

test('the home refuses the next report of a revoked sender, whatever its front door still believes', async () => {
  const person = await given.person()
  await newCredential(person.token, 'lost')
  expect(await handOver(person, 'lost', 0)).toEqual(stored)
  expect((await call('DELETE', `${credentials}/lost`, person)).body.code).toBe(200)
  await expect(handOver(person, 'lost', 0)).rejects.toMatchObject(refusal)
  // Who gets a new password is known by it at once, and by the old one no more.
  await newCredential(person.token, 'lost')
  await expect(handOver(person, 'lost', 0)).rejects.toMatchObject(refusal)
  expect(await handOver(person, 'lost', 1)).toEqual(stored)
  await expect(handOver(person, 'lost', 0)).rejects.toMatchObject(refusal)
  await expect(handOver(person, 'lost', 2)).rejects.toMatchObject(refusal)
})

test('the home takes a sender of no other account, and one that it has not heard of yet', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  await newCredential(person.token, 'first')
  expect(await handOver(person, 'first', 0)).toEqual(stored)
  await expect(handOver(stranger, 'first', 0)).rejects.toMatchObject(refusal)
  await newCredential(person.token, 'second')
  expect(await handOver(person, 'second', 0)).toEqual(stored)
})

/** Another server's way to the homes here, whose answers a test loses. */
function otherServer() {
  const home = app.running.app.serverId
  const epochs = new Map(Array.from({ length: SHARDS }, (_, shard) => [shard, 1]))
  const table = (serverId: string, held: ReadonlyMap<number, number>): ShardTable => ({
    serverId,
    holderOf: () => ({ serverId: home, epoch: 1 }),
    refresh: async () => {},
    held: () => held,
    watch: () => {},
  })
  const bus = new LocalBus({ log: quietLog, clock })
  const way = { loses: false }
  const lossy: Bus = {
    ...{ isConnected: true, maxPayload: bus.maxPayload, onConnection: () => () => {}, close: () => bus.close() },
    publish: (subject, payload) => bus.publish(subject, payload),
    subscribe: (subject, handler) => bus.subscribe(subject, handler),
    async request(subject, payload, timeoutMs) {
      const answer = await bus.request(subject, payload, timeoutMs)
      if (way.loses) throw new BusFault('time-out', 'The test lost the answer.')
      return answer
    },
  }
  const given = { local: app.running.app.homes, clock, log: quietLog, tally: { count: () => {} } }
  new AllHomes({ ...given, bus, table: table(home, epochs) })
  return { way, homes: new AllHomes({ ...given, bus: lossy, table: table(randomUUID(), new Map()) }) }
}

test('a report whose answer is lost between servers is refused, and stored once when its sender repeats it', async () => {
  const person = await given.person()
  await newCredential(person.token, 'phone')
  const { way, homes } = otherServer()
  way.loses = true
  await expect(handOver(person, 'phone', 0, { homes })).rejects.toMatchObject({ errorName: 'storageBusy' })
  way.loses = false
  expect(await handOver(person, 'phone', 0, { homes, isRepeat: true })).toEqual({ ...stored, stored: 0, repeated: 1 })
  const { rows } = await sql`select from location_logs where account_id = ${person.accountId}`.execute(app.database.db)
  expect(rows).toHaveLength(1)
})

test('what people change at one server governs the next report at another, and a revoked sender is refused there', async () => {
  const person = await given.person()
  await newCredential(person.token, 'phone')
  const { homes } = otherServer()
  expect(await handOver(person, 'phone', 0, { homes })).toEqual(stored)
  await sql`update credentials set revoked_at = 1 where account_id = ${person.accountId}`.execute(app.database.db)
  await homes.of(person.accountId).tell({ kind: 'changed' })
  await expect(handOver(person, 'phone', 0)).rejects.toMatchObject(refusal)
  await expect(handOver(person, 'phone', 0, { homes })).rejects.toMatchObject(refusal)
})
