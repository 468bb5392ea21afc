import { SHOWN_WITHIN_MS } from '@whereabouts/domain/alarms'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { lineService } from '../../../../scripts/harness/line-service.ts'
import { listen } from '../../../../scripts/harness/listen.ts'
import { listenedElsewhere } from '../../../../scripts/harness/listened.ts'
import { latestMail } from '../../../../scripts/harness/mails.ts'
import { openTransaction } from '../../../../scripts/harness/meanwhile.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { takeSteps } from './life.ts'

const line = await lineService()
const app = await testApp(line.given)
const given = makeGiven(app)
const { call, clock } = app
const { db, address } = app.database

const wake = () => app.running.app.alarms.wake()
const pass = (ms: number) => {
  clock.move(ms)
  wake()
}
const settle = (person: Person, body: object) =>
  call('POST', '/v3/app/users/extrasettings/alerts', { token: person.token, body })
const repeating = async (): Promise<Person> => {
  const person = await given.person({ stay: true })
  await sql`update accounts set notification_ring_repeat = true where account_id = ${person.accountId}`.execute(db)
  return person
}
const alarmOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`select * from alarms where alarm_id = ${id}`.execute(db)
  return rows[0]!
}
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ body_text: string }>`
    select body_text from mails where email = ${email} and kind = 'alarm' order by created_at_ms`.execute(db)
  return rows.map(({ body_text }) => body_text)
}
const taking = {
  clock,
  onTaken: () => {},
  onFault: (error: unknown) => {
    throw error
  },
}
const person1 = (name: string) => helpOf(`G3-${name}`, name, clock.now())

test('an alarm no console shows within ten seconds goes out by push and mail; one that is shown does not', async () => {
  clock.hold()
  const owner = await repeating()
  await listen(app, owner.token)
  await eventually(async () => {
    const { rows } = await sql`select from listeners where account_id = ${owner.accountId}`.execute(db)
    expect(rows).toHaveLength(1)
  })
  const { rows: sessions } = await sql<{ session_id: string }>`
    select session_id from sessions where account_id = ${owner.accountId}`.execute(db)
  await sql`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
    values (${owner.accountId}, ${sessions[0]!.session_id}, 'https://push.example/1', 'key', 'auth', 0)`.execute(db)
  const [seen, unseen] = await raised(app, owner.accountId, person1('Ito'), person1('Sato'))
  const token = owner.token
  expect((await call('POST', '/v3/app/alarms/shown', { token, body: { alarm_ids: [seen] } })).status).toBe(200)
  const pushes = async (id: string) => {
    const { rows } = await sql`select from pushes where notification_id = ${id}`.execute(db)
    return rows.length
  }
  expect([await pushes(seen!), await pushes(unseen!)]).toEqual([1, 1])
  pass(9000)
  expect(await alarmOf(unseen!)).not.toMatchObject({ state: 'escalated' })
  pass(1100)
  await eventually(async () => expect(await alarmOf(unseen!)).toMatchObject({ state: 'escalated', told: 1 }))
  expect(await alarmOf(seen!)).toMatchObject({ state: 'shown', told: 0 })
  expect([await pushes(seen!), await pushes(unseen!)]).toEqual([1, 2])
  const mail = await eventually(() => latestMail(address, owner.email))
  expect(mail.subject).toBe('An alert nobody has answered')
  expect(mail.link).toBe('https://whereabouts.example/map')
  expect(mail.text).toContain('Help requested: Sato asks for help, 2F East.')
  expect(mail.text).not.toContain('Ito')
})

test('contact follows contact until somebody answers, each in the own language', async () => {
  clock.hold()
  const owner = await repeating()
  const nurse = await given.person({ accountId: owner.accountId, class: 'support' })
  await call('PUT', '/v3/app/users/profile', { token: nurse.token, body: { user: { locale: 'ja-jp' } } })
  const outside = `outside-${nurse.email}`
  const contacts = [
    { email: nurse.email, after_s: 0 },
    { email: outside, after_s: 120 },
    { email: owner.email, after_s: 300 },
  ]
  expect((await settle(owner, { contacts, acknowledge_within_s: 30 })).status).toBe(200)
  const { token } = await latestMail(address, outside)
  expect((await call('POST', '/v3/app/users/confirm/contact', { body: { token } })).body).toMatchObject({
    email: outside,
  })
  const [id] = await raised(app, owner.accountId, person1('Ito'))
  // Nobody listens, so the first is told at once.
  await eventually(async () => expect(await mailsTo(nurse.email)).toHaveLength(1))
  expect((await mailsTo(nurse.email))[0]).toContain('Itoさんが助けを求めています（2F East）。')
  pass(119_000)
  await eventually(async () => expect(await alarmOf(id!)).toMatchObject({ told: 1 }))
  expect(await mailsTo(outside)).toEqual([])
  pass(1100)
  await eventually(async () => expect(await mailsTo(outside)).toHaveLength(1))
  expect((await mailsTo(outside))[0]).toContain('Ito asks for help')
  const body = { alarm_ids: [id] }
  expect((await call('POST', '/v3/app/alarms/acknowledge', { token: nurse.token, body })).body.alarms).toHaveLength(1)
  pass(400_000)
  await takeSteps(db, taking)
  expect(await alarmOf(id!)).toMatchObject({ state: 'acknowledged', told: 2, due_at_ms: null })
  expect(await mailsTo(owner.email)).toEqual([])
})

test('a shown alarm that nobody answers goes to the first contact after the time the account gives', async () => {
  clock.hold()
  const owner = await repeating()
  await settle(owner, { contacts: [], acknowledge_within_s: 45 })
  await listen(app, owner.token)
  await eventually(async () => {
    const { rows } = await sql`select from listeners where account_id = ${owner.accountId}`.execute(db)
    expect(rows).toHaveLength(1)
  })
  const [id] = await raised(app, owner.accountId, person1('Ito'))
  await call('POST', '/v3/app/alarms/shown', { token: owner.token, body: { alarm_ids: [id] } })
  pass(44_000)
  await takeSteps(db, taking)
  expect(await alarmOf(id!)).toMatchObject({ state: 'shown' })
  pass(1500)
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(1))
  expect(await alarmOf(id!)).toMatchObject({ state: 'escalated', shown_at_ms: expect.any(Number) })
})

test('an alarm that comes as the database is back waits for who listens, however long nobody could say that he does', async () => {
  const owner = await repeating()
  await listen(app, owner.token)
  await eventually(async () => {
    const { rows } = await sql`select from listeners where account_id = ${owner.accountId}`.execute(db)
    expect(rows).toHaveLength(1)
  })
  for (const table of ['listeners', 'servers']) {
    await sql`update ${sql.table(table)} set seen_at = seen_at - interval '20 seconds'`.execute(db)
  }
  const [id] = await raised(app, owner.accountId, person1('Ito'))
  await takeSteps(db, taking)
  expect(await alarmOf(id!)).toMatchObject({ wait_ms: SHOWN_WITHIN_MS, told: 0, escalated_at_ms: null })
})

test('listeners are stored once, not again with each new one', async () => {
  const seenOf = async ({ accountId }: Person) => {
    const { rows } = await sql<{ seen: string }>`
      select seen_at::text as seen from listeners where account_id = ${accountId}`.execute(db)
    expect(rows).toHaveLength(1)
    return rows[0]!.seen
  }
  const [first, second] = [await repeating(), await repeating()]
  await listen(app, first.token)
  const seen = await eventually(() => seenOf(first))
  await listen(app, second.token)
  await eventually(() => seenOf(second))
  expect(await seenOf(first)).toBe(seen)
})

test('many alarms for one contact make one mail, the next follows half a minute later, and none is left out', async () => {
  const owner = await repeating()
  const names = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Person${from + index}`)
  await raised(app, owner.accountId, ...names(100, 15).map(person1))
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(1))
  await raised(app, owner.accountId, ...names(200, 3).map(person1))
  clock.move(10_000)
  const [answered] = await raised(app, owner.accountId, ...names(300, 4).map(person1))
  await eventually(async () => expect(await alarmOf(answered!)).toMatchObject({ told: 1 }))
  expect(await mailsTo(owner.email)).toHaveLength(1)
  await call('POST', '/v3/app/alarms/acknowledge', { token: owner.token, body: { alarm_ids: [answered] } })
  pass(20_500)
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(2))
  const [first, second] = await mailsTo(owner.email)
  for (const name of names(100, 15)) expect(first).toContain(`${name} asks`)
  for (const name of [...names(200, 3), ...names(301, 3)]) expect(second).toContain(`${name} asks`)
  expect(second).not.toContain('Person300')
  const { rows } = await sql`select from alarm_letters where account_id = ${owner.accountId}`.execute(db)
  expect(rows).toEqual([])
})

/** Somebody asks for help, and that is the mail of this number to the owner. */
async function mailed(owner: Person, name: string, number: number): Promise<void> {
  await raised(app, owner.accountId, person1(name))
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(number))
}

test('a mail from before a clock was set back holds up none once the clock gets there again', async () => {
  const owner = await repeating()
  await mailed(owner, 'Ito', 1)
  pass(-20_000)
  await mailed(owner, 'Sato', 2)
  clock.move(25_000)
  await raised(app, owner.accountId, person1('Mori'))
  pass(5_100)
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(3))
})

test('a mail from before the last one holds up none where the clock was set back since', async () => {
  const owner = await repeating()
  await mailed(owner, 'Ito', 1)
  clock.move(31_000)
  await mailed(owner, 'Sato', 2)
  pass(-10_000)
  await mailed(owner, 'Mori', 3)
})

test('alarms are mailed beyond the twenty mails of a day, and use none of them up', async () => {
  const owner = await repeating()
  for (let count = 0; count < 22; count += 1) {
    clock.move(31_000)
    await raised(app, owner.accountId, person1(`Person${count}`))
    await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(count + 1))
  }
  const recovery = await call('POST', '/v3/app/users/recovery', { body: { user: { email: owner.email } } })
  expect(recovery.status).toBe(200)
})

test('one of several servers takes each step; a failed step delays no other account and is retried whole', async () => {
  const owner = await repeating()
  const other = await repeating()
  const { ownerPool } = app.database
  await ownerPool.query(
    `alter table alarm_letters add constraint broken check (account_id <> '${owner.accountId}') not valid`,
  )
  const ids = await raised(
    app,
    owner.accountId,
    ...Array.from({ length: 30 }, (_, index) => helpOf(`G3-${index}`, `Person${index}`, clock.now())),
  )
  await raised(app, other.accountId, person1('Sato'))
  await eventually(async () => expect(await mailsTo(other.email)).toHaveLength(1))
  // The running server tries as well, and what it holds is passed over.
  const faults: unknown[] = []
  await eventually(async () => {
    await takeSteps(db, { ...taking, onFault: (error) => faults.push(error) })
    expect(String(faults[0])).toContain('broken')
  })
  const lives = async () => {
    const { rows } = await sql<{ state: string; told: number; count: number }>`
      select state, told, count(*) as count from alarms where account_id = ${owner.accountId} group by 1, 2`.execute(db)
    return rows
  }
  expect(await lives()).toEqual([{ state: 'raised', told: 0, count: ids.length }])
  await ownerPool.query('alter table alarm_letters drop constraint broken')
  await Promise.all([takeSteps(db, taking), takeSteps(db, taking), takeSteps(db, taking)])
  await eventually(async () => expect(await lives()).toEqual([{ state: 'escalated', told: 1, count: ids.length }]))
  await eventually(async () => expect(await mailsTo(owner.email)).toHaveLength(1))
})

/** Does work while a transaction, as of a server that froze in it, holds the rows of a query. */
async function whileHeld(rows: RawBuilder<unknown>, work: () => Promise<void>): Promise<void> {
  const frozen = await openTransaction(db)
  try {
    await sql`${rows} for update`.execute(frozen)
    await work()
  } finally {
    await frozen.rollback().execute()
  }
}
const idsOf = (people: readonly Person[]) => people.map(({ accountId }) => accountId)

test('accounts that a frozen server is in the way of hold up no other, and go further once they are free', async () => {
  const held = await Promise.all(Array.from({ length: 24 }, repeating))
  const free = await repeating()
  const all = idsOf([...held, free])
  await sql`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
    select account_id, session_id, 'https://push.example/' || session_id, 'key', 'auth', 0 from sessions
    where account_id = any(${all}::uuid[])`.execute(db)
  const lives = async (people: readonly Person[]) => {
    const { rows } = await sql`
      select a.state, a.told, count(p.id) as pushes from alarms a
        left join pushes p on p.account_id = a.account_id and p.notification_id = a.alarm_id
      where a.account_id = any(${idsOf(people)}::uuid[]) group by a.account_id, a.alarm_id`.execute(db)
    return rows
  }
  const waiting = { state: 'raised', told: 0, pushes: 0 }
  const gone = { state: 'escalated', told: 1, pushes: 1 }
  const names = Array.from({ length: 250 }, (_, index) => `Person${index}`)
  const subscriptions = sql`select from push_subscriptions where account_id = any(${idsOf(held)}::uuid[])`
  await whileHeld(subscriptions, async () => {
    // More than one transaction takes.
    await raised(app, held[0]!.accountId, ...names.map(person1))
    for (const { accountId } of held.slice(1)) await raised(app, accountId, person1('Sato'))
    await raised(app, free.accountId, person1('Ito'))
    await eventually(async () => expect(await lives([free])).toEqual([gone]))
    await eventually(async () => expect(await mailsTo(free.email)).toHaveLength(1))
    expect(await lives(held)).toEqual(Array(273).fill(waiting))
  })
  await eventually(async () => expect(await lives(held)).toEqual(Array(273).fill(gone)))
  expect(await lives([free])).toEqual([gone])
})

test('a mail that cannot be written as somebody froze in its way holds up no mail of another account', async () => {
  clock.hold()
  const [held, free] = await Promise.all([24, 5].map((length) => Promise.all(Array.from({ length }, repeating))))
  for (const { accountId } of [...held!, ...free!]) {
    await listenedElsewhere(db, accountId)
    await raised(app, accountId, person1('Ito'))
  }
  await whileHeld(sql`select from accounts where account_id = any(${idsOf(held!)}::uuid[])`, async () => {
    pass(10_100)
    for (const { email } of free!) {
      await eventually(async () => expect(await mailsTo(email)).toHaveLength(1))
    }
    for (const { email } of held!) expect(await mailsTo(email)).toEqual([])
  })
  for (const { email } of held!) await eventually(async () => expect(await mailsTo(email)).toHaveLength(1))
})

test('a clock that is set back makes an alarm late by one step at most', async () => {
  const owner = await repeating()
  const second = await given.person({ accountId: owner.accountId, class: 'support' })
  const contacts = [
    { email: owner.email, after_s: 0 },
    { email: second.email, after_s: 60 },
  ]
  await settle(owner, { contacts, acknowledge_within_s: 15 })
  const [id] = await raised(app, owner.accountId, person1('Ito'))
  await eventually(async () => expect(await alarmOf(id!)).toMatchObject({ told: 1 }))
  pass(-3_600_000)
  await eventually(async () =>
    expect((await alarmOf(id!)).due_at_ms as number).toBeLessThanOrEqual(clock.now() + 60_000),
  )
  expect(await alarmOf(id!)).toMatchObject({ told: 1 })
  pass(60_100)
  await eventually(async () => expect(await alarmOf(id!)).toMatchObject({ told: 2 }))
  pass(3_600_000)
})

test('LINE groups of the account are told of alarms, and of them alone, and again when LINE was away', async () => {
  clock.hold()
  const owner = await repeating()
  const stranger = await repeating()
  for (const [{ accountId }, group] of [
    [owner, 'Cnight'],
    [stranger, 'Cother'],
  ] as const) {
    await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
      values (${accountId}, gen_random_uuid(), ${group}, 'Night', 0)`.execute(db)
  }
  line.isAway = true
  await raised(app, owner.accountId, person1('Ito'), person1('Sato'), {
    type: 'station_online',
    deviceId: 'T4-1',
    facts: { station_name: 'Lobby' },
    happenedAtMs: clock.now(),
  })
  await eventually(async () => {
    const { rows } = await sql<{ tries: number }>`
      select tries from line_messages where account_id = ${owner.accountId} and next_try_at_ms = ${clock.now() + 5000}`.execute(
      db,
    )
    expect(rows).toEqual([{ tries: 1 }, { tries: 1 }])
  })
  line.isAway = false
  clock.move(6000)
  await eventually(async () => expect(line.posted).toHaveLength(1))
  expect(line.posted[0]!.to).toBe('Cnight')
  expect(line.posted[0]!.text.split('\n').map((text) => text.slice(6))).toEqual([
    'Help requested: Ito asks for help, 2F East.',
    'Help requested: Sato asks for help, 2F East.',
  ])
})
