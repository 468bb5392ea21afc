/** The real server as a process of its own, for crash and browser tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientConfig } from 'pg'
import type { ProviderDescription } from '../../apps/server/src/features/auth/providers.ts'
import { SUPERUSER } from '../../apps/server/src/platform/postgres/postgres.ts'
import { readPostmasterFile } from '../../apps/server/src/platform/postgres/postgres-leftovers.ts'
import type { SystemUser } from '../../apps/server/src/platform/postgres/postgres-runtime.ts'
import { DATABASE_NAME } from '../../apps/server/src/platform/postgres/supervise-database.ts'
import { patient } from './patience.ts'
import { preparedDataFolder } from './prepared-data.ts'

const SERVER = join(import.meta.dirname, '../../apps/server/src')
const WITH_PROVIDERS = join(import.meta.dirname, 'serve-with-providers.ts')
const READY = /(https?:\/\/[^\s/]+:(\d+))\s+\(MQTT on port (\d+)\)/
const START_PATIENCE_MS = 150_000

export interface ServerSettings {
  /** `demo` is filled and has a building living in it. */
  readonly entry?: 'main' | 'demo'
  readonly env?: Readonly<Record<string, string>>
  /** Sign-in services instead of the real ones, in a demo without its building; their names at them go in `env`. */
  readonly providers?: readonly ProviderDescription[]
  /** Whom it runs as; ourselves unless named. */
  readonly user?: SystemUser | undefined
}

interface ExitedServer {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Everything it wrote. */
  readonly output: string
}

export interface ServerProcess {
  readonly child: ChildProcess
  readonly exited: Promise<ExitedServer>
  /** Everything it has written so far. */
  readonly output: () => string
  /** Settles when both ports are open; rejects when the process ends before. */
  readonly ready: Promise<{ origin: string; port: number; mqttPort: number }>
}

/** Where Node keeps what it compiled, as vitest.config.ts says: a start then takes half the time. */
export const compileCache = (): Readonly<Record<string, string>> => {
  const folder = process.env.NODE_COMPILE_CACHE
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** Our own environment without what would change the server; ports are free ones unless named. */
const environment = (env: Readonly<Record<string, string>>) => ({
  ...compileCache(),
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  TMPDIR: tmpdir(),
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PORT: '0',
  MQTT_PORT: '0',
  ...env,
})

/** Starts the process and answers at once; for tests of starts that fail. */
export function spawnServer({ entry = 'main', env = {}, providers, user }: ServerSettings): ServerProcess {
  const program = providers === undefined ? [join(SERVER, `${entry}.ts`)] : [WITH_PROVIDERS, JSON.stringify(providers)]
  const child = spawn(process.execPath, program, {
    ...user,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that ran out of time must not leave a server behind.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  const output: string[] = []
  const exited = new Promise<ExitedServer>((resolve) => {
    child.on('close', (code, signal) => {
      process.off('exit', endWithUs)
      resolve({ code, signal, output: output.join('') })
    })
  })
  const ready = new Promise<{ origin: string; port: number; mqttPort: number }>((resolve, reject) => {
    child.stderr.on('data', (chunk) => output.push(String(chunk)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(`${line}\n`)
      const [, origin, port, mqttPort] = READY.exec(line) ?? []
      if (origin !== undefined) resolve({ origin, port: Number(port), mqttPort: Number(mqttPort) })
    })
    const timer = setTimeout(
      () => reject(new Error(`The server is not ready in time:\n${output.join('')}`)),
      patient(START_PATIENCE_MS),
    )
    exited.then(({ code, signal }) => {
      clearTimeout(timer)
      reject(new Error(`The server ended (${code ?? signal}) before it was ready:\n${output.join('')}`))
    })
  })
  // Who waits for the exit alone is not to be told twice.
  ready.catch(() => {})
  return { child, exited, ready, output: () => output.join('') }
}

/** A server that is ready, wherever it runs. */
export interface ServerUnderTest {
  readonly origin: string
  readonly port: number
  readonly mqttPort: number
  /** Of its database. */
  readonly address: ClientConfig
  /** Starts it again on the same ports and data, after ending it in order where it still runs. */
  restart(): Promise<void>
  /** Ends it in order, and removes its data. */
  stop(): Promise<void>
}

/** In a process of its own. */
export interface TestServer extends ServerUnderTest {
  readonly dataDir: string
  /** The process that runs now. */
  readonly process: () => ServerProcess
  /** The bundled database that runs now. */
  readonly postmaster: () => { readonly pid: number; readonly address: ClientConfig }
}

/**
 * A server that is ready, on free ports and with a data folder of its own, unless `env` says otherwise. Its database is
 * there already: who tests a first start names an empty DATA_DIR.
 */
export async function startServer(settings: ServerSettings = {}): Promise<TestServer> {
  const dataDir = settings.env?.DATA_DIR ?? (await preparedDataFolder())
  let running = spawnServer({ ...settings, env: { DATA_DIR: dataDir, ...settings.env } })
  const { port, mqttPort } = await running.ready
  const env = { DATA_DIR: dataDir, ...settings.env, PORT: String(port), MQTT_PORT: String(mqttPort) }
  const end = async () => {
    running.child.kill('SIGTERM')
    await running.exited
  }
  const postmaster = () => {
    const running = readPostmasterFile(join(dataDir, 'postgres'))
    if (running === undefined) throw new Error('No database runs in the data folder.')
    return {
      pid: running.pid,
      address: { host: running.runFolder, user: SUPERUSER, database: DATABASE_NAME },
    }
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    ...{ port, mqttPort, dataDir, postmaster },
    process: () => running,
    get address() {
      return postmaster().address
    },
    async restart() {
      await end()
      running = spawnServer({ ...settings, env })
      await running.ready
    },
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
