/** The server inside the test's process, on its own database, with a clock that is moved and never waited for. */
import './shared-serialisers.ts'
import { onTestFinished } from 'vitest'
import { type AppSettings, createApp, type RunningApp } from '../../apps/server/src/app.ts'
import type { Bus } from '../../apps/server/src/bus/bus.ts'
import { LocalBus } from '../../apps/server/src/bus/local-bus.ts'
import { type Random, systemRandom } from '../../apps/server/src/platform/clock.ts'
import { type HardwarePorts, readSettings } from '../../apps/server/src/platform/settings.ts'
import { quietLog } from './quiet-log.ts'
import { connectTestDatabase, type TestDatabase, testDatabase } from './test-database.ts'
import { whenDone } from './when-done.ts'

interface TestClock {
  now(): number
  steady(): number
  /** Lets that much time (ms) pass; less than none: the clock is set back. */
  move(ms: number): void
  /** Sets the clock on or back by this much (ms), and no time passes. */
  set(ms: number): void
  /** Until the test is over no time passes but what is moved, however slow the machine is. */
  hold(): void
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the call it names answers.
  readonly body: any
}

export interface TestApp {
  readonly running: RunningApp
  /** Where other servers may come beside it. */
  readonly bus: Bus | undefined
  readonly database: TestDatabase
  readonly clock: TestClock
  readonly origin: string
  readonly mqttPort: number
  readonly hardwarePorts: HardwarePorts
  /** Where there is one beside that with TLS. */
  readonly plainMqttPort: number | undefined
  /** A call by a session's token, or by nobody. */
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
}

const movableClock = (): TestClock => {
  let [offset, passed] = [0, 0]
  // As the server's own, it knows nothing of the machine's clock being set.
  const startedMs = Date.now() - performance.now()
  let heldMs: number | undefined
  const steady = () => heldMs ?? performance.now()
  return {
    now: () => Math.floor(startedMs + steady()) + offset,
    steady: () => steady() + passed,
    hold() {
      heldMs = steady()
      onTestFinished(() => {
        heldMs = undefined
      })
    },
    move(ms) {
      offset += ms
      passed += Math.max(0, ms)
    },
    set(ms) {
      offset += ms
    },
  }
}

async function sameDatabase({ database: { address } }: TestApp): Promise<TestDatabase> {
  const database = connectTestDatabase(address)
  whenDone(() => database.close())
  return { ...database, address }
}

export async function testApp({
  random = systemRandom,
  env = {},
  beside,
  isShared = beside !== undefined,
  bus = beside?.bus,
  ...rest
}: {
  random?: Random
  env?: Readonly<Record<string, string>>
  /** Other servers may come beside it. */
  isShared?: boolean
  /** Such a server, whose database, clock and bus it shares. */
  beside?: TestApp
} & Partial<
  Pick<
    AppSettings,
    | 'consoleFolder'
    | 'providers'
    | 'lineApi'
    | 'pushServices'
    | 'limits'
    | 'log'
    | 'demo'
    | 'disk'
    | 'renewEveryMs'
    | 'interfaces'
    | 'bus'
  >
> = {}): Promise<TestApp> {
  const database = beside === undefined ? await testDatabase() : await sameDatabase(beside)
  const clock = beside?.clock ?? movableClock()
  const settings = { ...readSettings({ HOST: '127.0.0.1', ...env }), port: 0, mqttPort: 0 }
  if (beside !== undefined && beside.bus === undefined) throw new Error('The server beside must be shared.')
  const ownBus = bus ?? (isShared ? new LocalBus({ log: quietLog, clock }) : undefined)
  const shared = ownBus === undefined ? {} : { bus: ownBus }
  const running = await createApp({ settings, database, clock, random, log: quietLog, ...shared, ...rest })
  // Clocks are moved by days here: what is old is cleared away where a test says so, not in the midst of others.
  await running.nightly.close()
  const { port, mqttPort, plainMqttPort, hardwarePorts } = await running.listen()
  whenDone(() => running.close())
  const origin = `http://127.0.0.1:${port}`
  return {
    running,
    bus: ownBus,
    database,
    clock,
    origin,
    mqttPort,
    hardwarePorts,
    plainMqttPort,
    async call(method, path, { token, body, headers = {} } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
  }
}
