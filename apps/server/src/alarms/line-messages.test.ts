import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { lineService } from '../../../../scripts/harness/line-service.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'

const line = await lineService()
const app = await testApp(line.given)
const given = makeGiven(app)
const { clock } = app
const { db } = app.database
const eventually = <Seen>(look: () => Seen | Promise<Seen>) => expect.poll(look)

/** An account with a group. */
async function linked(): Promise<string> {
  const { accountId } = await given.person()
  await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
    values (${accountId}, gen_random_uuid(), ${`C${accountId}`}, 'Night', 0)`.execute(db)
  return accountId
}
const press = (accountId: string, name: string) =>
  raised(app, accountId, helpOf(`G3-${name}`, name, clock.now())).then(([id]) => id!)
/** Of a message: how often it was tried, and how long it waits (s) now that LINE did not take it; null: it is given up. */
async function stateOf(id: string): Promise<{ tries: number; waitsS: number | null }> {
  const { rows } = await sql<{ tries: number; next_try_at_ms: number | null }>`
    select tries, next_try_at_ms from line_messages where notification_id = ${id}`.execute(db)
  const { tries, next_try_at_ms: next } = rows[0]!
  return { tries, waitsS: next === null ? null : Math.ceil((next - clock.now()) / 5000) * 5 }
}

test('while LINE is away each alarm waits by its own tries, and a fresh one is not given up with an old one', async () => {
  const accountId = await linked()
  line.isAway = true
  const [old, oldest] = [await press(accountId, 'Ito'), await press(accountId, 'Sato')]
  await eventually(async () => [await stateOf(old), await stateOf(oldest)]).toEqual([
    { tries: 1, waitsS: 5 },
    { tries: 1, waitsS: 5 },
  ])
  await sql`update line_messages set tries = 7 where notification_id = ${old}`.execute(db)
  await sql`update line_messages set tries = 11 where notification_id = ${oldest}`.execute(db)
  const fresh = await press(accountId, 'Chen')
  clock.move(6000)
  await eventually(async () => [await stateOf(old), await stateOf(oldest), await stateOf(fresh)]).toEqual([
    { tries: 8, waitsS: 640 },
    { tries: 12, waitsS: null },
    { tries: 1, waitsS: 5 },
  ])
  line.isAway = false
  clock.move(6000)
  await eventually(() => line.posted.map(({ text }) => text.slice(6))).toEqual([
    'Help requested: Chen asks for help, 2F East.',
  ])
})

test('a clock that is set back does not keep LINE groups waiting until it is there again', async () => {
  const accountId = await linked()
  line.isAway = true
  const id = await press(accountId, 'Mori')
  await eventually(() => stateOf(id)).toEqual({ tries: 1, waitsS: 5 })
  line.isAway = false
  clock.set(-86_400_000)
  await eventually(() => line.posted.some(({ text }) => text.endsWith('Mori asks for help, 2F East.'))).toBe(true)
})
