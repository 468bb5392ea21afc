/**
 * Whether the time of a refused sign-in tells which e-mails have an account (security rule 3): one that has a password, one
 * whose person signs in by another service and has none, and one that nobody has, in turn. `node bench/sign-in.ts [rounds]`.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { hashPassword } from '@whereabouts/server/platform/passwords'
import { sql } from 'kysely'
import { figures } from './lib/figures.ts'
import { type BenchServer, startBenchServer } from './lib/server.ts'

const ROUNDS = Number(process.argv[2] ?? 2000)
const WARM_UP = 50
/** Medians further apart than this tell; without the decoy hash they are a multiple of each other. */
const MOST_APART = 0.1

const KINDS = ['with a password', 'without a password', 'unknown'] as const
type Kind = (typeof KINDS)[number]
/** Each kind as often before as behind each other one, as a call may take time of the next. */
const ORDERS: readonly (readonly Kind[])[] = [
  ['with a password', 'without a password', 'unknown'],
  ['unknown', 'without a password', 'with a password'],
  ['without a password', 'unknown', 'with a password'],
  ['with a password', 'unknown', 'without a password'],
  ['unknown', 'with a password', 'without a password'],
  ['without a password', 'with a password', 'unknown'],
]

/** As long for every kind; an account of its own each time, as five failures a minute slow one down. */
const emailOf = (kind: Kind, round: number) =>
  `${'abc'[KINDS.indexOf(kind)]}${String(round).padStart(6, '0')}@example.com`

async function fillPeople({ db }: BenchServer['database'], rounds: number): Promise<void> {
  const hash = await hashPassword('the right password')
  for (const kind of KINDS.slice(0, 2)) {
    const emails = Array.from({ length: rounds }, (_, round) => emailOf(kind, round))
    await sql`
      with people as (select email, gen_random_uuid() as id from unnest(${emails}::text[]) as e (email)),
        made as (insert into accounts (account_id, created_at) select id, 0 from people)
      insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
      select id, id, email, ${kind === 'with a password' ? hash : null}, 'Bench', 'owner', true, true, 0 from people`.execute(
      db,
    )
  }
  await sql`analyze users, accounts`.execute(db)
}

// One connection, so that nothing but the call itself takes time.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let calls = 0

/** How long it takes to be refused (ms). */
async function refusal(url: string, email: string): Promise<number> {
  calls += 1
  const body = JSON.stringify({
    device: { platform: 'web', useragent: 'bench', push_token: '' },
    user: { provider: 'email', email, password: 'a wrong password' },
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    // Thirty failures a minute slow an address down.
    'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
  }
  const sentAt = performance.now()
  const call = request(`${url}/v3/app/users/signin`, { method: 'POST', agent, headers })
  call.end(body)
  const [response] = await once(call, 'response')
  response.resume()
  await once(response, 'end')
  const tookMs = performance.now() - sentAt
  if (response.statusCode !== 401) throw new Error(`A wrong sign-in was answered ${response.statusCode}.`)
  return tookMs
}

const server = await startBenchServer({ PROXIES: '127.0.0.1' })
try {
  await fillPeople(server.database, WARM_UP + ROUNDS)
  const times: Record<Kind, number[]> = { 'with a password': [], 'without a password': [], unknown: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const kind of ORDERS[round % ORDERS.length]!) {
      const tookMs = await refusal(server.url, emailOf(kind, round))
      if (round >= WARM_UP) times[kind].push(tookMs)
    }
  }
  const table: Record<string, object> = {}
  const { p50: unknown } = figures(times.unknown)
  let apart = 0
  for (const kind of KINDS) {
    const { count, p50, p95 } = figures(times[kind])
    const slower = times[kind].filter((ms, round) => ms > times.unknown[round]!).length
    apart = Math.max(apart, Math.abs(p50 / unknown - 1))
    table[kind] = {
      count,
      p50,
      p95,
      'p50 to unknown': Number((p50 / unknown).toFixed(3)),
      'slower than unknown, %': Math.round((100 * slower) / count),
    }
  }
  console.log('Refused sign-ins by what the e-mail has (ms); a guesser learns nothing at a ratio of 1 and at 50 %')
  console.table(table)
  if (apart > MOST_APART) throw new Error('The time of a refusal tells which e-mails have an account.')
} finally {
  agent.destroy()
  await server.stop()
}
