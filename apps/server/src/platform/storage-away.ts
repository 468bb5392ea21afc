/** Tells a database that is away or overloaded from one that refuses a statement. Source: security rule 58. */

/**
 * SQLSTATEs after which the same statement may be tried again: connection exceptions (08), read-only after a failover,
 * transactions that a frozen process left open for too long (25P03, 25P04), serialization and deadlock, insufficient resources
 * (53), lock not available, operator intervention and timeouts (57), system errors (58).
 */
const AWAY_STATE = /^(?:08[0-9A-Z]{3}|25006|25P0[34]|4000[013]|40P01|53[0-9A-Z]{3}|55P03|57[0-9A-Z]{3}|58[0-9A-Z]{3})$/
/** Of these, what says nothing of other statements: this one took too long, or somebody was in its way. */
const HELD_UP_STATE = /^(?:4000[013]|40P01|55P03|57014)$/
/** A row that was there, or was not, until somebody else's transaction ended: foreign keys and unique ones. */
const OVERTAKEN_STATE = /^2350[35]$/
/** What a socket to the database says when there is nobody, or when it breaks. */
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
/** These say so only of a connection being made: a file may be missing too. */
const AWAY_CONNECT = new Set(['ENOENT', 'EACCES', 'EAGAIN', 'EMFILE', 'ENFILE'])
/** Faults of the driver, which carry no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after)/

export const isStorageAway = (error: unknown): boolean => {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown }
  if (typeof code !== 'string') return typeof message === 'string' && AWAY_MESSAGE.test(message)
  return AWAY_STATE.test(code) || AWAY_SOCKET.has(code) || (syscall === 'connect' && AWAY_CONNECT.has(code))
}

const stateOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code)

/** The statement has to wait for its turn, while others may go on: not the database is away, this one was held up. */
export const isHeldUp = (error: unknown): boolean => HELD_UP_STATE.test(stateOf(error))

/** The database is away for all: what was held up, or is wrong in itself, says nothing of other work. */
export const isAwayForAll = (error: unknown): boolean => isStorageAway(error) && !isHeldUp(error)

/** Somebody else changed what the statement relies on, just then: the same one sees that when it is tried again at once. */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN_STATE.test(stateOf(error))
