import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AdStructures, parseAdStructures } from './ad-structures.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

const VECTORS = readVectors<{ adv_hex: string }>('ble_ad_structures.json')

const toHex = (data: Uint8Array): string => Buffer.from(data).toString('hex')
const facts = ({ flags, serviceUuids, serviceData, manufacturerData: [manufacturer] }: AdStructures) => ({
  flags,
  service_uuids16: serviceUuids,
  service_data: Object.fromEntries(serviceData.map(({ uuid, data }) => [uuid, toHex(data)])),
  manufacturer_data: manufacturer && {
    company_id: manufacturer.companyId.toString(16).padStart(4, '0'),
    data: toHex(manufacturer.data),
  },
})

test.each(VECTORS)('advertisement vector: $name', ({ input, expect: expected }) => {
  expectFacts(facts(parseAdStructures(hex(input.adv_hex))), expected)
})

test('a scan response adds the name that the advertisement had no room for', () => {
  const advert = hex('020106030842410303aafe')
  expect(parseAdStructures(advert)).toMatchObject({ name: 'BA', serviceUuids: ['feaa'] })
  const response = Buffer.concat([hex('0809'), Buffer.from('Bed 12\u0000'), hex('020af4')])
  expect(parseAdStructures(advert, response)).toMatchObject({ name: 'Bed 12', flags: 6, txPowerDbm: -12 })
})

test('long uuids are read back to front', () => {
  const uuid = '00112233445566778899aabbccddeeff'
  const backwards = toHex(hex(uuid).toReversed())
  expect(parseAdStructures(hex(`1107${backwards}1321${backwards}0102052078563412`))).toMatchObject({
    serviceUuids: ['00112233-4455-6677-8899-aabbccddeeff'],
    serviceData: [
      { uuid: '00112233-4455-6677-8899-aabbccddeeff', data: hex('0102') },
      { uuid: '12345678', data: hex('') },
    ],
  })
})

test('a name that is not UTF-8, or has only control characters, is ignored', () => {
  expect(parseAdStructures(hex('0309c328')).name).toBe('\ufffd(')
  expect(parseAdStructures(hex('03090001')).name).toBeUndefined()
})

test('no bytes make the parser throw, and a structure that is cut short is dropped', () => {
  const samples = VECTORS.map(({ input }) => hex(input.adv_hex))
  fc.assert(
    fc.property(bytesLike(samples), bytesLike(samples), (advert, response) => void parseAdStructures(advert, response)),
  )
  const whole = hex('0a16d2fc4002ca0903bf13')
  for (let length = 0; length < whole.length; length += 1) {
    expect(parseAdStructures(whole.subarray(0, length)).serviceData).toEqual([])
  }
})
