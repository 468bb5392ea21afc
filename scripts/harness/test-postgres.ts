/** A PostgreSQL beside the server, as an operator's own: tests stop it and start it again. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  makeRunFolder,
  type RunningPostgres,
  SUPERUSER,
  startPostgres,
} from '../../apps/server/src/platform/postgres/postgres.ts'
import {
  choosePostgresUser,
  findBundledRuntime,
  type PostgresRuntime,
} from '../../apps/server/src/platform/postgres/postgres-runtime.ts'
import { copyFolder, preparedData } from './prepared-data.ts'
import { secondsOfTree } from './processor-time.ts'
import { quickParent } from './quick-parent.ts'
import { quietLog } from './quiet-log.ts'

const OLDEST_BIN = '/usr/lib/postgresql/15/bin'

/** The oldest PostgreSQL we support, where this machine has it. */
export const oldestRuntime: PostgresRuntime | undefined = existsSync(join(OLDEST_BIN, 'postgres'))
  ? { bin: OLDEST_BIN, major: 15 }
  : undefined

export interface TestPostgres {
  /** Folder of its socket. */
  readonly host: string
  /** A value for DATABASE_URL. */
  urlOf(database: string): string
  /** What its processes used of the processor (s), those of ended connections too. */
  seconds(): number
  stop(): Promise<void>
  /** As a power cut would end it; resolves when it is gone. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and leaves nothing behind. */
  remove(): Promise<void>
}

interface TestPostgresSettings {
  /** The bundled PostgreSQL unless named. */
  readonly runtime?: PostgresRuntime | undefined
  /** Whether its folder stands in memory where there is room: for tests that do not end it. Its settings are the same. */
  readonly inMemory?: boolean
  /** Whether the migrated database of a server is in it already; only of the bundled PostgreSQL. */
  readonly isPrepared?: boolean
}

/** A fresh cluster that runs. */
export async function testPostgres({
  runtime: named,
  inMemory = false,
  isPrepared = false,
}: TestPostgresSettings = {}): Promise<TestPostgres> {
  const parent = mkdtempSync(join(inMemory ? quickParent() : tmpdir(), 'whereabouts-test-'))
  const folder = join(parent, 'postgres')
  if (isPrepared) await copyFolder(join(await preparedData(), 'postgres'), folder)
  const user = choosePostgresUser(folder)
  if (user !== undefined) await chmod(parent, 0o711)
  const runtime = named ?? (await findBundledRuntime(user))
  const runFolder = makeRunFolder(user)
  const start = () =>
    startPostgres({ runtime, user, folder, runFolder, log: quietLog, settings: { max_connections: '200' } })
  let running: RunningPostgres | undefined = await start()
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  return {
    host: runFolder,
    urlOf: (database) => `postgresql:///${database}?host=${encodeURIComponent(runFolder)}&user=${SUPERUSER}`,
    seconds: () => (running === undefined ? 0 : secondsOfTree(running.pid)),
    stop,
    async kill() {
      if (running === undefined) return
      process.kill(running.pid, 'SIGKILL')
      await running.ended
      running = undefined
    },
    async start() {
      running = await start()
    },
    async remove() {
      await stop()
      rmSync(parent, { recursive: true, force: true })
      rmSync(runFolder, { recursive: true, force: true })
    },
  }
}
