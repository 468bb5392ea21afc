/** Logging and exit of each of our programs. Apart from the app, which short commands need not load. */
import pino from 'pino'
import { StartFault } from './start-fault.ts'

/** Lines kept where standard error takes none for a while; what comes beyond is lost (bytes). */
const MOST_KEPT = 1024 * 1024

/** JSON lines on standard error, so that standard output is left to people. A log that cannot be written, as on a full disk, ends nothing. */
export function createLog(level = process.env.LOG_LEVEL ?? 'info') {
  const lines = pino.destination({ fd: 2, sync: true, maxLength: MOST_KEPT })
  lines.on('error', () => {})
  return pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, lines)
}

/** Runs a program's main; a start fault is printed as one clear sentence, with exit code 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
