/** Connections to the database that are lost at any stage of the protocol: the work fails, or is done again; nothing else happens. */
import { CompiledQuery, sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  type DatabaseWire,
  databaseWire,
  LOSSES,
  type Loss,
  type Stage,
} from '../../../../../scripts/harness/database-wire.ts'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { testIngest } from '../../../../../scripts/harness/test-ingest.ts'
import { asAccount } from './account-scope.ts'
import { connectDatabase, type Database, type Db } from './database.ts'
import { PATIENCE, withClient } from './database-client.ts'
import { ROLES } from './database-roles.ts'
import { isStorageAway } from './storage-away.ts'

const app = await testApp()
const given = makeGiven(app)

/** A server judges these as a bug and exits. */
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
process.on('uncaughtException', note)
process.on('unhandledRejection', note)
afterAll(() => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

/** No answer of a server that fell silent is awaited for longer (ms). */
const SOON = { connectMs: 300, answerMs: 300 }

const CONNECTING: Stage[] = ['dialled', 'client startup', 'server R', 'server S', 'server K', 'server Z']
const ASKING: Stage[] = ['client P', 'server 1', 'server 2', 'server T', 'server D', 'server C', 'server Z']
const TRANSACTION: Stage[] = ['client Q', ...ASKING]
const COPYING: Stage[] = ['server G', 'client d', 'client c', 'server C', 'server Z']

async function onWire(loss: Loss) {
  const wire = await databaseWire(app.database)
  const database = connectDatabase(
    wire.address,
    quietLog,
    ROLES,
    loss === 'silent' || loss === 'late' ? SOON : PATIENCE,
  )
  onTestFinished(() => database.close())
  return { wire, database }
}

const one = async ({ db }: { readonly db: Db }): Promise<number> =>
  (await sql<{ one: number }>`select ${1}::integer as one`.execute(db)).rows[0]!.one

const two = ({ transaction }: Database) =>
  transaction(async (db) => {
    await one({ db })
    return one({ db })
  })

/** On a busy machine it may take longer than an answer is awaited here. */
async function atLast<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageAway(error)) throw error
    }
  }
}

/** What a work came to whose connection was lost there. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return isStorageAway(error) ? 'the database is away' : `judged a bug: ${error}`
  }
}

/** All losses at a stage at once, one stage after the other. */
async function eachLoss(
  stages: readonly Stage[],
  see: (stage: Stage, loss: Loss) => Promise<void>,
  losses: readonly Loss[] = LOSSES,
): Promise<void> {
  for (const stage of stages) await Promise.all(losses.map((loss) => see(stage, loss)))
}

interface Case {
  readonly stages: readonly Stage[]
  /** Whether connections stand before; else they are lost while they are made. */
  readonly isConnected: boolean
  readonly work: (database: Database, wire: DatabaseWire) => Promise<unknown>
}

const cases: [what: string, one: Case][] = [
  ['connecting', { stages: CONNECTING, isConnected: false, work: one }],
  ['a query', { stages: ASKING, isConnected: true, work: one }],
  ['a transaction', { stages: TRANSACTION, isConnected: true, work: two }],
  [
    'a connection of its own',
    {
      stages: [...CONNECTING, ...ASKING.filter((stage) => stage !== 'server Z')],
      isConnected: false,
      work: (_database, { address }) =>
        withClient(address, (client) => client.query({ text: 'select $1::integer', values: [1] })),
    },
  ],
]

test.each(cases)(
  '%s that is lost at any stage fails as a database that is away, and the next works',
  async (_what, each) => {
    const { stages, isConnected, work } = each
    await eachLoss(stages, async (stage, loss) => {
      // Without a limit of its own, a connection apart waits for as long as its server is silent.
      if (work.length > 1 && loss === 'silent') return
      const { wire, database } = await onWire(loss)
      // Another text, as a known one would be neither parsed nor named again.
      if (isConnected) await atLast(() => sql`select`.execute(database.db))
      wire.lose(stage, loss)
      const outcome = await outcomeOf(work(database, wire))
      expect(wire.isLost, `${stage} ${loss}`).toBe(true)
      expect(outcome, `${stage} ${loss}`).toBe('the database is away')
      expect(await atLast(() => one(database)), `after ${stage} ${loss}`).toBe(1)
    })
    expect(uncaught).toEqual([])
  },
)

test('a report whose COPY is lost at any stage, or answered after its writer gave up, is stored once and acknowledged', async () => {
  const { accountId } = await given.person()
  const { t4Id } = await given.station(accountId)
  const see = async (stage: Stage, loss: Loss) => {
    const { wire, database } = await onWire(loss)
    const id = await given.tracker(accountId)
    const ingest = testIngest(app, { pool: database.pool })
    onTestFinished(() => ingest.close())
    const accept = (seq: number) =>
      ingest.accept(
        { accountId, senderId: t4Id, t4Id },
        'station',
        {
          seq: String(seq),
          scannedAtMs: app.clock.now(),
          items: [{ kind: 'sighting', identity: id, rssiDbm: -60, batteryPercent: 70 }],
        },
        app.clock.now(),
      )
    // Its partition is there then, so the next statements are those of the report.
    await accept(1)
    wire.lose(stage, loss)
    expect(await accept(2), `${stage} ${loss}`).toMatchObject({ stored: 1, repeated: 0 })
    expect(wire.isLost, `${stage} ${loss}`).toBe(true)
    const { rows } = await sql`select seq from location_logs where device_id = ${id} order by seq`.execute(
      app.database.db,
    )
    expect(rows, `${stage} ${loss}`).toEqual([{ seq: '1' }, { seq: '2' }])
  }
  await eachLoss(COPYING, see, [...LOSSES, 'late'])
  expect(uncaught).toEqual([])
})

test('a connection that PostgreSQL has just ended is not handed on', async () => {
  const database = connectDatabase(app.database.address, quietLog, ROLES)
  onTestFinished(() => database.close())
  for (let time = 0; time < 20; time += 1) {
    // Its end arrives after the error of its statement.
    await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db)).rejects.toThrow('terminating')
    expect(await one(database)).toBe(1)
  }
})

test('a connection that is given back amid a transaction is not handed on: the next finds neither that transaction nor its account', async () => {
  const database = connectDatabase(app.database.address, quietLog)
  onTestFinished(() => database.close())
  const accounts = await Promise.all([given.person(), given.person()])
  const [first, second] = accounts.map(({ accountId }) => accountId) as [string, string]
  const accountNow = (accountId: string) =>
    asAccount(accountId, async () => {
      const { rows } = await sql<{ account: string; xact: string | null }>`
        select current_setting('app.account') as account, pg_current_xact_id_if_assigned()::text as xact`.execute(
        database.callsDb,
      )
      return rows[0]
    })
  await asAccount(first, () =>
    database.callsDb.getExecutor().provideConnection(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin'))
      await connection.executeQuery(CompiledQuery.raw('select pg_current_xact_id()'))
    }),
  )
  expect(await accountNow(second)).toEqual({ account: second, xact: null })
  expect(await accountNow(first)).toEqual({ account: first, xact: null })
})
