/** Logging and exit of each of our programs. Apart from the app, which short commands need not load. */
import pino from 'pino'
import { StartFault } from './start-fault.ts'

/** JSON lines on standard error, so that standard output is left to people. */
export const createLog = (level = process.env.LOG_LEVEL ?? 'info') =>
  pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }))

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
