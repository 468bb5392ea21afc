import type { Observation } from '@whereabouts/domain/observations'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const credentials = '/v3/app/credentials'
const newCredential = async (token: string, sender_id: string) =>
  expect((await call('POST', credentials, { token, body: { sender_id, kind: 'native' } })).body.code).toBe(200)

/** What a front door hands over that identified a phone by its credential of that generation. */
let seq = 0
const handOver = ({ accountId }: { accountId: string }, senderId: string, generation: number) => {
  seq += 1
  const position = { latitude: 35, longitude: 139 }
  const observation: Observation = { seq: String(seq), items: [{ kind: 'location', position }] }
  const sender = { accountId, senderId, t4Id: null, generation }
  return app.running.app.homes.of(accountId).accept(sender, 'phone', [observation], clock.now())
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
