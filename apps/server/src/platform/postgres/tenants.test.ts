/** Row-level security: what a call sees that forgets to name its account, in every table. Decision 0052. */
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { makeDatabase, testDatabase } from '../../../../../scripts/harness/test-database.ts'
import { whenDone } from '../../../../../scripts/harness/when-done.ts'
import { acrossAccounts, asAccount } from './account-scope.ts'
import { connectDatabase } from './database.ts'
import { ROLES } from './database-roles.ts'
import { migrateDatabase } from './migrations.ts'

const database = await testDatabase()
const { ownerPool, callsDb } = database
const [OWN, OTHER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

/** Tables without an account, each with the reason. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  answered_challenges: 'hashes of what devices chose',
  clock_set_backs: 'the clock of the database',
  firmwares: 'what the operator added, for everybody',
  job_progress: 'how far jobs are',
  line_codes: 'codes that LINE groups without an account wait with',
  migrations: 'how far migrations are',
  migrations_lock: 'the same',
  server_secrets: 'keys of the server, which calls may not read',
  servers: 'who works on the database',
  shards: 'which server is home for which accounts',
  signin_failures: 'counts of what was tried',
  used_id_tokens: 'hashes of what other services signed',
}

async function ask<Row extends object>(text: string): Promise<Row[]> {
  return (await ownerPool.query(text)).rows as Row[]
}

const TABLES = `pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/** Values that a column takes once its checks are off. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: "'x'",
  bytea: "'\\x00'",
  boolean: 'true',
  jsonb: "'{}'",
  json: "'{}'",
  date: "'2026-01-01'",
  xid8: "'1'",
  'timestamp with time zone': 'now()',
}
const sampleOf = (type: string) => (type.endsWith('[]') ? `'{}'::${type}` : (VALUES[type] ?? `1::${type}`))

/** A row of each account in every table of accounts, whatever it says. */
async function fillEveryTable(): Promise<string[]> {
  const checks = await ask<{ text: string }>(
    `select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as text
     from pg_constraint join ${TABLES} and conrelid = c.oid and contype in ('c', 'f')`.replace(
      'join pg_class c where',
      'join pg_class c on',
    ),
  )
  for (const { text } of checks) await ownerPool.query(text)
  const partitioned = await ask<{ name: string }>(`select relname as name from ${TABLES} and c.relkind = 'p'`)
  for (const { name } of partitioned) await ownerPool.query(`create table ${name}_rest partition of ${name} default`)
  const columns = await ask<{ name: string; column: string; type: string }>(
    `select relname as name, quote_ident(attname) as column, format_type(atttypid, atttypmod) as type
     from pg_attribute join pg_class c on c.oid = attrelid
     where attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
       and (attname = 'account_id' or attnotnull and not atthasdef)
       and relname in (select table_name from information_schema.columns where column_name = 'account_id' and table_schema = 'public')
       and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const byTable = Map.groupBy(columns, ({ name }) => name)
  for (const [name, own] of byTable) {
    for (const account of [OWN, OTHER]) {
      const values = own.map(({ column, type }) => (column === 'account_id' ? `'${account}'` : sampleOf(type)))
      await ownerPool.query(
        `insert into ${name} (${own.map(({ column }) => column).join(', ')}) select ${values.join(', ')} on conflict do nothing`,
      )
    }
  }
  return [...byTable.keys()].sort()
}

let tables: readonly string[] = []
beforeAll(async () => {
  tables = await fillEveryTable()
})

test('every table is of accounts and protected, or listed with a reason why it is of nobody', async () => {
  const rows = await ask<{ name: string; is_protected: boolean }>(
    `select relname as name, relrowsecurity and exists (select from pg_policy where polrelid = c.oid) as is_protected from ${TABLES}`,
  )
  const open = rows.filter(({ is_protected }) => !is_protected).map(({ name }) => name)
  // A new table needs select protect_tenant('…') in its migration and in schema.sql.
  expect(open.toSorted()).toEqual(Object.keys(OF_NOBODY))
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((name) => Object.hasOwn(OF_NOBODY, name))).toEqual([])
})

test('a query that names no account finds nothing, in every table of accounts', async () => {
  const client = new pg.Client({ ...database.address, user: ROLES.calls })
  await client.connect()
  whenDone(() => client.end())
  const found = async (name: string) => (await client.query(`select account_id from ${name}`)).rows
  for (const name of tables) expect({ name, found: await found(name) }).toEqual({ name, found: [] })
  await client.query(`select set_config('app.account', '', false)`)
  for (const name of tables) expect({ name, found: await found(name) }).toEqual({ name, found: [] })
})

test('a query of an account finds, changes and deletes its own rows alone, and writes no other’s', async () => {
  const client = new pg.Client({ ...database.address, user: ROLES.calls })
  await client.connect()
  whenDone(() => client.end())
  await client.query(`select set_config('app.account', '${OWN}', false)`)
  for (const name of tables) {
    const { rows } = await client.query(`select account_id from ${name}`)
    // Some rows are written by triggers besides.
    expect({ name, found: [...new Set(rows.map((row) => row.account_id))] }).toEqual({ name, found: [OWN] })
    await client.query('begin')
    await expect(client.query(`update ${name} set account_id = '${OTHER}'`)).rejects.toThrow('row-level security')
    await client.query('rollback')
    await client.query('begin')
    expect((await client.query(`delete from ${name}`)).rowCount).toBe(rows.length)
    await client.query('rollback')
  }
})

test('the roles own nothing, are no superusers, and calls cannot read the secrets of the server', async () => {
  const rows = await ask<object>(
    `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
       exists (select from pg_class where relowner = r.oid) as owns from pg_roles r where rolname like 'whereabouts\\_%' order by 1`,
  )
  const least = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, owns: false }
  expect(rows).toEqual([
    { rolname: ROLES.calls, ...least, rolbypassrls: false },
    { rolname: ROLES.server, ...least, rolbypassrls: true },
  ])
  const roleOf = async (work: () => Promise<{ rows: { role: string }[] }>) => (await work()).rows[0]!.role
  const askRole = () => sql<{ role: string }>`select current_user as role`.execute(callsDb)
  expect(await roleOf(() => asAccount(OWN, askRole))).toBe(ROLES.calls)
  expect(await roleOf(() => acrossAccounts(askRole))).toBe(ROLES.server)
  expect(await roleOf(() => sql<{ role: string }>`select current_user as role`.execute(database.db))).toBe(ROLES.server)
  const secret = sql`select value from server_secrets`
  await expect(asAccount(OWN, () => secret.execute(callsDb))).rejects.toThrow('permission denied')
  await expect(sql`drop table firmwares`.execute(database.db)).rejects.toThrow('must be owner')
})

test('a connection never keeps the account of who had it before, and a call without one is refused', async () => {
  const seen = (account: string) =>
    asAccount(account, () => sql<{ account_id: string }>`select account_id from trackers`.execute(callsDb))
  const accounts = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? OTHER : OWN))
  const answers = await Promise.all(accounts.map(seen))
  expect(answers.map(({ rows }) => rows)).toEqual(accounts.map((account_id) => [{ account_id }]))
  await asAccount(OTHER, () =>
    callsDb.transaction().execute(async (db) => {
      await sql`select set_config('app.account', ${OWN}, false)`.execute(db)
      throw new Error('rolled back')
    }),
  ).catch(() => {})
  expect((await seen(OTHER)).rows).toEqual([{ account_id: OTHER }])
  await expect(sql`select 1`.execute(callsDb)).rejects.toThrow('named no account')
})

test('an owner who may not take the roles on works in their place, and is told so', async () => {
  const { host, database: name } = await makeDatabase('template0')
  const plain = `plain_${name}`
  await ownerPool.query(`create role ${plain} login`)
  await ownerPool.query(`alter database ${name} owner to ${plain}`)
  whenDone(async () => {
    const client = new pg.Client({ host, user: database.address.user, database: name })
    await client.connect()
    await client.query(`reassign owned by ${plain} to current_user; drop owned by ${plain}; drop role ${plain}`)
    await client.end()
  })
  const address = { host, user: plain, database: name }
  const told: unknown[] = []
  const log = { ...quietLog, warn: (facts: unknown) => void told.push(facts) } as typeof quietLog
  const roles = await migrateDatabase(address, log)
  expect(roles).toEqual({ server: undefined, calls: undefined })
  expect(told).toEqual([{ roles: [ROLES.server, ROLES.calls] }])
  const connected = connectDatabase(address, quietLog, roles)
  whenDone(() => connected.close())
  const { rows } = await asAccount(OWN, () => sql`select account_id from accounts`.execute(connected.callsDb))
  expect(rows).toEqual([])
})

test('an owner in another place takes the roles on as it connects', async () => {
  const { host, user, database: name } = await makeDatabase('template0')
  const address = { connectionString: `postgresql:///${name}?host=${encodeURIComponent(host)}&user=${user}` }
  const roles = await migrateDatabase(address, quietLog)
  expect(roles).toEqual(ROLES)
  const connected = connectDatabase(address, quietLog, roles)
  whenDone(() => connected.close())
  const query = sql<{ role: string }>`select current_user as role`
  expect((await query.execute(connected.db)).rows).toEqual([{ role: ROLES.server }])
  expect((await asAccount(OWN, () => query.execute(connected.callsDb))).rows).toEqual([{ role: ROLES.calls }])
})
