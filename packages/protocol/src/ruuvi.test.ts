import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRuuvi } from './ruuvi.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

const VECTORS = readVectors<{ company_id: string; manufacturer_data_hex: string }>('ble_ruuvi_df5.json')

test.each(VECTORS)('Ruuvi vector: $name', ({ input, expect: expected }) => {
  const companyId = Number.parseInt(input.company_id, 16)
  const frame = decodeRuuvi({ companyId, data: hex(input.manufacturer_data_hex) })
  const facts =
    frame === undefined
      ? { error: 'not_df5' }
      : {
          data_format: 5,
          temperature_c: frame.temperatureCelsius,
          humidity_pct: frame.humidityPercent,
          pressure_pa: frame.pressurePascal,
          acceleration_mg: frame.accelerationMilliG.map((value) => value ?? null),
          battery_mv: frame.batteryMillivolts,
          tx_power_dbm: frame.txPowerDbm,
          movement_counter: frame.movements,
          sequence: frame.sequence,
          mac: frame.mac,
        }
  expectFacts(facts, expected)
})

test('another company with the same bytes is no Ruuvi', () => {
  const data = hex(VECTORS[0]!.input.manufacturer_data_hex)
  expect(decodeRuuvi({ companyId: 0x004c, data })).toBeUndefined()
})

test('no bytes make the decoder throw, and each cut is refused', () => {
  const samples = VECTORS.map(({ input }) => hex(input.manufacturer_data_hex))
  fc.assert(fc.property(bytesLike(samples), (data) => void decodeRuuvi({ companyId: 0x0499, data })))
  for (let length = 0; length < 24; length += 1) {
    expect(decodeRuuvi({ companyId: 0x0499, data: samples[0]!.subarray(0, length) })).toBeUndefined()
  }
})
