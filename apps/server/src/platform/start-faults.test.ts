/** What an operator may have set wrong is said in a sentence. That a start prints it and ends with code 1: serve.process.test.ts. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseWire } from '../../../../scripts/harness/database-wire.ts'
import { quietLog } from '../../../../scripts/harness/quiet-log.ts'
import { testDatabase } from '../../../../scripts/harness/test-database.ts'
import { listenFault } from './net/listen-fault.ts'
import { ROLES } from './postgres/database-roles.ts'
import { lostWhileStarting } from './postgres/lost-while-starting.ts'
import { migrateDatabase } from './postgres/migrations.ts'
import { SUPERUSER } from './postgres/postgres.ts'
import { superviseDatabase } from './postgres/supervise-database.ts'
import { readSettings } from './settings.ts'
import { StartFault } from './start-fault.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const databaseIn = (dataDir: string) => superviseDatabase(readSettings({ DATA_DIR: dataDir }), quietLog)

test('a DATA_DIR that cannot be made', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const folder = join(file, 'data')
  expect(await errorOf(databaseIn(folder))).toEqual(
    new StartFault(`DATA_DIR ${folder} cannot be created or written: ENOTDIR.`),
  )
})

test('a DATA_DIR of another major version, which is left as it is', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '12\n')
  const error = await errorOf(databaseIn(folder))
  expect(error).toBeInstanceOf(StartFault)
  expect((error as Error).message).toMatch(
    /^The database in .* was made by PostgreSQL 12, but this version comes with PostgreSQL 18\. Start the version .*\.$/,
  )
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['PG_VERSION'])
})

test.each([
  [
    'a host that nobody knows',
    () => 'postgres://somebody:secret@nowhere.invalid:5432/whereabouts',
    'The host named in DATABASE_URL is not known.',
  ],
  [
    'a database that was not made',
    () => `postgres://${SUPERUSER}@localhost/not_made?host=${encodeURIComponent(inject('postgresHost'))}`,
    'The database named in DATABASE_URL does not exist; create it first.',
  ],
])('a DATABASE_URL with %s', async (_name, url, sentence) => {
  const { address } = await superviseDatabase(readSettings({ DATABASE_URL: url() }), quietLog)
  expect(await errorOf(migrateDatabase(address, quietLog))).toEqual(new StartFault(sentence))
})

test('a server that loses its connection while it prepares the database begins again; where it cannot, it says that the connection was lost', async () => {
  const database = await testDatabase()
  // After the first question, which only finds out whether the database is there.
  for (const [stage, loss] of [
    ['client P', 'reset'],
    ['server 1', 'terminated'],
    ['server 2', 'ended'],
  ] as const) {
    const wire = await databaseWire(database)
    wire.lose(stage, loss)
    expect(await migrateDatabase(wire.address, quietLog)).toEqual(ROLES)
    expect(wire.isLost).toBe(true)
  }
  const lost = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  expect(lostWhileStarting(lost)).toEqual(
    new StartFault('The server lost its database while it started: write EPIPE. Start it again.'),
  )
  const other = new Error('relation "x" does not exist')
  expect(lostWhileStarting(other)).toBe(other)
})

/** The error of a port that is opened twice, or at an address that this machine does not have. */
async function listenError(host: string): Promise<{ error: unknown; port: number }> {
  const first = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void first.close())
  await once(first, 'listening')
  const { port } = first.address() as { port: number }
  // An error rejects what waits for anything else.
  const error = await errorOf(once(createServer().listen(port, host), 'listening'))
  return { error, port }
}

test('a port that somebody else has, by the name of its setting', async () => {
  const { error, port } = await listenError('127.0.0.1')
  const others = { mqttPort: 1, mqttTlsPort: undefined, hardwarePorts: { teltonika: undefined, gt06: undefined } }
  const faultWith = (ports: object) => listenFault(error, { ...others, ...ports })
  const names: [string, object][] = [
    ['PORT', {}],
    ['MQTT_PORT', { mqttPort: port }],
    ['MQTT_TLS_PORT', { mqttTlsPort: port }],
    ['TELTONIKA_PORT', { hardwarePorts: { teltonika: port, gt06: undefined } }],
    ['GT06_PORT', { hardwarePorts: { teltonika: undefined, gt06: port } }],
  ]
  for (const [name, ports] of names) {
    expect(faultWith(ports)).toEqual(
      new StartFault(`Port ${port} is already in use. Stop what uses it, or set ${name} to another one.`),
    )
  }
})

test('a HOST that this machine does not have, and a port below 1024', async () => {
  const { error } = await listenError('203.0.113.7')
  expect(listenFault(error, readSettings({}))).toEqual(
    new StartFault('203.0.113.7 is not an address of this machine. Set another HOST or MQTT_HOST.'),
  )
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 })
  expect(listenFault(refused, readSettings({}))).toEqual(
    new StartFault('Port 80 may not be opened by this user. Set a PORT above 1023.'),
  )
})

test('any other error is no fault of the settings', () => {
  const error = new Error('listen EMFILE')
  expect(listenFault(error, readSettings({}))).toBe(error)
})
