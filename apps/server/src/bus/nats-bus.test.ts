/** The bus over a real nats-server: the promises of every bus, and what becomes of them as NATS fails, refuses and is shared. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, nkeys } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  bytes,
  HOME,
  keptLog,
  LIVE,
  LONG_MS,
  reasonOf,
  subscribed,
  testsOfBus,
  text,
} from '../../../../scripts/harness/bus-promises.ts'
import { eventually } from '../../../../scripts/harness/given.ts'
import { type Nats, startNats } from '../../../../scripts/harness/nats.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../scripts/harness/test-certificate.ts'
import { systemClock } from '../platform/clock.ts'
import { natsVariables, readNats } from '../platform/nats-settings.ts'
import { StartFault } from '../platform/start-fault.ts'
import type { Bus } from './bus.ts'
import { openNatsBus } from './nats-bus.ts'

const folder = mkdtempSync(join(tmpdir(), 'whereabouts-nats-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const CERTIFICATE = fileOf('cert.pem', TEST_CERTIFICATE)
const TLS = `tls { cert_file: "${CERTIFICATE}", key_file: "${fileOf('key.pem', TEST_KEY)}" }`

let nats: Nats
beforeAll(async () => {
  nats = await startNats()
})

/** The bus of a server with these settings; attempts to connect follow each other as fast as they may. */
async function open(
  variables: Record<string, string>,
  drainMs?: number,
): Promise<{ bus: Bus; lines: ReturnType<typeof keptLog>['lines'] }> {
  const faults: string[] = []
  const settings = readNats(z.object(natsVariables).parse(variables), folder, faults)
  expect(faults).toEqual([])
  const { log, lines } = keptLog()
  const bus = await openNatsBus({
    settings: settings!,
    log,
    clock: systemClock,
    chance: () => 0,
    ...(drainMs === undefined ? {} : { drainMs }),
  })
  onTestFinished(() => bus.close())
  return { bus, lines }
}

/** Two servers at a NATS that carries little, so that limits cost little to reach. */
async function pairAt(url: string, drainMs?: number) {
  const [{ bus: asking }, { bus: answering, lines }] = [
    await open({ NATS_URL: url }, drainMs),
    await open({ NATS_URL: url }, drainMs),
  ]
  return { asking, answering, lines }
}

testsOfBus('by NATS', (drainMs) => pairAt(nats.url, drainMs))

const startFault = (variables: Record<string, string>): Promise<string> =>
  open(variables).then(
    () => 'connected',
    (error: Error) => {
      expect(error).toBeInstanceOf(StartFault)
      return error.message
    },
  )

test('NATS is killed: what waits and what is asked fails at once; it comes back, and all subscriptions with it', async () => {
  const own = await startNats()
  const pair = await pairAt(own.url)
  const changes: boolean[] = []
  const over = pair.asking.onConnection((isConnected) => changes.push(isConnected))
  const heard: string[] = []
  pair.answering.subscribe(LIVE, ({ payload }) => void heard.push(text(payload)) as undefined)
  const asked = { isThere: () => {} }
  const isAsked = new Promise<void>((resolve) => (asked.isThere = resolve))
  pair.answering.subscribe(HOME, ({ payload }) => {
    asked.isThere()
    return text(payload) === 'wait' ? undefined : Promise.resolve(payload)
  })
  await subscribed(pair)
  const waiting = reasonOf(pair.asking.request(HOME, bytes('wait'), LONG_MS))
  await isAsked
  await own.kill()
  expect(await waiting).toBe('away')
  expect(pair.asking.isConnected).toBe(false)
  expect(await reasonOf(pair.asking.request(HOME, bytes('away'), LONG_MS))).toBe('away')
  pair.asking.publish(LIVE, bytes('lost'))
  const late = pair.answering.subscribe('home.9', async () => bytes('subscribed while away'))
  await own.start()
  const answers = eventually(() => pair.asking.request(HOME, bytes('back'), LONG_MS))
  expect(text(await answers)).toBe('back')
  expect(text(await eventually(() => pair.asking.request('home.9', bytes(''), LONG_MS)))).toBe('subscribed while away')
  late()
  pair.asking.publish(LIVE, bytes('heard'))
  await eventually(async () => expect(heard).toEqual(['heard']))
  expect(changes).toEqual([false, true])
  over()
})

test('NATS is away at the start: the server comes up without it, and connects when it is there', async () => {
  const own = await startNats()
  await own.kill()
  const { bus, lines } = await open({ NATS_URL: own.url })
  bus.subscribe(HOME, async ({ payload }) => payload)
  expect(bus.isConnected).toBe(false)
  expect(await reasonOf(bus.request(HOME, bytes(''), LONG_MS))).toBe('away')
  await own.start()
  expect(text(await eventually(() => bus.request(HOME, bytes('there'), LONG_MS)))).toBe('there')
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info'])
})

test('a server stops while NATS is away, at its start and later', async () => {
  const own = await startNats()
  const { bus: later } = await open({ NATS_URL: own.url })
  await own.kill()
  await eventually(async () => expect(later.isConnected).toBe(false))
  const { bus: atStart } = await open({ NATS_URL: own.url })
  await Promise.all([later.close(), atStart.close()])
  expect(await reasonOf(atStart.request(HOME, bytes(''), LONG_MS))).toBe('closed')
})

test('credentials that NATS refuses, and a port where something else listens, are told in a sentence', async () => {
  const refused = 'NATS refuses the credentials of NATS_URL, NATS_NKEY or NATS_CREDS.'
  expect(await startFault({ NATS_URL: nats.url.replace('right', 'wrong') })).toBe(refused)
  expect(await startFault({ NATS_URL: nats.url.replace('servers:right@', '') })).toBe(refused)
  const other = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('SSH-2.0-OpenSSH_9.2\r\n')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await startFault({ NATS_URL: `nats://127.0.0.1:${port}` })).toBe(
    'What NATS_URL names answers, but not as a NATS server.',
  )
})

test('a user of an nkey is let in, and another is not', async () => {
  const [user, other] = [nkeys.createUser(), nkeys.createUser()]
  const own = await startNats([], `authorization { users = [ { nkey: ${user.getPublicKey()} } ] }`)
  const address = `nats://127.0.0.1:${own.port}`
  const { bus } = await open({ NATS_URL: address, NATS_NKEY: fileOf('user.nk', user.getSeed()) })
  expect(bus.isConnected).toBe(true)
  expect(await startFault({ NATS_URL: address, NATS_NKEY: fileOf('other.nk', other.getSeed()) })).toMatch(
    /^NATS refuses/,
  )
})

test('with TLS a certificate is checked, and tls:// accepts nothing less', async () => {
  const own = await startNats([TLS])
  const address = own.url.replace('127.0.0.1', 'localhost')
  const { bus } = await open({ NATS_URL: address.replace('nats:', 'tls:'), NATS_CA: CERTIFICATE })
  expect(bus.isConnected).toBe(true)
  expect(await startFault({ NATS_URL: address })).toMatch(/^The certificate of the NATS server is not trusted \(/)
  expect(await startFault({ NATS_URL: nats.url.replace('nats:', 'tls:') })).toBe(
    'NATS_URL begins with tls://, but the NATS server offers no TLS.',
  )
})

test('a message over the limit of this NATS is refused at once, and the connection stays', async () => {
  const own = await startNats(['max_payload: 4096'])
  const { bus } = await open({ NATS_URL: own.url })
  bus.subscribe(HOME, async ({ payload }) => payload)
  expect(bus.maxPayload).toBe(4096)
  expect(await reasonOf(bus.request(HOME, new Uint8Array(4097), LONG_MS))).toBe('too large')
  expect(await bus.request(HOME, new Uint8Array(4096), LONG_MS)).toHaveLength(4096)
})

test('what a stranger publishes on our subjects reaches handlers as bytes and harms nothing', async () => {
  const pair = await pairAt(nats.url)
  const stranger = await connect({ servers: `127.0.0.1:${nats.port}`, user: 'servers', pass: 'right' })
  onTestFinished(() => stranger.close())
  let heard = 0
  pair.answering.subscribe(HOME, async ({ payload }) => {
    heard += 1
    return bytes(JSON.parse(text(payload)))
  })
  await subscribed(pair)
  for (const foreign of ['', '\u0000', '{"', 'x'.repeat(100_000)]) stranger.publish(`whereabouts.${HOME}`, foreign)
  stranger.publish(`whereabouts.${HOME}`, '"to nobody"', { reply: 'whereabouts.nowhere' })
  await stranger.flush()
  expect(text(await pair.asking.request(HOME, bytes('"well"'), LONG_MS))).toBe('well')
  expect(heard).toBe(6)
  expect(pair.lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
})

test('two installations share one NATS by their prefixes', async () => {
  const [one, two] = [
    await open({ NATS_URL: nats.url, NATS_PREFIX: 'north.ward' }),
    await open({ NATS_URL: nats.url, NATS_PREFIX: 'south' }),
  ]
  one.bus.subscribe(HOME, async () => bytes('north'))
  await subscribed({ answering: one.bus })
  expect(await reasonOf(two.bus.request(HOME, bytes(''), LONG_MS))).toBe('no responder')
  two.bus.subscribe(HOME, async () => bytes('south'))
  expect(text(await two.bus.request(HOME, bytes(''), LONG_MS))).toBe('south')
  expect(text(await one.bus.request(HOME, bytes(''), LONG_MS))).toBe('north')
})

test('a user who is let below the prefix alone can do all, and one who is not is told of in the log', async () => {
  const allow = (name: string, below: string) =>
    `{ user: ${name}, password: right, permissions { publish: "${below}.>", subscribe: "${below}.>" } }`
  const own = await startNats(
    [],
    `authorization { users = [ ${allow('servers', 'whereabouts')}, ${allow('other', 'other')} ] }`,
  )
  const { bus } = await open({ NATS_URL: own.url })
  bus.subscribe(HOME, async ({ payload }) => payload)
  expect(text(await bus.request(HOME, bytes('let'), LONG_MS))).toBe('let')
  const { bus: barred, lines } = await open({ NATS_URL: own.url.replace('servers', 'other') })
  barred.subscribe(HOME, async ({ payload }) => payload)
  await eventually(async () => expect(lines.some(({ level }) => level === 'error')).toBe(true))
})
