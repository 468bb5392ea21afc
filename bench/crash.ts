/**
 * Kills the server and its database under load, many times, and counts what acknowledged reports are lost or doubled:
 * the long form of the test beside ingest. Targets: 0, 0, and ready 10 s after a kill. `node bench/crash.ts [kills] [seed]`.
 */
import { crashRun } from '../scripts/harness/crash-run.ts'
import { figures } from './lib/figures.ts'

/** Goal: security rule 46. */
const RECOVERED_MS = 10_000
const kills = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

const result = await crashRun({ kills, senders: 16, trackers: 500, reportsBetween: 200, seed })
console.log(`Seed ${seed}. Killed:`, result.kills)
console.table({
  'reports acknowledged': result.acknowledged.length,
  'repeated after that': result.repeated,
  'rows they must have left': result.acknowledgedRows,
  'rows lost': result.lost.length,
  'rows doubled': result.doubled.length,
  'trackers whose state is not what the log says': result.stale.length,
})
const inTime = result.recoveriesMs.filter((ms) => ms <= RECOVERED_MS).length
console.log(`From a kill until ready (ms); within ${RECOVERED_MS / 1000} s: ${inTime} of ${result.recoveriesMs.length}`)
console.table({ ready: figures(result.recoveriesMs) })
process.exitCode = result.lost.length + result.doubled.length + result.stale.length === 0 ? 0 : 1
