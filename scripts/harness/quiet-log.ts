/** Silent unless WHEREABOUTS_TEST_LOG is set, since a test says what it checks and nothing else. */
import pino from 'pino'
import type { Log } from '../../apps/server/src/platform/log.ts'

export const quietLog: Log = pino(
  { base: null, level: process.env.WHEREABOUTS_TEST_LOG ?? 'silent' },
  pino.destination({ fd: 2, sync: true }),
)
