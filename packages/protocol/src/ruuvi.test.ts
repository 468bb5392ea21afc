import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRuuvi, RUUVI_COMPANY } from './ruuvi.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

const VECTORS = readVectors<{ company_id: string; manufacturer_data_hex: string }>('ble_ruuvi_df5.json')

test.each(VECTORS)('Ruuvi vector: $name', ({ input, expect: expected }) => {
  const companyId = Number.parseInt(input.company_id, 16)
  const data = hex(input.manufacturer_data_hex)
  const frame = data[0] === 5 ? decodeRuuvi({ companyId, data }) : undefined
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

const decodeHex = (hex: string) => decodeRuuvi({ companyId: RUUVI_COMPANY, data: Buffer.from(hex, 'hex') })

test.each([
  ['6', '06FE0C55F0C495000C02801E01A0FF4D00005301', undefined],
  ['E1', 'E1FE0C55F0C4950009000C000E000F02801E010032E3FFFFFF00004D00FFFFFFFFFF02005E005301', '02:00:5E:00:53:01'],
])('Ruuvi Air, format %s, has its temperature, humidity and pressure', (_format, hex, mac) => {
  expect(decodeHex(hex)).toMatchObject({
    ...{ temperatureCelsius: -2.5, humidityPercent: 55, pressurePascal: 100_325, mac },
    ...{ batteryMillivolts: undefined, movements: undefined, accelerationMilliG: [undefined, undefined, undefined] },
  })
  const nothing = `${hex.slice(0, 2)}8000FFFFFFFF${hex.slice(14)}`
  expect(decodeHex(nothing)).toMatchObject({
    temperatureCelsius: undefined,
    humidityPercent: undefined,
    pressurePascal: undefined,
  })
  expect(decodeHex(hex.slice(0, -2))).toBeUndefined()
})

test('the old format 3 is read; a format that nobody knows is none', () => {
  expect(decodeHex('03291A1ECE1EFC18F94202CA0B53')).toMatchObject({
    ...{ temperatureCelsius: 26.3, humidityPercent: 20.5, pressurePascal: 102_766, batteryMillivolts: 2899 },
    accelerationMilliG: [-1000, -1726, 714],
  })
  expect(decodeHex('03298114CE1EFC18F94202CA0B53')).toMatchObject({ temperatureCelsius: -1.2 })
  expect(decodeHex(`07${'00'.repeat(40)}`)).toBeUndefined()
})

test('format C5 is format 5 without its acceleration', () => {
  const data = Buffer.from('c512fc5394c37cac364200cdcbb8334c884f', 'hex')
  expect(decodeRuuvi({ companyId: 0x0499, data })).toMatchObject({
    ...{ temperatureCelsius: 24.3, humidityPercent: 53.49, pressurePascal: 100_044, batteryMillivolts: 2977 },
    ...{ txPowerDbm: 4, movements: 66, sequence: 205, mac: 'CB:B8:33:4C:88:4F' },
  })
  expect(decodeRuuvi({ companyId: 0x0499, data: data.subarray(0, 17) })).toBeUndefined()
})
