import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAdvertisement } from './advertisement.ts'
import { radioKey } from './aes-ccm.ts'
import { openSample } from './encrypted-sample.ts'
import { type Tag, tagSighting } from './tag.ts'
import { bytesLike, hex, readVectors } from './vectors.ts'

const MAC = 'A4:C1:38:8D:18:B2'
const KEY = radioKey('b9ea895fac7eea6d30532432a516f3a3')!
const IBEACON = '1aff4c000215426c7565436861726d426561636f6e730efe1355c5'
const RUUVI = '1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f'

const read = (digits: string, mac: string | undefined = MAC): Tag | undefined =>
  readAdvertisement(hex(digits), hex(''), { mac })

test.each([
  ['an iBeacon', IBEACON, 'iBeacon:426c7565-4368-6172-6d42-6561636f6e73-3838-4949', 'iBeacon'],
  [
    'an Eddystone',
    '1516aafe00e312345678901234678901000000000001',
    'eddy:12345678901234678901-000000000001',
    'Eddystone',
  ],
  ['an address in a Ruuvi frame', RUUVI, 'cbb8334c884f', 'Ruuvi'],
  ['an address in a BTHome frame', '0e16d2fc42a5808fe6485404138a01', '5448e68f80a5', 'BTHome'],
  ['an address', '0616d2fc403a01', 'a4c1388d18b2', 'BTHome'],
  ['an address of a pvvx thermometer', '12161a18b2188d38c1a4590aad13b6091f1e05', 'a4c1388d18b2', 'pvvx'],
  ['an address of an ATC1441 thermometer', '10161a18a4c1388d18b201122f640ca025', 'a4c1388d18b2', 'ATC1441'],
  ['an address of a Shelly', '0a09534242542d303032430616d2fc403a01', 'a4c1388d18b2', 'Shelly'],
  ['an address of an older Ruuvi', '0fff990403291a1ece1e02def94202ca', 'a4c1388d18b2', 'Ruuvi'],
  ['an address without a known maker', '020106', 'a4c1388d18b2', undefined],
])('%s is the identity', (_, digits, identity, make) => {
  expect(read(digits)).toMatchObject({ identity, make, isAmbiguous: false })
})

test('the numbers of a beacon are preferred to its address, and an iBeacon to an Eddystone', () => {
  const both = read(`${IBEACON}1516aafe00e312345678901234678901000000000001${RUUVI}`)
  expect(both).toMatchObject({ identityKind: 'ibeacon', make: 'Ruuvi', values: { temperatureCelsius: 24.3 } })
})

test('where the operating system hides addresses, only beacons and tags that send their own address are identified', () => {
  const hidden = (digits: string) => readAdvertisement(hex(digits), hex(''), { mac: undefined })?.identityKind
  expect([IBEACON, RUUVI, '0616d2fc403a01'].map(hidden)).toEqual(['ibeacon', 'mac', undefined])
})

test.each([
  ['an Apple device', '07ff4c0010021b04', 'E4:C1:38:8D:18:B2', undefined, true],
  ['an Apple device with a public address', '07ff4c0010021b04', 'E4:C1:38:8D:18:B2', 'public', false],
  ['a tag of changing identity', '0d16aafe30fc0011223344556677', 'E4:C1:38:8D:18:B2', undefined, true],
  ['an exposure notification', '05166ffd0000', 'E4:C1:38:8D:18:B2', undefined, true],
  ['a sensor with a random address that changes', '0616d2fc403a01', '44:C1:38:8D:18:B2', 'random', true],
  ['a sensor of which nobody says how its address was given', '0616d2fc403a01', '44:C1:38:8D:18:B2', undefined, false],
  ['a Ruuvi at an address that changes', RUUVI, '44:C1:38:8D:18:B2', 'random', false],
  ['something with an address that may change', '020106', '44:C1:38:8D:18:B2', undefined, true],
] as const)('%s is marked: %#', (_, digits, mac, addressKind, isAmbiguous) => {
  expect(readAdvertisement(hex(digits), hex(''), { mac, addressKind })?.isAmbiguous).toBe(isAmbiguous)
})

test('0x181A with another address than it was heard from is some other device', () => {
  const other = read('12161a18b2188d38c1a4590aad13b6091f1e05', 'A4:C1:38:00:00:01')
  expect(other).toMatchObject({ identity: 'a4c138000001', make: undefined, values: {} })
})

test('an encrypted thermometer is decrypted with its key only, and ignored when it is unencrypted', () => {
  const sealed = hex('0e161a1811d603fbfa7b6dfb1e26fd')
  const shut = readAdvertisement(sealed, hex(''), { mac: MAC })!
  expect(shut).toMatchObject({ isEncrypted: true, make: 'pvvx', values: {} })
  expect(openSample(shut.encryptedSample!, KEY)).toMatchObject({ temperatureCelsius: 23.45, batteryPercent: 61 })
  expect(openSample(shut.encryptedSample!, KEY.with(3, 0))).toBeUndefined()
  const keyOf = (identity: string) => (identity === 'a4c1388d18b2' ? KEY : undefined)
  const opened = readAdvertisement(sealed, hex(''), { mac: MAC, keyOf })!
  expect(opened).toMatchObject({ isEncrypted: false, isForged: false, values: { temperatureCelsius: 23.45 } })
  const clear = readAdvertisement(hex('12161a18b2188d38c1a4590aad13b6091f1e05'), hex(''), { mac: MAC, keyOf })!
  expect(tagSighting({ tag: clear, rssiDbm: -50 })).toBeUndefined()
})

test('other formats sent in the name of a tag with a key are ignored', () => {
  const forged = readAdvertisement(hex(RUUVI), hex(''), { mac: MAC, keyOf: () => KEY })
  expect(forged).toMatchObject({ identity: 'cbb8334c884f', values: {} })
})

test('an impossible power at one metre is not used as reference, and values out of range are dropped', () => {
  const odd = read('1aff4c000215fda50693a4e24fb1afcfc6eb07647825000100021a')!
  expect(odd.measuredPowerDbm).toBe(26)
  expect(tagSighting({ tag: odd, rssiDbm: -50 })).toMatchObject({ kind: 'sighting', referenceRssiDbm: undefined })
  expect(tagSighting({ tag: odd, rssiDbm: undefined })).toMatchObject({ kind: 'reading' })
  const hot = read('1bff9904057ffffffefffe7fff7fff7fffffdefefffecbb8334c884f')!
  expect(hot.values.temperatureCelsius).toBe(163.835)
  expect(tagSighting({ tag: hot, rssiDbm: -50 })?.temperatureCelsius).toBeUndefined()
})

test('no bytes make an advertisement or a sample throw', () => {
  const adverts = readVectors<{ adv_hex: string }>('ble_ad_structures.json').map(({ input }) => hex(input.adv_hex))
  const mac = fc.option(fc.constantFrom(MAC, '44:C1:38:8D:18:B2'), { nil: undefined })
  const addressKind = fc.constantFrom('public' as const, 'random' as const, undefined)
  fc.assert(
    fc.property(bytesLike(adverts), bytesLike(adverts), mac, addressKind, (advert, response, address, kind) => {
      const tag = readAdvertisement(advert, response, { mac: address, addressKind: kind, keyOf: () => KEY })
      if (tag !== undefined) tagSighting({ tag, rssiDbm: -60 })
    }),
  )
  const sample = hex('a4c1388d18b21a1811d603fbfa7b6dfb1e26fd')
  const bthome = hex('5448e68f80a5d2fc41a47266c95f730011223378237214')
  fc.assert(fc.property(bytesLike([sample, bthome]), (bytes) => void openSample(bytes, KEY)))
  for (const each of [sample, bthome]) {
    for (let length = 0; length < each.length; length += 1)
      expect(openSample(each.subarray(0, length), KEY)).toBeUndefined()
  }
})
