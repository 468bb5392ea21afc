import fc from 'fast-check'
import { expect, test } from 'vitest'
import { radioKey } from './aes-ccm.ts'
import { type AtcFrame, decodeAtc } from './atc.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

interface Input {
  readonly service_data_hex: string
  readonly mac?: string
  readonly bindkey_hex?: string
}

const VECTORS = readVectors<Input>('ble_atc_pvvx.json')

function facts(frame: AtcFrame | undefined): Record<string, unknown> {
  if (frame === undefined) return { error: 'unknown_length' }
  const { variant, mac, counter, readings } = frame
  if (typeof readings === 'string') return { variant, counter, error: readings }
  return {
    variant,
    mac,
    counter,
    temperature_c: readings.temperatureCelsius,
    humidity_pct: readings.humidityPercent,
    battery_pct: readings.batteryPercent,
    battery_mv: readings.batteryMillivolts,
    flags: readings.flags,
    switch: readings.isTriggered === undefined ? null : Number(readings.isTriggered),
  }
}

test.each(VECTORS)('ATC and pvvx vector: $name', ({ input, expect: expected }) => {
  const key = input.bindkey_hex === undefined ? undefined : radioKey(input.bindkey_hex)
  expectFacts(facts(decodeAtc(hex(input.service_data_hex), input.mac, key)), expected)
})

test('a wrong key, a wrong address or none decrypts nothing', () => {
  const sealed = hex('11d603fbfa7b6dfb1e26fd')
  const key = radioKey('b9ea895fac7eea6d30532432a516f3a3')!
  for (const [mac, tried] of [
    ['A4:C1:38:8D:18:B2', key.with(0, 0)],
    ['A4:C1:38:8D:18:B3', key],
    [undefined, key],
  ] as const) {
    expect(decodeAtc(sealed, mac, tried)?.readings).toBe('decryption_failed')
  }
})

test('no bytes make the decoder throw, with a key or without one', () => {
  const samples = VECTORS.map(({ input }) => hex(input.service_data_hex))
  const key = fc.option(fc.uint8Array({ minLength: 16, maxLength: 16 }), { nil: undefined })
  fc.assert(fc.property(bytesLike(samples), key, (data, tried) => void decodeAtc(data, 'A4:C1:38:8D:18:B2', tried)))
  const plain = hex('b2188d38c1a4590aad13b6091f1e05')
  for (const length of [0, 1, 5, 7, 9, 10, 12, 14]) expect(decodeAtc(plain.subarray(0, length))).toBeUndefined()
})
