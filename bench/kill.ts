/**
 * Everything people and devices ask of a server, while its database connections are ended and its sockets cut: the long form of
 * kills.process.test.ts. Goals: no exit, nothing lost, memory that does not grow. `node bench/kill.ts [--minutes 60] [--seed n]`.
 */
import { parseArgs } from 'node:util'
import { killRun } from '../scripts/harness/kill-run.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000)

console.log(`Seed ${seed}, for ${values.minutes} minutes.`)
const { bugs, lost, doubled, stale, hardware, answers, heldFirst, heldLast, ...counts } = await killRun({
  ...{ rounds: 1, forMs: Number(values.minutes) * 60_000, seed },
})
console.table({
  'reports acknowledged': counts.acknowledged,
  'of GPS hardware': hardware.acknowledged,
  'rows they must have left': counts.acknowledgedRows,
  'rows lost': lost.length + hardware.lost.length,
  'rows doubled': doubled.length,
  'trackers whose state is not what the log says': stale.length,
  'database connections ended': counts.kills,
  'sockets cut': counts.cuts,
  'log lines of bugs': bugs.length,
})
console.table(answers)
console.table({ 'after the first round': heldFirst, 'at the end': heldLast })
for (const line of bugs) console.error(line)
process.exitCode = lost.length + hardware.lost.length + doubled.length + stale.length + bugs.length === 0 ? 0 : 1
