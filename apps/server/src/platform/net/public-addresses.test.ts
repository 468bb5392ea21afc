import type { LookupAddress, lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { OutsideHosts } from './outside-hosts.ts'
import { isPublicAddress, isSomewhere, lookUpPublic } from './public-addresses.ts'

/**
 * All rows of IANA's registries of special-purpose addresses, the multicast ranges, and IPv6 ranges that were given up: what nobody
 * needs to be led to by an address that somebody else names.
 */
const NOWHERE = [
  ...['0.0.0.0/8', '0.0.0.0/32', '169.254.0.0/16', '192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32'],
  ...['192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
  ...['255.255.255.255/32', '224.0.0.0/4', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
  ...['2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32'],
  ...['2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16'],
  ...['2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fe80::/10', 'fec0::/10', 'ff00::/8', '200::/7'],
]
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']
const METADATA = [
  ...['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd00:ec2::23'],
  ...['fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fe80::a9fe:a9fe', 'fe80::a9fe:a9fe%eth0'],
]

const partsOf = (address: string): number[] => {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The first and the last address of a range. */
function endsOf(range: string): string[] {
  const [address = '', bits = ''] = range.split('/')
  const isV6 = address.includes(':')
  const width = isV6 ? 16n : 8n
  const parts = partsOf(address)
  const whole = parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n)
  const free = BigInt(parts.length) * width - BigInt(bits)
  const written = (value: bigint) =>
    parts
      .map((_part, at) => (value >> (BigInt(parts.length - 1 - at) * width)) & ((1n << width) - 1n))
      .map((part) => part.toString(isV6 ? 16 : 10))
      .join(isV6 ? ':' : '.')
  return [written(whole), written(whole | ((1n << free) - 1n))]
}

/** The ways in which IPv6 carries an IPv4 address: mapped, compatible, translated, NAT64 of a network, 6to4, Teredo. */
function carried(address: string): string[] {
  const [high, low] = [0, 2].map((at) => {
    const [first = 0, second = 0] = partsOf(address).slice(at)
    return (first * 256 + second).toString(16)
  }) as [string, string]
  const flipped = [high, low].map((part) => (0xffff ^ Number.parseInt(part, 16)).toString(16)).join(':')
  return [
    ...[`::ffff:${address}`, `::ffff:${high}:${low}`, `::${address}`, `::ffff:0:${high}:${low}`],
    ...[`64:ff9b::${address}`, `64:ff9b::${high}:${low}`, `64:ff9b:1::${high}:${low}`, `2002:${high}:${low}::1`],
    `2001:0:5fd1:6041:0:0:${flipped}`,
  ]
}

test.each([...NOWHERE.flatMap(endsOf), ...METADATA])('%s is nowhere', (address) => {
  expect([isPublicAddress(address), isSomewhere(address)]).toEqual([false, false])
})

test.each(PRIVATE.flatMap(endsOf))('%s is somewhere, and not out in the world', (address) => {
  expect([isPublicAddress(address), isSomewhere(address)]).toEqual([false, true])
})

test.each(['142.250.74.10', '1.1.1.1', '2a00:1450:4001:80b::200a', '2606:4700::1111'])(
  '%s is out in the world',
  (address) => {
    expect([isPublicAddress(address), isSomewhere(address)]).toEqual([true, true])
  },
)

test('no way in which IPv6 carries an IPv4 address leads past these rules', () => {
  const inside = ['127.0.0.1', '169.254.169.254', '10.1.2.3', '192.168.1.1', '0.0.0.0', '224.0.0.1', '100.100.100.200']
  expect(inside.flatMap(carried).filter((address) => isPublicAddress(address) || isSomewhere(address))).toEqual([])
  // A network that has IPv6 alone reaches the public rest of the world by this one.
  expect(carried('142.250.74.10').filter(isSomewhere)).toEqual(['64:ff9b::142.250.74.10', '64:ff9b::8efa:4a0a'])
  expect(carried('142.250.74.10').filter(isPublicAddress)).toEqual([])
})

test('unroutable addresses stay forbidden within a range that the operator allows', () => {
  const hosts = new OutsideHosts(['169.254.0.0/16', 'fd00::/8', '127.0.0.0/8', '::/0'])
  const faultOf = (host: string) => hosts.faultOf(new URL(`https://${host}/`))
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]']) {
    expect(faultOf(host)).toBe('private')
  }
  for (const host of ['127.0.0.1', '[::1]', '[fd00:1::1]']) expect(faultOf(host)).toBeUndefined()
  hosts.close()
})

test('a name is resolved to public addresses only, whatever its resolver answers', async () => {
  const finding = (...addresses: string[]) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const resolve = ((_name, _options, callback) => callback(null, found as never, 4)) as typeof lookup
    return (all: boolean) =>
      new Promise((done) => lookUpPublic(resolve)('push.example', { all }, (...found) => done(found)))
  }
  expect(await finding('10.0.0.1', '142.250.74.10')(false)).toEqual([null, '142.250.74.10', 4])
  expect(await finding('10.0.0.1', '142.250.74.10')(true)).toEqual([null, [{ address: '142.250.74.10', family: 4 }]])
  expect(await finding('10.0.0.1', '::1')(true)).toEqual([new Error('The host has no address that may be called.'), []])
})
