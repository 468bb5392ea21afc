/** Tells public addresses from private ones, and resolves names to those that may be called. Source: security rule 26. */
import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** Of houses and of this machine, and of networks that a carrier or a VPN shares. */
const PRIVATE_V4 = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']
const PRIVATE_V6 = ['::1', 'fc00::/7']
/**
 * IPv4 addresses of this link alone, of many, of examples, of measurements, of services that answer for others, and of nobody.
 * Source: IANA's registries of special-purpose and of multicast addresses.
 */
const NOWHERE_V4 = [
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]
/**
 * Where clouds answer a machine that runs there with its secrets, in ranges that are private or public otherwise: Alibaba, Azure,
 * Amazon, Google, Oracle, Scaleway. Source: their manuals of instance metadata.
 */
const OF_CLOUDS = [
  ...['100.100.100.200', '168.63.129.16', 'fd00:ec2::/32', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42'],
]
/** All other IPv6 addresses are not assigned yet, or embed an IPv4 address. */
const WORLD_V6 = '2000::/3'
/** Within it: IETF's own with Teredo, documentation, 6to4, a DNS sink. Source: as above. */
const NOWHERE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']
/** Leads to the IPv4 address in its last 32 bits. Source: RFC 6052 §2.1. */
const NAT64 = '64:ff9b::/96'

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

const isPrivateV4 = addressList(PRIVATE_V4)
const isPrivateV6 = addressList(PRIVATE_V6)
const isOfCloud = addressList(OF_CLOUDS)
const isNowhereV4 = addressList(NOWHERE_V4)
const isNowhereV6 = addressList(NOWHERE_V6)
const isWorldV6 = addressList([WORLD_V6])
const isNat64 = addressList([NAT64])

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function lastOf(address: string): string {
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [high = '', low = ''] = hostname.slice(1, -1).split(':').slice(-2)
  const bits = Number.parseInt(high || '0', 16) * 0x1_0000 + Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.')
}

/** True for an IP address anybody in the world may have. */
export function isPublicAddress(address: string): boolean {
  if (isOfCloud(address)) return false
  if (isIPv4(address)) return !isPrivateV4(address) && !isNowhereV4(address)
  return isWorldV6(address) && !isNowhereV6(address)
}

/**
 * True for a public address and for one of a private network, which only who may reach that network is led to. An IPv4 address that
 * is written as IPv6 is neither, but for public ones where a network translates (NAT64).
 */
export function isSomewhere(address: string): boolean {
  if (isOfCloud(address)) return false
  if (isIPv4(address)) return !isNowhereV4(address)
  return isPrivateV6(address) || isPublicAddress(address) || (isNat64(address) && isPublicAddress(lastOf(address)))
}

/** A name leads to no address that may be called. */
export class PrivateAddress extends Error {
  constructor() {
    super('The host has no address that may be called.')
  }
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
