/**
 * Tells workers of Citus whose rows a call may see. They have connections of their own, which know no setting of the session, so each
 * transaction that reads tables spread over them carries the account along. Source: decision 0084.
 */
import type pg from 'pg'
import { namesDistributed } from './distribute-tables.ts'

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as { readonly text: string }).text

/** The client of a call; without it workers find no rows of any account. */
export function tellingWorkers(client: pg.PoolClient, accountId: string): pg.PoolClient {
  // A message of its own, as Citus passes the whole of it on.
  const tell = () =>
    client.query(
      `set local citus.propagate_set_commands to 'local'; set local app.account to ${client.escapeLiteral(accountId)}`,
    )
  const query = async (asked: unknown, values?: unknown[]) => {
    const ask = () => client.query(asked as string, values)
    const isWithin = client.getTransactionStatus() !== 'I'
    if (isWithin || !namesDistributed(textOf(asked))) {
      const answer = await ask()
      if (!isWithin && client.getTransactionStatus() === 'T') await tell()
      return answer
    }
    await client.query('begin')
    try {
      await tell()
      const answer = await ask()
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  return { query, release: (isDiscarded?: boolean) => client.release(isDiscarded) } as unknown as pg.PoolClient
}
