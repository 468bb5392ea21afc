import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEddystone, type EddystoneFrame, eddystoneReferenceRssiDbm } from './eddystone.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

const VECTORS = readVectors<{ service_data_hex: string }>('ble_eddystone.json')

function facts(frame: EddystoneFrame | undefined): Record<string, unknown> {
  if (frame === undefined) return { error: 'unknown_frame' }
  if (frame.kind === 'tlm') {
    const { batteryMillivolts, temperatureCelsius, adverts, uptimeSeconds } = frame
    return {
      frame: 'tlm',
      battery_mv: batteryMillivolts,
      temperature_c: temperatureCelsius,
      adv_count: adverts,
      uptime_s: uptimeSeconds,
    }
  }
  if (frame.kind === 'etlm') return { frame: 'etlm', encrypted: true }
  return { ...frame, frame: frame.kind, tx_power_0m_dbm: frame.txPowerDbm }
}

test.each(VECTORS)('Eddystone vector: $name', ({ input, expect: expected }) => {
  expectFacts(facts(decodeEddystone(hex(input.service_data_hex))), expected)
})

test('a power at the antenna loses 41 dB on the first metre', () => {
  expect(eddystoneReferenceRssiDbm(-4)).toBe(-45)
})

test.each([
  ['a vendor frame', '40fc0011'],
  ['telemetry of a version to come', '20020bb815000000004500000258'],
  ['an address with a scheme to come', '100004616263'],
  ['an address with control characters', '10000361621f'],
  ['nothing', ''],
])('%s is no frame of ours', (_, digits) => {
  expect(decodeEddystone(hex(digits))).toBeUndefined()
})

test('no bytes make the decoder throw, and each cut of a fixed frame is refused', () => {
  const samples = VECTORS.map(({ input }) => hex(input.service_data_hex))
  fc.assert(fc.property(bytesLike(samples), (data) => void decodeEddystone(data)))
  for (const [digits, whole] of [
    ['00fc00112233445566778899aabbccddeeff0000', 18],
    ['20000bb815000000004500000258', 14],
    ['30fc0011223344556677', 10],
  ] as const) {
    for (let length = 0; length < whole; length += 1) {
      expect(decodeEddystone(hex(digits).subarray(0, length))).toBeUndefined()
    }
  }
})
