/**
 * The server with the demo's people, within the test's process and on a copy of a filled database of the tier's cluster: it
 * starts in a tenth of a second. What only a process of its own shows is tested by `startServer`.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type AppSettings, createApp } from '../../apps/server/src/app.ts'
import { systemClock, systemRandom } from '../../apps/server/src/platform/clock.ts'
import { connectDatabase } from '../../apps/server/src/platform/postgres/database.ts'
import { SUPERUSER } from '../../apps/server/src/platform/postgres/postgres.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import type { ServerUnderTest } from './start-server.ts'
import { DEMO_TEMPLATE } from './test-cluster.ts'

export interface DemoSettings extends Pick<AppSettings, 'providers'> {
  readonly env?: Readonly<Record<string, string>>
  /** Name of the database it begins with a copy of. */
  readonly template?: string
}

export interface DemoServer extends ServerUnderTest {
  /** Everything it logged so far, from warnings on. */
  logged(): string
  /** Ends it and leaves its database, whose name it answers. */
  leave(): Promise<string>
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ host: inject('postgresHost'), user: SUPERUSER, database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** One that is ready; without sign-in services unless `providers` names some. */
export async function demoServer({
  env = {},
  providers = [],
  template = DEMO_TEMPLATE,
}: DemoSettings = {}): Promise<DemoServer> {
  const name = `demo_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} template ${template}`)
  const address = { host: inject('postgresHost'), user: SUPERUSER, database: name }
  const lines: string[] = []
  const log = pino({ base: null, level: 'warn' }, { write: (line) => void lines.push(line) })
  const start = async (port: number, mqttPort: number) => {
    const database = connectDatabase(address, log)
    const settings = { ...readSettings({ HOST: '127.0.0.1', ...env }), port, mqttPort }
    const app = await createApp({
      ...{ settings, database, log, providers, demo: true },
      ...{ clock: systemClock, random: systemRandom },
    })
    const ports = await app.listen()
    const end = async () => {
      await app.close()
      await database.close()
    }
    return { ...ports, end }
  }
  let running = await start(0, 0)
  const { port, mqttPort } = running
  return {
    origin: `http://127.0.0.1:${port}`,
    ...{ port, mqttPort, address },
    logged: () => lines.join(''),
    async restart() {
      await running.end()
      running = await start(port, mqttPort)
    },
    async leave() {
      await running.end()
      return name
    },
    async stop() {
      await running.end()
      await administer(`drop database ${name} with (force)`)
    },
  }
}
