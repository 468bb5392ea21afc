/** What a process has cost so far. */
import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** CPU time (ms) of a process in user and system mode, all threads; NaN where /proc is missing. */
export function cpuMs(pid: number): number {
  try {
    // The name in brackets may hold spaces; the fields behind it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
  } catch {
    return Number.NaN
  }
}
