/** Seconds of processor: what processes have used, and what a fixed piece of work takes beside whatever else is busy. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** Linux counts in hundredths of a second for programs, whatever its kernel does. */
const TICKS_PER_SECOND = 100

/** Only Linux says what other processes used. */
export const isCounted = process.platform === 'linux'

interface ProcessTimes {
  readonly parent: number
  readonly seconds: number
}

/** Its own time and that of its ended children; undefined when it is gone. */
function timesOf(pid: string | number): ProcessTimes | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name before may have spaces and brackets in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / TICKS_PER_SECOND
  return { parent: Number(fields[1]), seconds }
}

/** What a process and all below it used since they started (s), those that ended too. */
export function secondsOfTree(root: number): number {
  const all = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined
    if (times !== undefined) all.set(Number(name), times)
  }
  const isBelow = (pid: number): boolean => pid === root || (all.has(pid) && isBelow(all.get(pid)!.parent))
  return [...all].reduce((total, [pid, { seconds }]) => total + (isBelow(pid) ? seconds : 0), 0)
}

const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6

/** What this worker of vitest used so far (s): a thread itself, a process with all that it started. */
export const secondsOfWorker = (): number =>
  isMainThread && isCounted ? secondsOfTree(process.pid) : seconds(process.threadCpuUsage())

const ROWS = Array.from({ length: 400 }, (_, id) => ({ id, name: `tracker ${id}`, x: id * 1.5, isOn: id % 3 === 0 }))

/** The reference: what the product does most of, in one thread. About a hundredth of a second. */
function reference(): number {
  let found = 0
  for (let round = 0; round < 40; round++) {
    const text = JSON.stringify(ROWS)
    const rows: typeof ROWS = JSON.parse(text)
    const byName = new Map(rows.map((row) => [row.name, row]))
    found += createHash('sha256').update(text).digest()[0]!
    found += text.match(/"name":"tracker (\d+)"/g)!.filter((name) => byName.get(name.slice(8, -1))?.isOn).length
  }
  return found
}

/** What the reference takes now (s). */
export function secondsOfReference(): number {
  const before = process.threadCpuUsage()
  reference()
  return seconds(process.threadCpuUsage(before))
}
