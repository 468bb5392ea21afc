/** Runs worlds of alarms, each on a database of its own, and says what became of their alarms. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { judge, type Verdict } from './promises.ts'
import { runWorld } from './virtual-world.ts'

/** More collected at a time (MiB) costs a third less than many small times, where all is short-lived. */
const YOUNG_MIB = 64
/** Whatever worlds leave behind in memory goes with their process. */
const WORLDS_OF_PROCESS = 10

export interface WorldOrder {
  /** A server of PostgreSQL, and the migrated database that the world gets a copy of. */
  readonly cluster: pg.ClientConfig
  readonly template: string
  readonly seed: number
  /** Schedules: each is an account's. */
  readonly accounts: number
}

/** Runs one in this process, whose time is the world's meanwhile. */
export async function judgeWorld({ cluster, template, seed, accounts }: WorldOrder): Promise<Verdict> {
  const admin = new pg.Client({ ...cluster, database: 'postgres' })
  await admin.connect()
  // Its next query tells.
  admin.on('error', () => {})
  try {
    const database = `world_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${database} template ${template} strategy file_copy`)
    const ledger = await runWorld({ seed, accounts, address: { ...cluster, database } })
    await admin.query(`drop database ${database} with (force)`)
    return judge(ledger)
  } finally {
    await admin.end()
  }
}

interface WorldsSettings {
  readonly orders: readonly WorldOrder[]
  /** Worlds under way at once, each in a process of its own. */
  readonly together: number
  /** Ends them all; what was seen so far was told. */
  readonly signal: AbortSignal
  /** Told of each; undefined: its process ended without a word. */
  readonly onWorld: (order: WorldOrder, verdict: Verdict | undefined) => void
}

/** Runs many, side by side. */
export async function judgeWorlds({ orders, together, signal, onWorld }: WorldsSettings): Promise<void> {
  const left = [...orders]
  const work = async () => {
    while (left.length > 0 && !signal.aborted) {
      const child = fork(join(import.meta.dirname, 'world-process.ts'), {
        ...{ execArgv: [`--max-semi-space-size=${YOUNG_MIB}`], signal },
      })
      // It was broken off.
      child.on('error', () => {})
      for (const order of left.splice(0, WORLDS_OF_PROCESS)) {
        const verdict = await verdictOf(child, order)
        if (!signal.aborted) onWorld(order, verdict)
      }
      if (child.connected) child.disconnect()
    }
  }
  await Promise.all(Array.from({ length: together }, work))
}

function verdictOf(child: ChildProcess, order: WorldOrder): Promise<Verdict | undefined> {
  return new Promise((resolve) => {
    const end = (verdict?: Verdict) => {
      child.off('exit', onExit)
      child.off('message', onMessage)
      resolve(verdict)
    }
    const onExit = () => end()
    const onMessage = (message: unknown) => end(message as Verdict)
    child.on('exit', onExit)
    child.on('message', onMessage)
    if (child.connected) child.send(order)
    else end()
  })
}
