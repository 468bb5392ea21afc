/** People enter keys at any server, and any server hears the tags. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const app = await testApp({ isShared: true })
const other = await testApp({ beside: app })
const given = makeGiven(app)
const { db } = app.database
const IDENTITY = '5448e68f80a5'

test('a key that was entered, changed or removed at one server is known to the others with their next look', async () => {
  // What is looked for at an interval is looked for by the test alone.
  app.clock.hold()
  other.running.app.radioKeys.close()
  const { accountId } = await given.person()
  await given.tracker(accountId, { radioIdentity: IDENTITY })
  const elsewhere = async () => (await other.running.app.radioKeys.of(accountId))(IDENTITY)
  expect(await elsewhere()).toBeUndefined()
  const enter = (key: string) => {
    const sealed = app.running.app.radioKeys.sealed(accountId, IDENTITY, key)
    return sql`insert into radio_keys (account_id, radio_identity, key_sealed) values (${accountId}, ${IDENTITY}, ${sealed})
      on conflict (account_id, radio_identity) do update set key_sealed = excluded.key_sealed`.execute(db)
  }
  for (const key of ['231d39c1d7cc1ab1aee224cd096db932', '00112233445566778899aabbccddeeff']) {
    await enter(key)
    await other.running.app.radioKeys.look()
    expect(Buffer.from((await elsewhere())!).toString('hex')).toBe(key)
  }
  await sql`delete from radio_keys where account_id = ${accountId}`.execute(db)
  await other.running.app.radioKeys.look()
  expect(await elsewhere()).toBeUndefined()
  // An account that nobody asks for is not read again, and then from the start.
  await other.running.app.radioKeys.look()
  await other.running.app.radioKeys.look()
  await enter('231d39c1d7cc1ab1aee224cd096db932')
  expect(await elsewhere()).toBeDefined()
})
