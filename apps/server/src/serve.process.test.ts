import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTo, createServer } from 'node:net'
import { join } from 'node:path'
import mqtt from 'mqtt'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../scripts/harness/given.ts'
import { bodyOf } from '../../../scripts/harness/ledger.ts'
import { type LedgerSite, makeLedgerSite } from '../../../scripts/harness/ledger-site.ts'
import { patient } from '../../../scripts/harness/patience.ts'
import { preparedDataFolder } from '../../../scripts/harness/prepared-data.ts'
import { quickParent } from '../../../scripts/harness/quick-parent.ts'
import { quietLog } from '../../../scripts/harness/quiet-log.ts'
import { spawnServer, startServer, type TestServer } from '../../../scripts/harness/start-server.ts'
import { TEMPLATE } from '../../../scripts/harness/test-cluster.ts'
import { makeDatabase } from '../../../scripts/harness/test-database.ts'
import { readPostmasterFile } from './platform/postgres/postgres-leftovers.ts'
import { superviseDatabase } from './platform/postgres/supervise-database.ts'
import { readSettings } from './platform/settings.ts'

vi.setConfig({ testTimeout: patient(300_000) })

function temporaryFolder(): string {
  const folder = mkdtempSync(join(quickParent(), 'whereabouts-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** In memory, as nothing is killed here. */
async function server(dataDir?: string, env: Record<string, string> = {}): Promise<TestServer> {
  const folder = dataDir ?? (await preparedDataFolder({ inMemory: true }))
  const started = await startServer({ env: { ...env, DATA_DIR: folder } })
  onTestFinished(() => started.stop())
  return started
}

/** An external database that is ready: a start that fails at something else needs none of its own. */
async function readyDatabase(): Promise<string> {
  const { host, user, database } = await makeDatabase(TEMPLATE)
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}

/** How a start that must fail ends: its code, and what it says beside the log. */
async function failedStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { exited } = spawnServer({ env: { DATA_DIR: join(temporaryFolder(), 'data'), ...env } })
  const { code, output } = await exited
  const lines = output.split('\n').filter((line) => !line.startsWith('{'))
  return { code, said: lines.join('\n').trim() }
}

const takenPort = () =>
  new Promise<number>((resolve) => {
    const other = createServer().listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
    onTestFinished(() => void other.close())
  })

/** Each sentence: platform/start-faults.test.ts and settings.test.ts. */
test('a start that cannot be made says so in a sentence, without a trace, and ends with code 1', async () => {
  const port = await takenPort()
  expect(await failedStart({ DATABASE_URL: await readyDatabase(), PORT: String(port) })).toEqual({
    code: 1,
    said: `Port ${port} is already in use. Stop what uses it, or set PORT to another one.`,
  })
})

async function query(running: TestServer, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(running.postmaster().address)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

const setupLinkOf = (output: string) => /Create the first owner within 24 hours: (\S+)/.exec(output)?.[1]

test('the first start prints a link that makes the owner, each start a new one until there is an owner (rule 8)', async () => {
  const running = await server(join(temporaryFolder(), 'data'))
  const setUp = (link: string | undefined) =>
    fetch(`${running.origin}/v3/app/users/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: link?.split('#token=')[1],
        user: { email: 'first@example.com', password: 'a good long password', fullname: 'Mori Yuki', locale: 'en-us' },
      }),
    })
  const end = async () => {
    running.process().child.kill('SIGTERM')
    return setupLinkOf((await running.process().exited).output)
  }
  const first = await end()
  expect(first).toMatch(new RegExp(`^${running.origin}/setup#token=[A-Za-z0-9_-]{43}$`))
  await running.restart()
  const second = setupLinkOf(running.process().output())
  expect(second).not.toBe(first)
  expect((await setUp(first)).status).toBe(401)
  expect((await setUp(second)).status).toBe(200)
  await end()
  await running.restart()
  expect(await end()).toBeUndefined()
})

/** Stops every write to the log until the answered function is called. */
async function holdLog(running: TestServer): Promise<() => Promise<void>> {
  const client = new pg.Client(running.postmaster().address)
  await client.connect()
  await client.query('begin; lock table location_logs in access exclusive mode')
  return () => client.end()
}

/** Resolves when so many wait for the log. */
const untilWaiting = (running: TestServer, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await query(running, 'select from pg_locks where not granted')
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })

const reportOf = (site: LedgerSite, sender: number, seq: number) => ({
  sender_id: site.senders[sender]!.sender_id,
  seq,
  scanned_at_ms: Date.now(),
  device_ids: site.device_ids,
  battery: 50,
})

function post(running: TestServer, site: LedgerSite, seq: number): Promise<Response> {
  const { sender_id, password } = site.senders[0]!
  return fetch(`${running.origin}/v3/device/report`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${sender_id}:${password}`).toString('base64')}`,
    },
    body: bodyOf(reportOf(site, 0, seq)),
  })
}

async function connect(running: TestServer, site: LedgerSite): Promise<mqtt.MqttClient> {
  const { sender_id: username, password } = site.senders[1]!
  const station = await mqtt.connectAsync(`mqtt://127.0.0.1:${running.mqttPort}`, {
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  onTestFinished(() => station.endAsync(true))
  return station
}

const publish = (station: mqtt.MqttClient, site: LedgerSite, seq: number) =>
  station.publishAsync(`whereabouts/${site.senders[1]!.sender_id}/up`, bodyOf(reportOf(site, 1, seq)), { qos: 1 })

test('while NATS is away a server starts, SIGTERM and SIGINT let what is under way finish, acknowledge it, and end it with code 0 (rule 57)', async () => {
  // Nobody listens there.
  const running = await server(undefined, { NATS_URL: 'nats://127.0.0.1:9' })
  expect(await (await fetch(`${running.origin}/ready`)).text()).toBe(
    'ready\nNATS is away, so reports of accounts at other servers are refused\n',
  )
  expect(running.process().output()).toContain('NATS is away; connecting as soon as it is back')
  const site = await makeLedgerSite(running.postmaster().address, { senders: 2, trackers: 8 })
  expect((await post(running, site, 1)).status).toBe(200)
  for (const [signal, seq] of [
    ['SIGTERM', 2],
    ['SIGINT', 3],
  ] as const) {
    const station = await connect(running, site)
    const release = await holdLog(running)
    const underWay = Promise.allSettled([post(running, site, seq), publish(station, site, seq)])
    // Both writers: the trackers are dealt among them.
    await untilWaiting(running, 2)
    running.process().child.kill(signal)
    await eventually(async () => {
      const ready = await fetch(`${running.origin}/ready`).then(
        (response) => response.status,
        () => 'closed',
      )
      expect(ready).not.toBe(200)
    })
    await release()
    const [overHttp, overMqtt] = await underWay
    expect(overHttp).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    expect(overMqtt).toMatchObject({ status: 'fulfilled' })
    expect(await running.process().exited).toMatchObject({ code: 0 })
    await running.restart()
  }
  const { rows } = await query(running, 'select distinct sender_id, seq from location_logs order by sender_id, seq')
  const [http, mqtt] = site.senders.map(({ sender_id }) => sender_id)
  expect(rows).toEqual([
    { sender_id: http, seq: '1' },
    { sender_id: http, seq: '2' },
    { sender_id: http, seq: '3' },
    { sender_id: mqtt, seq: '2' },
    { sender_id: mqtt, seq: '3' },
  ])
})

test('a server is not disturbed by another start on its DATA_DIR, which is refused, and consoles and senders that stay connected do not hold up its end (rule 57)', async () => {
  const running = await server()
  await expect(superviseDatabase(readSettings({ DATA_DIR: running.dataDir }), quietLog)).rejects.toThrow(
    `Another server is already running on DATA_DIR ${running.dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
  expect((await fetch(`${running.origin}/ready`)).status).toBe(200)
  const site = await makeLedgerSite(running.postmaster().address, { senders: 2, trackers: 8 })
  const station = await connect(running, site)
  const stream = await fetch(`${running.origin}/v3/app/stream`, { headers: { authorization: `Bearer ${site.token}` } })
  expect(stream.status).toBe(200)
  // As browsers open them in advance.
  const unused = connectTo(running.port, '127.0.0.1')
  await once(unused, 'connect')
  // Node keeps this connection open for the next request.
  expect((await post(running, site, 1)).status).toBe(200)
  // A connection that nobody reads never reports its end.
  unused.resume()
  const stationLeft = new Promise<void>((left) => station.once('close', () => left()))
  const ended = Promise.all([once(unused, 'close'), stationLeft, stream.text()])
  // What is under way is waited for, and they are not.
  const release = await holdLog(running)
  const underWay = post(running, site, 2)
  await untilWaiting(running, 1)
  running.process().child.kill('SIGTERM')
  await ended
  await release()
  expect((await underWay).status).toBe(200)
  expect(await running.process().exited).toMatchObject({ code: 0 })
})

test('the bundled database ends in order when its server was killed, and that of the next server goes on', async () => {
  const running = await server()
  const folder = join(running.dataDir, 'postgres')
  running.process().child.kill('SIGKILL')
  await running.process().exited
  // A postmaster removes its file as the last thing of an orderly shutdown.
  await eventually(async () => expect(readPostmasterFile(folder)).toBeUndefined())
  await running.restart()
  const { pid } = running.postmaster()
  expect((await fetch(`${running.origin}/ready`)).status).toBe(200)
  expect(running.postmaster().pid).toBe(pid)
})
