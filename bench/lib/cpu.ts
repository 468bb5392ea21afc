/** What processes have cost so far, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

interface Stat {
  readonly parent: number
  /** Of the process, all its threads, in user and system mode. */
  readonly cpuMs: number
  /** Of its children that have ended. */
  readonly endedMs: number
}

/** Undefined: the process is gone, or this system has no /proc. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the fields behind it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ms = (index: number) => (Number(fields[index]) * 1000) / TICKS_A_SECOND
    return { parent: Number(fields[1]), cpuMs: ms(11) + ms(12), endedMs: ms(13) + ms(14) }
  } catch {
    return undefined
  }
}

/** CPU time (ms) of a process; NaN where /proc is missing. */
export const cpuMs = (pid: number): number => statOf(pid)?.cpuMs ?? Number.NaN

/** The same of a process with all its children, those included that have ended. */
export function cpuMsOfFamily(pid: number): number {
  const own = statOf(pid)
  if (own === undefined) return Number.NaN
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .reduce((sum, stat) => sum + (stat?.parent === pid ? stat.cpuMs : 0), own.cpuMs + own.endedMs)
}
