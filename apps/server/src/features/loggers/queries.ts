/** SQL of loggers; `db` first, owner second. */
import type { Logger } from '@whereabouts/contract/loggers'
import { sql } from 'kysely'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'

const columns = sql.raw('logger_id, logger_name, image')

/** Every logger of the account, oldest first. */
export async function listLoggers(db: Db, accountId: string): Promise<Logger[]> {
  const { rows } = await sql<Logger>`
    select ${columns} from loggers where account_id = ${accountId} order by created_at, logger_id`.execute(db)
  return rows
}

/** The logger, locked until the transaction ends; refuses with 404102 one that the account does not have. */
export async function lockLogger(db: Db, accountId: string, loggerId: string): Promise<Logger> {
  const { rows } = await sql<Logger>`
    select ${columns} from loggers where account_id = ${accountId} and logger_id = ${loggerId} for update`.execute(db)
  if (rows[0] === undefined) throw refuse('resourceNotFound')
  return rows[0]
}

/** The number of the account's loggers; nobody adds one until the transaction ends. */
export async function countLoggers(db: Db, accountId: string): Promise<number> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from loggers where account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

/** Refuses with 400102 a name that another logger has. */
export async function insertLogger(db: Db, accountId: string, logger: Logger, createdAt: number): Promise<void> {
  await sql`
    insert into loggers (account_id, logger_id, logger_name, image, created_at)
    values (${accountId}, ${logger.logger_id}, ${logger.logger_name}, ${logger.image}, ${createdAt})`
    .execute(db)
    .catch(takenAs('loggers_name_key', 'nameTaken'))
}

/** Refuses with 400102 a name that another logger has. */
export async function updateLogger(db: Db, accountId: string, logger: Logger): Promise<void> {
  await sql`
    update loggers set logger_name = ${logger.logger_name}, image = ${logger.image}
    where account_id = ${accountId} and logger_id = ${logger.logger_id}`
    .execute(db)
    .catch(takenAs('loggers_name_key', 'nameTaken'))
}

/** True while a carepad stands in it. */
export async function holdsCarepads(db: Db, accountId: string, loggerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from carepads where account_id = ${accountId} and logger_id = ${loggerId} limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteLogger(db: Db, accountId: string, loggerId: string): Promise<void> {
  await sql`delete from loggers where account_id = ${accountId} and logger_id = ${loggerId}`.execute(db)
}
