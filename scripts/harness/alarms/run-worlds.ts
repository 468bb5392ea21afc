/** Runs schedules of alarms in worlds of some accounts each, and says what became of them. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Ledger } from './ledger.ts'
import { judge, type Verdict } from './promises.ts'
import { runWorld } from './virtual-world.ts'

interface WorldsSettings {
  /** A server of PostgreSQL, and the migrated database that each world gets a copy of. */
  readonly cluster: pg.ClientConfig
  readonly template: string
  readonly schedules: number
  readonly accountsPerWorld: number
  readonly seed: number
  /** Told after each world, with how many schedules it had. */
  readonly onWorld?: (seed: number, verdict: Verdict, accounts: number, ledger: Ledger) => void
}

interface WorldVerdict {
  readonly seed: number
  readonly verdict: Verdict
}

export async function runWorlds(settings: WorldsSettings): Promise<WorldVerdict[]> {
  const { cluster, template, schedules, accountsPerWorld, onWorld } = settings
  const admin = new pg.Client({ ...cluster, database: 'postgres' })
  await admin.connect()
  // Its next query tells.
  admin.on('error', () => {})
  const verdicts: WorldVerdict[] = []
  try {
    for (let first = 0; first < schedules; first += accountsPerWorld) {
      const seed = settings.seed + first
      const database = `world_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${database} template ${template}`)
      const accounts = Math.min(accountsPerWorld, schedules - first)
      const ledger = await runWorld({ seed, accounts, address: { ...cluster, database } })
      await admin.query(`drop database ${database} with (force)`)
      const verdict = judge(ledger)
      onWorld?.(seed, verdict, accounts, ledger)
      verdicts.push({ seed, verdict })
    }
  } finally {
    await admin.end()
  }
  return verdicts
}
