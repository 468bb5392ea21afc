/** Distinguishes a database that is away or overloaded from one that refuses a statement. Source: security rule 58. */
import { Refusal } from '../refusal.ts'

/**
 * SQLSTATEs after which the same statement may be tried again: connection exceptions (08), read-only after a failover,
 * transactions that a frozen process left open for too long (25P03, 25P04), serialization and deadlock, insufficient resources
 * (53), lock not available, operator intervention and timeouts (57), system errors (58).
 */
const AWAY_STATE = /^(?:08[0-9A-Z]{3}|25006|25P0[34]|4000[013]|40P01|53[0-9A-Z]{3}|55P03|57[0-9A-Z]{3}|58[0-9A-Z]{3})$/
/** Those of them that concern only this statement: it took too long, or was blocked. */
const HELD_UP_STATE = /^(?:4000[013]|40P01|55P03|57014)$/
/** Syntax errors and access rule violations: a table was renamed, a right taken away. */
const SCHEMA_STATE = /^42[0-9A-Z]{3}$/
/** A row that existed, or did not, until another transaction ended: foreign keys and unique ones. */
const OVERTAKEN_STATE = /^2350[35]$/
/** Errors of a socket to a database that is away, or that breaks. */
const AWAY_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTCONN',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A query written while the connection was being closed under it.
  'ERR_STREAM_DESTROYED',
])
/** These count only for a connection that is being made: a file may be missing too. */
const AWAY_CONNECT = new Set(['ENOENT', 'EACCES', 'EAGAIN', 'EMFILE', 'ENFILE'])
/** Faults of the driver, which carry no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded|Cannot use a pool after)/

/** So is the home of an account that cannot be reached, which refuses by 500002. */
export const isStorageAway = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.errorName === 'storageBusy'
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  if (typeof code !== 'string') return typeof message === 'string' && AWAY_MESSAGE.test(message)
  return AWAY_STATE.test(code) || AWAY_SOCKET.has(code) || (syscall === 'connect' && AWAY_CONNECT.has(code))
}

/** What those hear who wait for something that the database is needed for. */
export const storageAway = (): Error => Object.assign(new Error('The database is away.'), { code: '08006' })

const stateOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code)

/** The statement was blocked, while others may go on: the database is not away. */
export const isHeldUp = (error: unknown): boolean => HELD_UP_STATE.test(stateOf(error))

/** The database is away for all; a statement that was blocked or is faulty says nothing about others. */
export const isAwayForAll = (error: unknown): boolean => isStorageAway(error) && !isHeldUp(error)

/** No row is the cause, nor can any be written or read: the database is away, or its tables are not what the statement needs. */
export const concernsAllRows = (error: unknown): boolean => isStorageAway(error) || SCHEMA_STATE.test(stateOf(error))

/** Another transaction has just changed what the statement depends on: tried again at once, it sees the change. */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN_STATE.test(stateOf(error))
