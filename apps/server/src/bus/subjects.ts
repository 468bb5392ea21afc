/**
 * What messages between servers are addressed to. Subjects are made of fixed words, numbers of shards and ids of servers and accounts: nothing that
 * a sender said becomes one, as a dot, a star or a space in it would address something else.
 */
import { z } from 'zod'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SUBJECT = new RegExp(`^(?:shards|consoles\\.(?:0|[1-9]\\d{0,4})|(?:home|live)\\.${UUID})$`)

/** An account in a message, written as the database writes it: in capitals it would be the same account of another shard. */
export const accountIdSchema = z.string().regex(new RegExp(`^${UUID}$`))

/** For a server, as the home of accounts. */
export const homeSubject = (serverId: string): string => checkedSubject(`home.${serverId}`)

/** For the home of a shard, from servers with consoles of its accounts. */
export const consolesSubject = (shard: number): string => checkedSubject(`consoles.${shard}`)

/** For all servers: who holds which shard has changed. */
export const SHARDS_SUBJECT = 'shards'

/** For servers with consoles of an account. */
export const liveSubject = (accountId: string): string => checkedSubject(`live.${accountId}`)

/** Answers the subject; throws where it is none of ours, which only a bug can cause. */
export function checkedSubject(subject: string): string {
  if (!SUBJECT.test(subject)) throw new Error('bug: A message was addressed to something that is no subject of ours.')
  return subject
}
