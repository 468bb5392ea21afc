/** Tells public addresses from private ones, and resolves names to those that may be called. Source: security rule 26. */
import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** Private, loopback and test addresses. Source: IANA's registries of special-purpose addresses. */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** All others are not public, or carry an IPv4 address in them. */
const WORLD_V6 = '2000::/3'
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
const privateV4 = listOf(PRIVATE_V4, 'ipv4')
const privateV6 = listOf(PRIVATE_V6, 'ipv6')
const worldV6 = listOf([WORLD_V6], 'ipv6')

/** True for an IP address anybody in the world may have. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !privateV4.check(address, 'ipv4')
    : worldV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')

/** A name leads to no address that may be called. */
export class PrivateAddress extends Error {
  constructor() {
    super('The host has no address that may be called.')
  }
}

/** True for addresses that are, or are in a range, of a list. */
export function addressList(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Resolver for connections: a name without an address of these is not found. */
export const lookUpWhere =
  (isAllowed: (address: string) => boolean, resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const addresses = error === null ? found.filter(({ address }) => isAllowed(address)) : []
      const [first] = addresses
      if (first === undefined) callback(error ?? new PrivateAddress(), [])
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

/** Resolver for connections: a name without a public address is not found. */
export const lookUpPublic = (resolve: typeof lookup = lookup): LookupFunction => lookUpWhere(isPublicAddress, resolve)
