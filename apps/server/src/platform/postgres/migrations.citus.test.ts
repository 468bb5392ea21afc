/** Upgrades of a database whose tables are spread over workers. Decision 0084. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addWorkers, askCoordinator, operatorsDatabase } from '../../../../../scripts/harness/citus-cluster.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { MIGRATIONS_FOLDER, migrateDatabase } from './migrations.ts'

/** The last migration before a server could spread tables. */
const LAST_BEFORE = '0063'

test('every migration since reaches the tables on workers, by an owner who is no superuser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(MIGRATIONS_FOLDER).filter((name) => name.slice(0, 4) <= LAST_BEFORE)) {
    cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name))
  }
  const { name, url, remove } = await operatorsDatabase()
  onTestFinished(remove)
  const migrate = (given: object = {}) =>
    migrateDatabase({ connectionString: url }, quietLog, { beforeDistribution: async () => {}, ...given })
  await migrate({ folder })
  // A shard that has partitions and rows.
  await askCoordinator(
    name,
    `select make_partition('stays', 'stays_2026_11_19', 1795046400000, 1797465600000)`,
    `insert into stays (account_id, device_id, from_ms, until_ms, kind, sender_id, sender_name, sightings, device_name, class_index)
     select gen_random_uuid(), 'G3-1', 1795046400000 + n, 1795046400001 + n, 'station', 'T4-1', 'Lounge', 1, 'Sato', 1
     from generate_series(1, 100) n`,
  )
  await addWorkers(name)
  expect(await migrate({ folder })).toMatchObject({ areWorkersTold: true })
  const before = await askCoordinator(name, 'select count(*)::int as rows from stays')
  expect(await migrate()).toMatchObject({ areWorkersTold: true })
  expect(await askCoordinator(name, 'select count(*)::int as rows from stays')).toEqual(before)
  expect(before).toEqual([{ rows: 100 }])
})
