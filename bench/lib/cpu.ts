/** What processes have cost so far, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

interface Stat {
  readonly parent: number
  readonly cpuMs: number
}

/** Undefined: the process is gone, or this system has no /proc. */
function statOf(pid: number | string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the fields behind it do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { parent: Number(fields[1]), cpuMs: (ticks * 1000) / TICKS_A_SECOND }
  } catch {
    return undefined
  }
}

/** CPU time (ms) of a process in user and system mode, all threads; NaN where /proc is missing. */
export const cpuMs = (pid: number): number => statOf(pid)?.cpuMs ?? Number.NaN

/** The same of all its children that are alive. */
export function cpuMsOfChildren(pid: number): number {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statOf)
      .reduce((sum, stat) => sum + (stat?.parent === pid ? stat.cpuMs : 0), 0)
  } catch {
    return Number.NaN
  }
}
