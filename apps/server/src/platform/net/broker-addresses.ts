/** Which addresses a broker may have, by who made the account. Source: decision 0055; security rule 26. */
import { connect, isIP, type Socket } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '../settings.ts'
import { isPublicAddress, isSomewhere, lookUpWhere, PrivateAddress } from './public-addresses.ts'

/** Addresses that a connection may have. */
export type Reach = 'private' | 'public'

/** What an account may reach; undefined: no brokers at all. `signedUp`: a stranger made it for himself, or an integrator who is one. */
export function reachOf(brokers: Settings['brokers'], signedUp: boolean): Reach | undefined {
  if (brokers === 'off') return undefined
  if (brokers === 'public') return 'public'
  return brokers === 'any' || !signedUp ? 'private' : 'public'
}

/** Whether a stranger made an account for himself, or an integrator did whose own account is such a one: it reaches no further. */
export const isOfStranger = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  with recursive makers as (
    select a.account_id, a.integrator_account_id, a.signed_up from accounts a where a.account_id = ${accountId}
    union select a.account_id, a.integrator_account_id, a.signed_up
      from makers m join accounts a on a.account_id = m.integrator_account_id)
  select coalesce(bool_or(m.signed_up), true) from makers m)`

const isWithin: Readonly<Record<Reach, (address: string) => boolean>> = {
  public: isPublicAddress,
  private: isSomewhere,
}

/** Begins a connection; one to an address that may not be reached ends with `PrivateAddress`, after its name was looked up. */
export function connectWithin(reach: Reach, { host, port }: { host: string; port: number }): Socket {
  if (isIP(host) !== 0 && !isWithin[reach](host)) throw new PrivateAddress()
  return connect({ host, port, lookup: lookUpWhere(isWithin[reach]) })
}
