/** Which addresses a broker may have, by who made the account. Source: decision 0055; security rule 26. */
import { connect, isIP, type Socket } from 'node:net'
import { addressList, isPublicAddress, lookUpWhere, PrivateAddress } from './public-addresses.ts'
import type { Settings } from './settings.ts'

/** Addresses no broker has: of this link alone, where clouds answer with secrets, of many, and of nobody. */
const isNowhere = addressList(['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '::', 'fe80::/10', 'ff00::/8'])

/** Addresses that a connection may have. */
export type Reach = 'private' | 'public'

/** What an account may reach; undefined: no brokers at all. `signedUp`: a stranger made it for himself. */
export function reachOf(brokers: Settings['brokers'], signedUp: boolean): Reach | undefined {
  if (brokers === 'off') return undefined
  if (brokers === 'public') return 'public'
  return brokers === 'any' || !signedUp ? 'private' : 'public'
}

const isWithin: Readonly<Record<Reach, (address: string) => boolean>> = {
  public: isPublicAddress,
  private: (address) => !isNowhere(address),
}

/** Begins a connection; one to an address that may not be reached ends with `PrivateAddress`, after its name was looked up. */
export function connectWithin(reach: Reach, { host, port }: { host: string; port: number }): Socket {
  if (isIP(host) !== 0 && !isWithin[reach](host)) throw new PrivateAddress()
  return connect({ host, port, lookup: lookUpWhere(isWithin[reach]) })
}
