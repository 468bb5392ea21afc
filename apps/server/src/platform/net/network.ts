/** True of an address or name that only this machine reaches. */
export const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/i.test(host)

/** The network that a caller counts as part of. */
import { isIPv6 } from 'node:net'

/** An IPv4 address counts by itself, an IPv6 address by its /64: who has one has all 2^64 and may try from each. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const written = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = written.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4)
  // Beneath ::/64 are this machine itself and all of IPv4.
  return groups.every((group) => group === '0') ? address : groups.join(':')
}
