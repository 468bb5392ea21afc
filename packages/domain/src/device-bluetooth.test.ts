import { expect, test } from 'vitest'
import {
  CALLBACK_TIMEOUT_MS,
  CHARACTERISTICS,
  fromHex,
  isCallbackOf,
  isWifiName,
  isWifiPassword,
  readConfirmation,
  readDeviceName,
  readMacAddress,
  readText,
  SERVICES,
  settingBytes,
  toHex,
} from './device-bluetooth.ts'

test('a name of 19 characters is a G3, whose id is the last 8 [VALID-34]', () => {
  expect(readDeviceName('G3-Tracker-5C9A30F1')).toEqual({ type: 'g3', id: '5C9A30F1', macAddress: '' })
  expect(readDeviceName('G3-Tracker-5C9A/0F1')).toBeUndefined()
})

test('a name of 20 characters is a T4, whose id and address are the last 12 [VALID-35]', () => {
  const station = { type: 't4', id: 'T4-0A1B2C3D4E5F', macAddress: '0A:1B:2C:3D:4E:5F' }
  expect(readDeviceName('Station-0A1B2C3D4E5F')).toEqual(station)
  expect(readDeviceName('Station-0a1b2c3d4e5f')).toEqual(station)
  expect(readDeviceName('Station-0A1B2C3D4E5G')).toBeUndefined()
})

test.each(['', 'G3', 'G3-Tracker-5C9A30F', 'Station-0A1B2C3D4E5F0', 'Headphones'])(
  'the name "%s" is none of ours [VALID-35]',
  (name) => {
    expect(readDeviceName(name)).toBeUndefined()
  },
)

test('a callback matches with four bytes that are the mode, most significant first', () => {
  expect(isCallbackOf(0x11, Uint8Array.of(0, 0, 0, 0x11))).toBe(true)
  expect(isCallbackOf(0x1d, Uint8Array.of(0, 0, 0, 0x11))).toBe(false)
  for (const wrong of [[0x11], [0, 0, 0x11], [0x11, 0, 0, 0], [0, 0, 0, 0, 0x11], []]) {
    expect(isCallbackOf(0x11, Uint8Array.from(wrong))).toBe(false)
  }
})

test('an empty Wi-Fi password is written as a single zero byte [VALID-37]', () => {
  expect(settingBytes('wifiPassword', '')).toEqual(Uint8Array.of(0))
  expect(settingBytes('wifiPassword', 'abc')).toEqual(Uint8Array.of(0x61, 0x62, 0x63))
  expect(settingBytes('wifiSsid', '護')).toEqual(Uint8Array.of(0xe8, 0xad, 0xb7))
})

test('a network has a name of up to 32 bytes, and no password or one of 8 to 63 [VALID-36]', () => {
  expect(['', '護'.repeat(11), 'x'.repeat(33)].map(isWifiName)).toEqual([false, false, false])
  expect(['x', '護'.repeat(10), 'x'.repeat(32)].map(isWifiName)).toEqual([true, true, true])
  expect(['', 'x'.repeat(8), 'x'.repeat(63)].map(isWifiPassword)).toEqual([true, true, true])
  expect(['x', 'x'.repeat(7), 'x'.repeat(64)].map(isWifiPassword)).toEqual([false, false, false])
})

test('a station confirms what it was given by its short id and a status', () => {
  expect(readConfirmation(Uint8Array.of(0xff, 0x48, 0))).toEqual({ setting: 'wifiSsid', isStored: true })
  expect(readConfirmation(Uint8Array.of(0xff, 0x49, 2))).toEqual({ setting: 'wifiPassword', isStored: false })
  expect(readConfirmation(Uint8Array.of(0xff, 0x47, 0))).toBeUndefined()
  expect(readConfirmation(Uint8Array.of(0xff, 0x48))).toBeUndefined()
})

test('addresses, texts and challenges are read from their bytes', () => {
  expect(readMacAddress(Uint8Array.of(0xd4, 0x36, 0x39, 0x5c, 0x9a, 0x03))).toBe('D4:36:39:5C:9A:03')
  expect(readMacAddress(Uint8Array.of(1, 2, 3))).toBe('')
  expect(readText(Uint8Array.of(0x31, 0x2e, 0x38, 0x2e, 0x33, 0, 0))).toBe('1.8.3')
  expect(toHex(Uint8Array.of(0, 0xff, 0x1d))).toBe('00ff1d')
  expect(fromHex('00ff1D')).toEqual(Uint8Array.of(0, 0xff, 0x1d))
  expect(fromHex('0f1')).toBeUndefined()
})

test('services follow the one pattern, and no two things share an id', () => {
  expect(SERVICES).toEqual({
    g3: '0000ff30-0000-1000-8000-00805f9b34fb',
    t4: '0000ff40-0000-1000-8000-00805f9b34fb',
  })
  const ids = [...Object.values(CHARACTERISTICS.g3), ...Object.values(CHARACTERISTICS.t4)]
  expect(new Set(ids).size).toBe(ids.length)
})

test('a device has 8 seconds to call back [CONST-36]', () => {
  expect(CALLBACK_TIMEOUT_MS).toBe(8000)
})
