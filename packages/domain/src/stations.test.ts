import { expect, test } from 'vitest'
import { DEVICE_TYPES, isStationId, isStationOnline } from './stations.ts'

const NOW = 1_790_000_000

test('a station is online when it says connected and was heard within 930 seconds', () => {
  const online = (connection_status: 'connected' | 'disconnected', secondsAgo: number | null) =>
    isStationOnline({ connection_status, lastseen_time: secondsAgo === null ? null : NOW - secondsAgo }, NOW)
  expect(online('connected', 930)).toBe(true)
  expect(online('connected', 931)).toBe(false)
  expect(online('disconnected', 10)).toBe(false)
  expect(online('connected', null)).toBe(false)
})

test('a station id is T4- and twelve upper-case hex digits', () => {
  expect(isStationId('T4-0A1B2C3D4E5F')).toBe(true)
  for (const wrong of ['T4-0a1b2c3d4e5f', 'T4-0A1B2C3D4E5', 'T4-0A1B2C3D4E5FF', 'G3-0A1B2C3D4E5F', '']) {
    expect(isStationId(wrong)).toBe(false)
  }
})

test('the device types are g3 and t4 [CONST-03]', () => {
  expect(Object.values(DEVICE_TYPES)).toEqual(['g3', 't4'])
})
