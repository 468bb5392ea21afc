import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { makeDatabase, type TestDatabase } from '../../../../../scripts/harness/test-database.ts'
import { findRules } from '../../features/attendance/queries.ts'
import { JobQueue } from '../../jobs/queue.ts'
import { listVisits, type VisitRow } from '../../state/visits.ts'
import { StartFault } from '../start-fault.ts'
import { connectDatabase } from './database.ts'
import { MIGRATIONS_FOLDER, migrateDatabase } from './migrations.ts'

type Address = TestDatabase['address']

async function query(address: Address, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The migrations of an older version: those before this number. */
const folderBefore = (number: string): string =>
  folderOf(
    Object.fromEntries(
      readdirSync(MIGRATIONS_FOLDER)
        .filter((name) => /^\d{4}_/.test(name) && name < number)
        .map((name) => [name, readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')]),
    ),
  )

/** Everything a database consists of, one line each, sorted: column order is not promised. */
const shapeOf = async (address: Address) =>
  (
    await query(
      address,
      `with ours as (
         select c.oid, c.relname, c.relkind, c.relpartbound from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'migrations_lock', 'migrations_pkey', 'migrations_lock_pkey')
       )
       select format('%s %s %s %s', relkind, relname, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid)) as line from ours
       union all
       select format('column %s.%s %s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
         attidentity, attgenerated, pg_get_expr(adbin, adrelid))
       from ours join pg_attribute a on attrelid = ours.oid and attnum > 0 and not attisdropped
       left join pg_attrdef d on adrelid = attrelid and adnum = attnum where relkind in ('r', 'p', 'v', 'm')
       union all
       select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(c.oid))
       from ours join pg_constraint c on conrelid = ours.oid
       union all
       select format('index %s', pg_get_indexdef(oid)) from ours where relkind in ('i', 'I')
       union all
       select format('trigger %s', pg_get_triggerdef(t.oid)) from ours join pg_trigger t on tgrelid = ours.oid and not tgisinternal
       union all
       select format('policy %s on %s as %s for %s to %s using %s check %s', polname, polrelid::regclass, polpermissive, polcmd, polroles,
         pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
       union all
       select format('row security %s', relname) from pg_class where relrowsecurity
       union all
       select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
       where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
       union all
       select format('type %s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
       from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
       order by line`,
    )
  ).map((row) => row.line)

test('a database made from schema.sql equals a migrated one', async () => {
  const migrated = await makeDatabase('template0')
  await migrateDatabase(migrated, quietLog)
  const fresh = await makeDatabase('template0')
  await query(fresh, readFileSync(join(MIGRATIONS_FOLDER, 'schema.sql'), 'utf8'))
  const shape = await shapeOf(migrated)
  expect(shape.length).toBeGreaterThan(100)
  // On a difference, put the new migration's outcome into schema.sql too.
  expect(await shapeOf(fresh)).toEqual(shape)
})

test('rows that an older version left to be replayed keep their order through 0011; rows that were applied have none', async () => {
  const address = await makeDatabase('template0')
  await migrateDatabase(address, quietLog, { folder: folderBefore('0011') })
  const day = 20_000 * 86_400_000
  await query(
    address,
    `create table a_day partition of location_logs for values from (${day}) to (${day + 86_400_000});
     insert into location_logs (account_id, device_id, scanned_at_ms, sender_id, seq, received_at_ms, clock_ahead)
       select gen_random_uuid(), 'tag', ${day}, 'station', received_at_ms::text, received_at_ms, false
       from unnest(array[${day}, ${day + 170_000}, ${day + 150_000}, ${day + 160_000}]) received_at_ms;
     update servers set received_at_ms = ${day + 200_000}`,
  )
  await migrateDatabase(address, quietLog)
  const rows = await query(
    address,
    `select received_at_ms::bigint - ${day} as received, log_order, log_order < nextval('log_orders') as is_before_next,
       log_order >= (select min(position) from shards) as is_left
     from location_logs order by received_at_ms`,
  )
  expect(rows).toMatchObject([
    { received: '0', log_order: '0', is_left: false },
    { received: '150000', log_order: '1', is_left: true, is_before_next: true },
    { received: '160000', log_order: '2', is_left: true, is_before_next: true },
    { received: '170000', log_order: '3', is_left: true, is_before_next: true },
  ])
})

test('an account that an older version had not erased to the end is erased by a job after 0018', async () => {
  const address = await makeDatabase('template0')
  await migrateDatabase(address, quietLog, { folder: folderBefore('0018') })
  const account_id = '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11'
  await query(address, `insert into erasures values ('${account_id}', 0)`)
  await migrateDatabase(address, quietLog)
  const { db, pool, close } = connectDatabase(address, quietLog)
  onTestFinished(close)
  const queue = new JobQueue({ db, pool, log: quietLog })
  onTestFinished(() => queue.close())
  const erased = new Promise((resolve) => {
    void queue.start({ eraseHistory: async ({ payload }) => resolve(payload) })
  })
  expect(await erased).toEqual({ account_id })
})

test('0019 keeps pending changes of the rules’ memory, and leaves out what the open conditions say', async () => {
  const address = await makeDatabase('template0')
  await migrateDatabase(address, quietLog, { folder: folderBefore('0019') })
  const zone = (id: string, inside: boolean, otherwise: number | null) => ({
    ...{ zone_id: id, inside, otherwise_ms: otherwise },
  })
  const memories = {
    in: { zones: [zone('a', true, null)], is_battery_low: true },
    leaving: { zones: [zone('a', true, 7), zone('b', false, 8), zone('c', true, null)] },
    warm: { temperature: { side: 'high', since_ms: 5, seen_ms: 6, is_raised: false } },
    cold: { temperature: { side: 'low', since_ms: 5, seen_ms: 6, is_raised: true } },
  }
  const account = '00000000-0000-4000-8000-000000000001'
  await query(
    address,
    `insert into accounts (account_id, created_at) values ('${account}', 1);
     insert into device_conditions (account_id, device_id, kind, since_ms, seen_ms, is_raised, since_order)
       values ('${account}', 'warm', 'high_temperature', 5, 5, false, 4);
     insert into tracker_states (account_id, device_id, last_seen_ms, rule_memory, updated_at_ms)
       select '${account}', key, 1, value, 1 from jsonb_each('${JSON.stringify(memories)}')`,
  )
  await migrateDatabase(address, quietLog)
  expect(await query(address, 'select device_id, rule_memory from tracker_states order by device_id')).toEqual([
    { device_id: 'cold', rule_memory: null },
    { device_id: 'in', rule_memory: null },
    { device_id: 'leaving', rule_memory: { zones: [zone('a', true, 7), zone('b', false, 8)] } },
    { device_id: 'warm', rule_memory: { temperature: { since_order: 4, since_ms: 5, seen_ms: 6 } } },
  ])
})

test('two servers that start at once apply each migration once', async () => {
  const address = await makeDatabase('template0')
  const folder = folderOf({
    '0001_one.sql': 'create table one (id integer); select pg_sleep(0.2);',
    '0002_two.sql': 'insert into one values (2);',
  })
  await Promise.all([1, 2, 3].map(() => migrateDatabase(address, quietLog, { folder })))
  expect(await query(address, 'select id from one')).toEqual([{ id: 2 }])
})

test('a migration that fails leaves the database as it was', async () => {
  const address = await makeDatabase('template0')
  const folder = folderOf({
    '0001_one.sql': 'create table one (id integer);',
    '0002_two.sql': 'insert into one values (2); insert into nowhere values (3);',
  })
  await expect(migrateDatabase(address, quietLog, { folder })).rejects.toThrow('Migration 0002_two failed.')
  expect(await query(address, `select to_regclass('one') as one`)).toEqual([{ one: null }])
})

test('a database of a newer version is refused, with the names of its unknown migrations', async () => {
  const address = await makeDatabase('template0')
  const older = { '0001_one.sql': 'create table one (id integer);' }
  await migrateDatabase(address, quietLog, { folder: folderOf({ ...older, '0002_later.sql': 'drop table one;' }) })
  const refused = migrateDatabase(address, quietLog, { folder: folderOf(older) })
  await expect(refused).rejects.toThrow(StartFault)
  await expect(refused).rejects.toThrow('used by a newer version (0002_later is unknown here)')
})

test('a database that acknowledges commits before they are flushed is refused', async () => {
  const address = await makeDatabase('template0')
  await query(address, `alter database ${address.database} set synchronous_commit = off`)
  await expect(migrateDatabase(address, quietLog)).rejects.toThrow(
    'may lose committed data: turn on synchronous_commit',
  )
})

test('a database that does not exist is reported at once', async () => {
  const address = await makeDatabase('template0')
  await expect(migrateDatabase({ ...address, database: 'nowhere' }, quietLog)).rejects.toThrow('does not exist')
})

test('0067 makes visits of the conditions of zones; a silence divides one, and one that goes on stands in the hot row', async () => {
  const address = await makeDatabase('template0')
  await migrateDatabase(address, quietLog, { folder: folderBefore('0067') })
  const account = '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11'
  const [ward, gone] = ['6f0c4a53-3d5c-4a53-9a0e-1b6f0a9c7d11', '6f0c4a53-3d5c-4a53-9a0e-1b6f0a9c7d12']
  const [start, hour] = [Date.UTC(2026, 10, 10, 8), 3_600_000]
  await query(
    address,
    `insert into accounts (account_id, created_at) values ('${account}', 0);
     insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
       values ('${account}', '${ward}', 'Ward', 'attendance', '{"t4_ids": []}', 0);
     insert into removed_zones values ('${account}', '${gone}', 'Gate');
     insert into trackers (account_id, device_id, name, device_model, created_at) values ('${account}', 'tag', 'Mei', 'g3', 0);
     insert into tracker_states (account_id, device_id, last_seen_ms, updated_at_ms)
       values ('${account}', 'tag', ${start + 9 * hour}, 0);
     insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, until_ms) values
       ('${account}', 'tag', 'in_zone', '${gone}', ${start}, 0, false, ${start + hour}),
       ('${account}', 'tag', 'in_zone', '${ward}', ${start + 2 * hour}, 0, false, null),
       ('${account}', 'tag', 'offline', '', ${start + 5 * hour}, ${start + 4 * hour}, true, ${start + 8 * hour})`,
  )
  await migrateDatabase(address, quietLog)
  const { db, close } = connectDatabase(address, quietLog)
  onTestFinished(close)
  const visits = await listVisits(db, account, { fromMs: start, untilMs: start + 24 * hour, zoneTypes: ['attendance'] })
  expect(
    visits.map((visit) => [visit.zone_name, visit.device_name, ...spanOf(visit, start, hour), visit.ended]),
  ).toEqual([
    ['Gate', 'Mei', 0, 1, 'outside'],
    ['Ward', 'Mei', 2, 4, 'silence'],
    ['Ward', 'Mei', 8, 9, null],
  ])
})

test('0070 makes one shift of the work times of an account, for all its days', async () => {
  const address = await makeDatabase('template0')
  await migrateDatabase(address, quietLog, { folder: folderBefore('0070') })
  const account = '3d5c2a0e-6f0c-4a53-9a0e-1b6f0a9c7d11'
  await query(
    address,
    `insert into accounts (account_id, created_at) values ('${account}', 0);
     insert into attendance_rules values ('${account}', '22:00', '06:00', 15)`,
  )
  await migrateDatabase(address, quietLog)
  const { db, close } = connectDatabase(address, quietLog)
  onTestFinished(close)
  expect((await findRules(db, account)).rulesOn('2020-02-29')).toMatchObject({
    shifts: [{ name: '', start: '22:00', end: '06:00' }],
    over_time_minutes: 15,
  })
})

const spanOf = ({ from_ms, until_ms }: VisitRow, startMs: number, hourMs: number) => [
  (from_ms - startMs) / hourMs,
  (until_ms - startMs) / hourMs,
]
