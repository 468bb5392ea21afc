/** How each of our programs speaks and ends. Apart from the app, which short commands need not load. */
import pino from 'pino'
import { StartFault } from './start-fault.ts'

/** JSON lines on standard error, so that standard output stays for people. */
export const createLog = (level = process.env.LOG_LEVEL ?? 'info') =>
  pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }))

/** Runs a program's main; a fault of the start is one clear sentence and exit code 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
