/** Which addresses a broker may have, by who made the account. Source: decision 0055; security rule 26. */
import { lookup } from 'node:dns'
import { BlockList, connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import { isPublicAddress, lookUpPublic } from './public-addresses.ts'
import type { Settings } from './settings.ts'

/** Addresses no broker has: of this link alone, where clouds answer with secrets, of many, and of nobody. */
const NOWHERE = new BlockList()
NOWHERE.addSubnet('0.0.0.0', 8, 'ipv4')
NOWHERE.addSubnet('169.254.0.0', 16, 'ipv4')
NOWHERE.addSubnet('224.0.0.0', 3, 'ipv4')
NOWHERE.addAddress('::', 'ipv6')
NOWHERE.addSubnet('fe80::', 10, 'ipv6')
NOWHERE.addSubnet('ff00::', 8, 'ipv6')

/** Addresses that a connection may have. */
export type Reach = 'private' | 'public'

/** What an account may reach; undefined: no brokers at all. `signedUp`: a stranger made it for himself. */
export function reachOf(brokers: Settings['brokers'], signedUp: boolean): Reach | undefined {
  if (brokers === 'off') return undefined
  if (brokers === 'public') return 'public'
  return brokers === 'any' || !signedUp ? 'private' : 'public'
}

const isSomewhere = (address: string): boolean => !NOWHERE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const isWithin = (reach: Reach) => (address: string) =>
  reach === 'public' ? isPublicAddress(address) : isSomewhere(address)

/** The host has only addresses that this account may not reach. */
export class NotAllowed extends Error {
  readonly code = 'ENOTALLOWED'
  constructor() {
    super('The address may not be reached.')
  }
}

const lookUpSomewhere: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error === null ? found.filter(({ address }) => isSomewhere(address)) : []
    const [first] = addresses
    if (first === undefined) callback(error ?? new NotAllowed(), [])
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

/** As `lookUpPublic`, but a name that has other addresses alone is not allowed rather than not found. */
const lookUpPublicOnly: LookupFunction = (hostname, options, callback) =>
  lookUpPublic()(hostname, options, (error, address, family) => {
    const isKnown = error !== null && (error as NodeJS.ErrnoException).code === undefined
    callback(isKnown ? new NotAllowed() : error, address, family)
  })

/** Begins a connection; one to an address that may not be reached ends with `NotAllowed`, after its name was looked up. */
export function connectWithin(reach: Reach, { host, port }: { host: string; port: number }): Socket {
  if (isIP(host) !== 0 && !isWithin(reach)(host)) throw new NotAllowed()
  return connect({ host, port, lookup: reach === 'public' ? lookUpPublicOnly : lookUpSomewhere })
}
