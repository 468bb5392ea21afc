/** Tells a database that is away or overloaded from one that refuses a statement. Source: security rule 58. */

/** SQLSTATE classes and system codes after which the same statement may be tried again. */
const AWAY_CODE = /^(08|25006|40|53|55P03|57|58|E[A-Z]{2,})/
/** Faults of the driver, which carry no code. */
const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded|connection error|not queryable|Client was closed|Cannot use a pool after/

export const isStorageAway = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && AWAY_CODE.test(code)) || (typeof message === 'string' && AWAY_MESSAGE.test(message))
  )
}
