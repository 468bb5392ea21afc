/**
 * Everything people and devices ask of a server, while its database connections are ended and its sockets cut: the long form of
 * kills.process.test.ts. Goals: no exit, nothing lost, memory that does not grow. `node bench/kill.ts [--minutes 60] [--seed n]`.
 */
import { parseArgs } from 'node:util'
import { untried } from '../scripts/harness/kill-book.ts'
import { killRun } from '../scripts/harness/kill-run.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000)

console.log(`Seed ${seed}, for ${values.minutes} minutes.`)
const { bugs, lost, doubled, stale, hardware, answers, counts, cuts, refusedAfter, heldFirst, heldLast, ...rest } =
  await killRun({
    ...{ rounds: 1, forMs: Number(values.minutes) * 60_000, seed },
  })
const missing = untried(counts)
console.table({
  'reports acknowledged': rest.acknowledged,
  'of GPS hardware': hardware.acknowledged,
  'rows they must have left': rest.acknowledgedRows,
  'rows lost': lost.length + hardware.lost.length,
  'rows doubled': doubled.length,
  'trackers whose state is not what the log says': stale.length,
  'database connections ended': rest.kills,
  'sockets cut': Object.values(cuts).reduce((sum, count) => sum + count, 0),
  'log lines of bugs': bugs.length,
})
console.table(counts)
console.table(cuts)
console.table(answers)
console.table({ 'after the first round': heldFirst, 'at the end': heldLast })
for (const line of bugs) console.error(line)
for (const name of [...lost, ...hardware.lost, ...doubled, ...stale].slice(0, 20)) console.error(name)
for (const question of refusedAfter) console.error(`Refused afterwards: ${question}`)
if (missing.length > 0) console.error(`Not begun, or never cut: ${missing.join(', ')}.`)
const faults = [lost, hardware.lost, doubled, stale, bugs, missing, refusedAfter].flat()
process.exitCode = faults.length === 0 ? 0 : 1
