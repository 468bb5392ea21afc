/**
 * `npm run bench attack`: what a stranger tries against a real server, and how an honest user fares beside it. For each attack it prints
 * what was answered, the user's p99 before and during it, and the server's memory at rest, at most, and a minute later. All of it stays
 * on this machine and ends by itself. `-- --only=4` runs the attacks whose names begin so.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ACCOUNT, fill, OWNER, startBenchServer, stationId, stationPassword } from './lib/server.ts'

const MB = 1024 * 1024
/** Memory may grow by this much under an attack. */
const MOST_GROWTH_MB = 100
/** An attack lasts this long (ms), and memory is looked at this long after it. */
const ATTACK_MS = 10_000
const LATER_MS = 60_000
/** Below the 600 calls a minute of a session. */
const HONEST_EVERY_MS = 150

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each attack reads what its call answers.
  readonly body: any
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const server = await startBenchServer({ PROXIES: '127.0.0.1', ACCOUNT_ROWS_A_MINUTE: '300000' })
const { port } = new URL(server.url)
const pid = server.process.pid!
const honestAgent = new Agent({ keepAlive: true })
const attackAgent = new Agent({ keepAlive: true, maxSockets: 256 })

/** A call as of an address that the proxy, which we play, tells. */
function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, from, agent = attackAgent } = options
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    }
    const asked = request({ port, method, path, headers, agent }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text })
    })
    asked.on('error', reject)
    asked.end(bytes)
  })
}

interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly from?: string
  readonly agent?: Agent
}

const DEVICE = { platform: 'web', useragent: 'bench', push_token: '' }

function signIn(password: string, from: string, browser_marks: string[] = []): Promise<Answer> {
  const body = {
    device: { ...DEVICE, browser_marks },
    user: { provider: 'email', email: OWNER.email, password },
  }
  return call('POST', '/v3/app/users/signin', { body, from })
}

/** Resident memory of the server's process in MB; NaN where there is no /proc. */
function memoryMb(): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const p99 = (times: readonly number[]): string => {
  const sorted = [...times].sort((one, other) => one - other)
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN)} ms`
}

/** What an honest user of the account does until `isOver`; times in ms. A call that is not served counts as failed. */
async function honestUser(token: string, isOver: () => boolean): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  while (!isOver()) {
    const startedAt = performance.now()
    const { status } = await call('GET', '/v3/app/users/profile', { token, agent: honestAgent }).catch(() => ({
      status: 0,
    }))
    if (status === 200) times.push(performance.now() - startedAt)
    else failed += 1
    await wait(HONEST_EVERY_MS)
  }
  return { times, failed }
}

/** Runs an attack beside the honest user and prints what came of it; says what is not within its promise. */
async function attack(name: string, run: (isOver: () => boolean) => Promise<string>): Promise<void> {
  if (!name.startsWith(values.only)) return
  const calm = await honestFor(3000)
  const restMb = memoryMb()
  let peakMb = restMb
  const looking = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb())
  }, 50)
  const endsAt = performance.now() + ATTACK_MS
  const isOver = () => performance.now() > endsAt
  const [outcome, honest] = await Promise.all([run(isOver), honestUser(token, isOver)])
  clearInterval(looking)
  await wait(LATER_MS)
  const laterMb = memoryMb()
  console.log(`${name}`)
  console.log(`  attack: ${outcome}`)
  console.log(
    `  honest user: p99 ${p99(calm.times)} before, ${p99(honest.times)} during, ${honest.failed} calls failed`,
  )
  console.log(
    `  memory: ${Math.round(restMb)} MB at rest, +${Math.round(peakMb - restMb)} at most, +${Math.round(laterMb - restMb)} a minute later`,
  )
  const faults = [
    ...(honest.failed > 0 ? ['an honest call was not served'] : []),
    ...(peakMb - restMb > MOST_GROWTH_MB ? [`memory grew by more than ${MOST_GROWTH_MB} MB`] : []),
  ]
  for (const fault of faults) {
    console.error(`  PROMISE BROKEN: ${fault}`)
    process.exitCode = 1
  }
}

async function honestFor(ms: number) {
  const endsAt = performance.now() + ms
  return honestUser(token, () => performance.now() > endsAt)
}

/** Sends the start of requests on as many connections and falls silent; hangs up at the end. */
async function silentBodies(count: number, head: string, bytes: number, isOver: () => boolean): Promise<string> {
  const cut = new Set<Socket>()
  const body = Buffer.alloc(bytes, 0x20)
  const sockets = Array.from({ length: count }, () => {
    const socket: Socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head)
      socket.write(body)
    })
    socket.on('error', () => {})
    socket.once('data', () => cut.add(socket)).once('close', () => cut.add(socket))
    return socket
  })
  while (!isOver()) await wait(100)
  const refused = cut.size
  for (const socket of sockets) socket.destroy()
  return `${count} connections sent ${Math.round(bytes / MB)} MB each; ${refused} were refused or cut`
}

const headOf = (method: string, path: string, length: number, token?: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: x',
    'content-type: application/json',
    `content-length: ${length}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    '',
    '',
  ].join('\r\n')

const countOf = (codes: readonly number[]): string =>
  [...new Set(codes)].map((code) => `${codes.filter((other) => other === code).length} × ${code}`).join(', ')

await fill(server.database, { trackers: 100, stations: 10 })
const entered = await signIn(OWNER.password, '192.0.2.1')
const token: string = entered.body.access_token
const link = await call('POST', '/v3/app/accesslink', {
  token,
  body: { accesslink: { name: 'Leaked', role: 'guest' } },
})
const visit = await call('POST', '/v3/app/users/signin/accesslink', {
  body: { device: DEVICE, user: { provider: 'accesslink', access_code: link.body.accesslink.link_code } },
})

try {
  await attack('1a. Large bodies to the public sign-in that fall silent', (isOver) =>
    silentBodies(500, headOf('POST', '/v3/app/users/signin', MB), MB - 1, isOver),
  )
  await attack('1b. A guest link that sends large pictures', (isOver) =>
    silentBodies(150, headOf('PUT', '/v3/app/users/profile', 15 * MB, visit.body.access_token), 15 * MB - 1, isOver),
  )
  await attack('1c. An owner who sends large pictures', (isOver) =>
    silentBodies(150, headOf('PUT', '/v3/app/users/profile', 15 * MB, token), 15 * MB - 1, isOver),
  )
  await attack('2. Silent connections', async (isOver) => {
    let closed = 0
    const sockets: Socket[] = []
    for (let index = 0; index < 6000 && !isOver(); index += 1) {
      // From many addresses of this machine, as proxies are exempt from the share of one.
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 200)}` })
      sockets.push(socket.on('error', () => {}).on('close', () => (closed += 1)))
      if (index % 100 === 99) await wait(20)
    }
    while (!isOver()) await wait(100)
    for (const socket of sockets) socket.destroy()
    return `${sockets.length} connections said nothing; ${closed} were hung up on`
  })
  await attack('3. Guesses at one password from 1,000 addresses', async (isOver) => {
    const codes: number[] = []
    for (let index = 0; index < 2000 && !isOver(); index += 1) {
      codes.push((await signIn('a wrong guess', `198.51.${Math.floor((index % 1000) / 250)}.${index % 250}`)).body.code)
    }
    const known = await signIn(OWNER.password, '203.0.113.1', [entered.body.browser_mark])
    const home = await signIn(OWNER.password, '192.0.2.1')
    return `${countOf(codes)}; its owner signs in from a known browser (${known.body.code}) and address (${home.body.code})`
  })
  await attack('4. An account that takes 300 trackers it does not have', async (isOver) => {
    const codes: Record<'unproved' | 'check' | 'exchange' | 'add', number[]> = {
      ...{ unproved: [], check: [], exchange: [], add: [] },
    }
    for (let index = 0; index < 300 && !isOver(); index += 1) {
      const device = { device_id: `G3-SQUAT${index}`, device_mode: 'g3' }
      const named = { ...device, device_name: `Taken ${index}` }
      const post = async (path: string, body: object) =>
        (await call('POST', `/v3/app/${path}`, { token, body, from: '192.0.2.1' })).body.code as number
      codes.unproved.push(await post('trackers', named))
      codes.check.push(await post('trackers', { ...device, bind_check: true }))
      const challenge = { id: device.device_id, type: 'g3', i_cmd: 1, mode: 0x11, sr: randomBytes(16).toString('hex') }
      codes.exchange.push(await post('security', challenge))
      codes.add.push(await post('trackers', named))
    }
    return `without a check ${countOf(codes.unproved)}; checks ${countOf(codes.check)}; exchanges ${countOf(codes.exchange)}; then added ${countOf(codes.add)}`
  })
  await attack('11. An account that reports invented trackers as fast as it can', async (isOver) => {
    const codes: number[] = []
    let seq = 0
    const scans = Array.from({ length: 300 }, (_, index) => ({ device_id: `G3-X${index}`, rssi: -60 }))
    const sendOne = async (sender: number) => {
      while (!isOver()) {
        seq += 1
        const body = { t4_id: stationId(sender), key: stationPassword(sender), seq, scanned_at_ms: Date.now(), scans }
        codes.push((await call('POST', '/v3/device/report', { body })).status)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, sender) => sendOne(sender)))
    return `reports of 300 trackers: ${countOf(codes)} of account ${ACCOUNT.slice(0, 4)}…`
  })
} finally {
  honestAgent.destroy()
  attackAgent.destroy()
  const stopped = server.stop()
  await Promise.race([stopped, once(server.process, 'exit')])
  await stopped
}
