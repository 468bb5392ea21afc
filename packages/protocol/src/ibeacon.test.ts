import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manufacturerDataOf } from './ad-structures.ts'
import { decodeIbeacon } from './ibeacon.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

const VECTORS = readVectors<{ manufacturer_data_with_company_hex: string }>('ble_ibeacon.json')

const decode = (digits: string | Uint8Array) => {
  const data = manufacturerDataOf(typeof digits === 'string' ? hex(digits) : digits)
  return data && decodeIbeacon(data)
}

test.each(VECTORS)('iBeacon vector: $name', ({ input, expect: expected }) => {
  const beacon = decode(input.manufacturer_data_with_company_hex)
  const facts =
    beacon === undefined
      ? { error: 'not_ibeacon' }
      : { type: 'ibeacon', measured_power_dbm: beacon.measuredPowerDbm, ...beacon }
  expectFacts(facts, expected)
})

test('a tag that appends its battery is an iBeacon all the same', () => {
  expect(decode('4c000215426c7565436861726d426561636f6e730efe1355c564')?.minor).toBe(4949)
})

test('no bytes make the decoder throw, and each cut is refused', () => {
  const samples = VECTORS.map(({ input }) => hex(input.manufacturer_data_with_company_hex))
  fc.assert(fc.property(bytesLike(samples), (data) => void decode(data)))
  for (let length = 0; length < 25; length += 1) expect(decode(samples[0]!.subarray(0, length))).toBeUndefined()
})
