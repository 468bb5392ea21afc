/** Where the platform says what an operator should know; pino in the server, nothing in most tests. */
import type { BaseLogger } from 'pino'

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
