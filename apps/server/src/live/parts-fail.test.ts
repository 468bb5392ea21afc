import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../scripts/harness/given.ts'
import { type Event, listen, notificationsTold, toldOf } from '../../../../scripts/harness/listen.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../scripts/harness/ward.ts'

/** What the server says. */
const lines: string[] = []
const note = (_facts: unknown, line: string) => void lines.push(line)
const app = await testApp({ log: { ...quietLog, warn: note, error: note } as typeof quietLog })
const given = makeGiven(app)
const { newWard, typesTold } = ward(app)
const { db, ownerPool } = app.database

const cannotBeWritten = (table: string) => ({
  what: `${table} cannot be written`,
  fail: `alter table ${table} add constraint broken check (false) not valid`,
  mend: `alter table ${table} drop constraint if exists broken`,
})
const cannotBeRead = (table: string) => ({
  what: `${table} can be neither read nor written`,
  fail: `alter table ${table} rename to put_away`,
  mend: `alter table if exists put_away rename to ${table}`,
})

/** All that follows from a report beside states and positions, and what a console reads of it as it comes back. */
const PARTS = [
  ...[
    'device_conditions',
    'stays',
    'shown_positions',
    'visits',
    'step_days',
    'past_states',
    'late_spans',
    'temperature_hours',
    'excursions',
  ].map(cannotBeWritten),
  ...['webhook_deliveries', 'notifications', 'alarms'].map(cannotBeRead),
]

test.each(PARTS)(
  'while $what, open consoles and those that come back are shown positions, which are stored too',
  async (part) => {
    const { person, station, say, flush } = await newWard()
    const { accountId, token } = person
    const ids = [await given.tracker(accountId), await given.tracker(accountId)]
    const [seeker, walker] = ids
    const open = await listen(app, token)
    await ownerPool.query(part.fail)
    onTestFinished(async () => void (await ownerPool.query(part.mend)))
    const consoles = [open, await listen(app, token), await listen(app, token, open.events[0]!.id)]
    app.clock.move(5000)
    await say([
      { device_id: seeker, rssi: -50, battery: 9, help: true, steps: 40 },
      { device_id: walker, rssi: -60, battery: 60 },
    ])
    for (const { events } of consoles) {
      await eventually(async () => {
        expect(ids.map((id) => toldOf(events, id!).battery)).toEqual([9, 60])
        expect(stationsIn(events)).toContain(station.t4Id)
      })
    }
    await flush()
    const { rows } = await sql`select device_id, battery from tracker_states where account_id = ${accountId}
    order by battery`.execute(db)
    expect(rows).toEqual([
      { device_id: seeker, battery: 9 },
      { device_id: walker, battery: 60 },
    ])
    await ownerPool.query(part.mend)
    await say([{ device_id: walker, rssi: -50, help: true }])
    for (const { events } of consoles) {
      await eventually(async () =>
        expect(notificationsTold(events).map(({ device_id }) => device_id)).toContain(walker),
      )
    }
  },
)

const stationsIn = (events: readonly Event[]): string[] =>
  events
    .filter(({ event }) => event === 'stations')
    .flatMap(({ data }) => data.stations.map((one: { t4_id: string }) => one.t4_id))

test.each([
  ['location_logs', 'bug: failed to store reports; retrying'],
  ['device_conditions', 'bug: failed to apply reports; retrying'],
  ['tracker_states', 'bug: failed to apply reports; retrying'],
  ['station_states', 'bug: failed to apply reports; retrying'],
])(
  'a call for help that arrives while %s can be neither read nor written rings once it can be again, and is in the hot rows',
  async (table, line) => {
    const { person, station, say, flush } = await newWard()
    const id = await given.tracker(person.accountId)
    const { fail, mend } = cannotBeRead(table)
    await ownerPool.query(fail)
    onTestFinished(async () => void (await ownerPool.query(mend)))
    lines.length = 0
    const said = say([{ device_id: id, rssi: -50, battery: 60, help: true }])
    await eventually(async () => expect(lines).toContain(line))
    await ownerPool.query(mend)
    await said
    await flush()
    expect(await typesTold(person)).toEqual(['help'])
    const { rows } =
      await sql`select battery, (select connection_status from station_states where t4_id = ${station.t4Id})
    from tracker_states where device_id = ${id}`.execute(db)
    expect(rows).toEqual([{ battery: 60, connection_status: 'connected' }])
  },
)

test.each(['tracker_states', 'station_states'])(
  'hot rows that are made while %s cannot be written are written once it can be again',
  async (table) => {
    const { person, station, say, flush } = await newWard()
    const id = await given.tracker(person.accountId)
    await say([{ device_id: id, rssi: -50, battery: 60 }])
    await flush()
    const { fail, mend } = cannotBeRead(table)
    await ownerPool.query(fail)
    onTestFinished(async () => void (await ownerPool.query(mend)))
    lines.length = 0
    app.clock.move(5000)
    await say([{ device_id: id, rssi: -50, battery: 59 }])
    await eventually(async () => expect(lines).toContain('bug: failed to write hot rows; retrying'))
    await ownerPool.query(mend)
    await flush()
    const { rows } = await sql<{
      battery: number
      heard_ms: number
      lastseen_ms: number
    }>`select battery, t.last_seen_ms as heard_ms, s.lastseen_ms
    from tracker_states t, station_states s where device_id = ${id} and t4_id = ${station.t4Id}`.execute(db)
    expect(rows).toEqual([{ battery: 59, heard_ms: rows[0]!.heard_ms, lastseen_ms: rows[0]!.heard_ms }])
  },
)

test('a session that ends while what its console missed is read is no bug', async () => {
  const { person } = await newWard()
  const first = await listen(app, person.token)
  await raised(app, person.accountId, helpOf(await given.tracker(person.accountId), 'Ito Haru', app.clock.now()))
  await eventually(async () => expect(notificationsTold(first.events)).toHaveLength(1))
  lines.length = 0
  const { ended } = await db.transaction().execute(async (locking) => {
    await sql`lock table notifications in access exclusive mode`.execute(locking)
    const listening = await listen(app, person.token, first.events[0]!.id)
    await eventually(async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'notifications'::regclass`.execute(db)
      expect(rows).not.toEqual([])
    })
    await sql`delete from sessions where account_id = ${person.accountId}`.execute(db)
    return listening
  })
  await eventually(async () => expect(ended()).toBe(true))
  expect(lines.filter((line) => line.startsWith('bug:'))).toEqual([])
})

test('positions sent before missed alarms do not move the resume point', async () => {
  const { person, say } = await newWard()
  const id = await given.tracker(person.accountId)
  const first = await listen(app, person.token)
  const last = first.events[0]!.id
  await ownerPool.query(cannotBeRead('notifications').fail)
  onTestFinished(async () => void (await ownerPool.query(cannotBeRead('notifications').mend)))
  const { events } = await listen(app, person.token, last)
  app.clock.move(5000)
  await say([{ device_id: id, rssi: -50, battery: 60 }])
  await eventually(async () => expect(toldOf(events, id)).toMatchObject({ battery: 60 }))
  expect(events.map((event) => event.id)).toEqual(events.map(() => ''))
  await ownerPool.query(cannotBeRead('notifications').mend)
  await eventually(async () => {
    app.clock.move(1000)
    await say([{ device_id: id, rssi: -50, battery: 59 }])
    expect(events.at(-1)!.id).toMatch(/^\d{13}$/)
  })
})
