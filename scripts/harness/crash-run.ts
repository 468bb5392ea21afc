/** Kills a server and its database under load, again and again, and audits what is left. Short in tests, long in bench. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Acknowledged, startLoad } from './ledger.ts'
import { type Audit, audit, makeLedgerSite } from './ledger-site.ts'
import { seededRandom } from './seeded.ts'
import { startServer, type TestServer } from './start-server.ts'

type Victim = 'server' | 'database' | 'both'
const VICTIMS: readonly Victim[] = ['server', 'database', 'both']

export interface CrashSettings {
  readonly kills: number
  readonly senders: number
  readonly trackers: number
  /** Acknowledgements between two kills, at least; up to five times as many. */
  readonly reportsBetween: number
  /** Chooses the moments of the kills. */
  readonly seed: number
}

export interface CrashResult extends Audit {
  readonly acknowledged: readonly Acknowledged[]
  /** Reports that senders repeated although they had been acknowledged already. */
  readonly repeated: number
  readonly kills: Readonly<Record<Victim, number>>
  /** From each kill until the server was ready again (ms). */
  readonly recoveriesMs: readonly number[]
}

async function untilReady(server: TestServer): Promise<void> {
  for (;;) {
    if (server.process().child.exitCode !== null) throw new Error((await server.process().exited).output)
    const response = await fetch(`${server.origin}/ready`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    )
    if (response?.status === 200) return
    await wait(10)
  }
}

async function kill(server: TestServer, victim: Victim): Promise<void> {
  const { pid } = server.postmaster()
  if (victim !== 'server') process.kill(pid, 'SIGKILL')
  if (victim !== 'database') {
    server.process().child.kill('SIGKILL')
    await server.process().exited
    await server.restart()
  }
}

/** Throws when a server process ends that nobody killed. */
export async function crashRun(settings: CrashSettings): Promise<CrashResult> {
  const random = seededRandom(settings.seed)
  const server = await startServer()
  try {
    const site = await makeLedgerSite(server.postmaster().address, settings)
    const load = startLoad({
      ...site,
      httpOrigin: server.origin,
      mqttPort: server.mqttPort,
      scansPerReport: 3,
      inFlight: 5,
    })
    const kills = { server: 0, database: 0, both: 0 }
    const recoveriesMs: number[] = []
    for (let round = 0; round < settings.kills; round++) {
      await load.more(Math.ceil(settings.reportsBetween * (1 + 4 * random())))
      const victim = VICTIMS[round % VICTIMS.length]!
      const killedAt = performance.now()
      await kill(server, victim)
      await untilReady(server)
      recoveriesMs.push(performance.now() - killedAt)
      kills[victim] += 1
    }
    await load.finish()
    const result = await auditWhenSettled(server, load.acknowledged)
    return { ...result, acknowledged: load.acknowledged, repeated: load.repeated(), kills, recoveriesMs }
  } finally {
    await server.stop()
  }
}

/** Hot rows may be ten seconds behind the log (docs/architecture.md#storage); twice that is a fault. */
async function auditWhenSettled(server: TestServer, acknowledged: readonly Acknowledged[]): Promise<Audit> {
  for (let look = 0; ; look++) {
    const found = await audit(server.postmaster().address, acknowledged)
    if (found.stale.length === 0 || look === 80) return found
    await wait(250)
  }
}
