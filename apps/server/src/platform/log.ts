/** The log of the platform; pino in the server, silent in most tests. */
import type { BaseLogger } from 'pino'

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
