import fc from 'fast-check'
import { expect, test } from 'vitest'
import { radioKey } from './aes-ccm.ts'
import { type BthomeDecoded, decodeBthome } from './bthome.ts'
import { BTHOME_OBJECTS } from './bthome-objects.ts'
import { bytesLike, expectFacts, hex, readVectors } from './vectors.ts'

interface Input {
  readonly service_data_hex: string
  readonly mac?: string
  readonly bindkey_hex?: string
}

const VECTORS = readVectors<Input>('ble_bthome_v2.json')
const KEY = radioKey('231d39c1d7cc1ab1aee224cd096db932')!
const MAC = '54:48:E6:8F:80:A5'
const SEALED = hex('41a47266c95f730011223378237214')

function facts(decoded: BthomeDecoded): Record<string, unknown> {
  if (decoded.kind === 'invalid') {
    return { error: decoded.reason, bthome_version: decoded.reason === 'truncated' ? null : decoded.version }
  }
  const head = {
    bthome_version: decoded.version,
    encrypted: decoded.isEncrypted,
    mac_included: decoded.mac !== undefined,
    trigger_based: decoded.isTriggered,
    mac: decoded.mac,
  }
  if (decoded.kind === 'sealed') return { ...head, error: decoded.reason }
  return {
    ...head,
    counter: decoded.counter,
    truncated: decoded.isTruncated,
    stopped_at_unknown_object_id: decoded.stoppedAt,
    measurements: decoded.measurements.map(({ objectId, name, value }) => ({
      object_id: objectId,
      name,
      value: value ?? null,
    })),
  }
}

const decode = (digits: string) => decodeBthome(hex(digits))
const values = (digits: string) => {
  const decoded = decode(digits)
  return decoded.kind === 'frame' ? decoded.measurements.map(({ name, value }) => [name, value]) : decoded
}

test.each(VECTORS)('BTHome vector: $name', ({ input, expect: expected }) => {
  const key = input.bindkey_hex === undefined ? undefined : radioKey(input.bindkey_hex)
  expectFacts(facts(decodeBthome(hex(input.service_data_hex), input.mac, key)), expected)
})

test.each([
  [
    'steps of a dimmer to the left and to the right',
    '403c01033c02043c0000',
    [
      ['dimmer', -3],
      ['dimmer', 4],
      ['dimmer', undefined],
    ],
  ],
  [
    'text, and text that is none',
    '4053024869530228c3',
    [
      ['text', 'Hi'],
      ['text', undefined],
    ],
  ],
  ['bytes', '405402c328', [['raw', 'c328']]],
  [
    'versions of the firmware',
    '40f100010204f2000106',
    [
      ['firmware', '4.2.1.0'],
      ['firmware', '6.1.0'],
    ],
  ],
  ['a switch', '402201', [['moving', true]]],
  ['a temperature in steps of 0.35', '4058f6', [['temperature_c', -3.5]]],
  ['a signed speed', '40624a74feff', [['speed_mps', -0.101302]]],
  [
    'the hold of an old Shelly button, and what comes after it',
    '403afe0164',
    [
      ['button', 'hold_press_old'],
      ['battery_pct', 100],
    ],
  ],
  ['a button event to come', '403a77', [['button', 'unknown']]],
])('%s are read', (_, digits, expected) => {
  expect(values(digits)).toEqual(expected)
})

test('an object that is cut short is dropped and reported', () => {
  for (const [id, { length }] of BTHOME_OBJECTS) {
    const whole = Uint8Array.of(0x40, id, ...(length === undefined ? [2, 1, 1] : Array(length).fill(1)))
    expect(decodeBthome(whole)).toMatchObject({ isTruncated: false, measurements: [{ objectId: id }] })
    for (let cut = 2; cut < whole.length; cut += 1) {
      expect(decodeBthome(whole.subarray(0, cut))).toMatchObject({ isTruncated: true, measurements: [] })
    }
  }
})

test('an encrypted frame is decrypted only with its key and its address', () => {
  expect(decodeBthome(SEALED, MAC, KEY).kind).toBe('frame')
  expect(decodeBthome(SEALED, '54:48:E6:8F:80:A6', KEY).kind).toBe('sealed')
  expect(decodeBthome(SEALED, undefined, KEY).kind).toBe('sealed')
  fc.assert(
    fc.property(fc.nat({ max: SEALED.length - 2 }), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const damaged = SEALED.with(place + 1, SEALED[place + 1]! ^ change)
      expect(decodeBthome(damaged, MAC, KEY).kind).toBe('sealed')
    }),
  )
})

test('a key is 32 hex digits', () => {
  expect(KEY).toHaveLength(16)
  for (const text of ['', '231d', 'x'.repeat(32), '0'.repeat(33), '0'.repeat(34)])
    expect(radioKey(text)).toBeUndefined()
})

test('frames without room for their head are refused', () => {
  for (const digits of ['', '42b2188d', '4100112233', '430011223344556677889900112233']) {
    expect(decode(digits)).toEqual({ kind: 'invalid', reason: 'truncated' })
  }
})

test('no bytes make the decoder throw, with a key or without one', () => {
  const samples = VECTORS.map(({ input }) => hex(input.service_data_hex))
  fc.assert(
    fc.property(
      bytesLike(samples),
      fc.boolean(),
      (data, hasKey) => void decodeBthome(data, MAC, hasKey ? KEY : undefined),
    ),
  )
})
