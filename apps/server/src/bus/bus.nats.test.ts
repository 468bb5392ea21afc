/** The bus over a real nats-server: the promises of every bus, and what becomes of them as NATS fails, refuses and is shared. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
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
  pair.asking.onConnection(() => {
    throw new Error('of a listener')
  })
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
  const late = pair.answering.subscribe('consoles.9', async () => bytes('subscribed while away'))
  await own.start()
  const answers = eventually(() => pair.asking.request(HOME, bytes('back'), LONG_MS))
  expect(text(await answers)).toBe('back')
  expect(text(await eventually(() => pair.asking.request('consoles.9', bytes(''), LONG_MS)))).toBe(
    'subscribed while away',
  )
  late()
  pair.asking.publish(LIVE, bytes('heard'))
  await eventually(async () => expect(heard).toEqual(['heard']))
  expect(changes).toEqual([false, true])
  // That it closes itself is no news to anybody.
  await pair.asking.close()
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

test('NATS refuses the credentials for a while after it came back: that is said once, and the server goes on trying', async () => {
  const own = await startNats()
  const { bus, lines } = await open({ NATS_URL: own.url })
  await own.kill()
  let refused = 0
  const refusing = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(
      'INFO {"server_id":"x","version":"2.9.10","max_payload":1048576,"headers":true,"auth_required":true}\r\n',
    )
    socket.once('data', () => {
      refused += 1
      socket.end("-ERR 'Authorization Violation'\r\n")
    })
  }).listen(own.port, '127.0.0.1')
  await eventually(async () => expect(refused).toBeGreaterThanOrEqual(3))
  refusing.close()
  await once(refusing, 'close')
  await own.start()
  await eventually(async () => expect(bus.isConnected).toBe(true))
  expect(lines.filter(({ level }) => level !== 'info').map(({ about }) => about)).toEqual([
    expect.stringMatching(/^Lost the connection/),
    { reason: 'Authorization Violation' },
  ])
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

/** What `nsc` makes of a claim: a JWT that an nkey signed. */
function signed(key: ReturnType<typeof nkeys.createUser>, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ jti: 'X', iat: 1, iss: key.getPublicKey(), ...claims })}`
  return `${text}.${Buffer.from(key.sign(Buffer.from(text))).toString('base64url')}`
}

test('a user of a credentials file is let in where an operator made the accounts, and one of another account is not', async () => {
  const [operator, account, other, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ]
  const free = { subs: -1, data: -1, payload: -1 }
  const limits = { ...free, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }
  const operatorJwt = signed(operator, { sub: operator.getPublicKey(), nats: { type: 'operator', version: 2 } })
  const nats = { type: 'account', version: 2, limits }
  const accountJwt = signed(operator, { sub: account.getPublicKey(), nats })
  const preload = `resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`
  const own = await startNats(['resolver: MEMORY', preload], `operator: ${operatorJwt}`)
  const credsOf = (by: typeof account) => {
    const claims = { sub: user.getPublicKey(), nats: { type: 'user', version: 2, ...free, pub: {}, sub: {} } }
    const seed = Buffer.from(user.getSeed()).toString()
    return [
      `-----BEGIN NATS USER JWT-----\n${signed(by, claims)}\n------END NATS USER JWT------\n`,
      `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
    ].join('\n')
  }
  const address = `nats://127.0.0.1:${own.port}`
  const { bus } = await open({ NATS_URL: address, NATS_CREDS: fileOf('user.creds', credsOf(account)) })
  expect(bus.isConnected).toBe(true)
  const barred = { NATS_URL: address, NATS_CREDS: fileOf('other.creds', credsOf(other)) }
  expect(await startFault(barred)).toMatch(/^NATS refuses/)
  const spoiled = {
    NATS_URL: address,
    NATS_CREDS: fileOf('spoiled.creds', credsOf(account).replace(/\nSU.{6}/, '\nSUAAAAAA')),
  }
  expect(await startFault(spoiled)).toMatch(/^The key in the file of NATS_NKEY or NATS_CREDS cannot be used: /)
})

/** A way to NATS whose first two connections are reset after so many bytes of NATS; the next are let through. */
async function wayCutAfter(bytesOfNats: number, to: number): Promise<number> {
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    const isCut = connections <= 2
    const far = dial(to, '127.0.0.1')
    let passed = 0
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('data', (chunk) => far.write(chunk)).on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    far.on('data', (chunk) => {
      near.write(isCut ? chunk.subarray(0, Math.max(0, bytesOfNats - passed)) : chunk, () => {
        if (isCut && passed >= bytesOfNats) near.resetAndDestroy()
      })
      passed += chunk.length
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test.each([
  ['in clear text', [], 'nats:'],
  ['with TLS', [TLS], 'tls:'],
])('a connection that is reset at any byte of its beginning is made again, %s', async (_, more, protocol) => {
  const own = await startNats(more)
  const connected = [0, 1, 100, 300, 400, 600, 900, 1300, 2000].map(async (bytesOfNats) => {
    const url = own.url.replace('nats:', protocol).replace('127.0.0.1', 'localhost')
    const NATS_URL = url.replace(`:${own.port}`, `:${await wayCutAfter(bytesOfNats, own.port)}`)
    const { bus } = await open({ NATS_URL, ...(protocol === 'tls:' ? { NATS_CA: CERTIFICATE } : {}) })
    bus.subscribe(HOME, async ({ payload }) => payload)
    expect(text(await eventually(() => bus.request(HOME, bytes('there'), LONG_MS)))).toBe('there')
  })
  await Promise.all(connected)
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
