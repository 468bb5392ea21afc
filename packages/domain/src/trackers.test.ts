import { expect, test } from 'vitest'
import {
  deviceKind,
  isStaleReasonCode,
  LIVE_REASON_CODES,
  type LocatedDevice,
  liveReasonCode,
  locationText,
  REASON_CODES,
  staleReasonCode,
  stateRank,
  TRACKER_MODELS,
  trackerStatus,
} from './trackers.ts'

const NOW = 1_790_000_000
const heard = (secondsAgo: number, saidConnected?: boolean) => ({
  last_seen: NOW - secondsAgo,
  saidConnected,
  isPhone: false,
})

/** A tag seen by `sender`, a phone or station that may have a name. */
const seen = (reasonCode: number, names: { phone_name?: string; station_name?: string } = {}): LocatedDevice => ({
  device_id: 'tag',
  connected: true,
  qualified_location_info: { sender_device_id: 'sender', reason_code: reasonCode, reason_data: names },
})

test('a g5 is a care watch, a mobile a phone, every other model a tracker', () => {
  expect(TRACKER_MODELS.map(deviceKind)).toEqual(['tracker', 'tracker', 'tracker', 'tracker', 'tracker', 'watch'])
  expect(deviceKind('mobile')).toBe('phone')
})

test('a tracker is offline after 930 seconds of silence, or when it was never heard', () => {
  expect(trackerStatus(heard(930, true), NOW)).toBe('connected')
  expect(trackerStatus(heard(931, true), NOW)).toBe('offline')
  expect(trackerStatus({ last_seen: null, saidConnected: true, isPhone: false }, NOW)).toBe('offline')
})

test('a tracker that reports no connection is disconnected, however recent', () => {
  expect(trackerStatus(heard(1, false), NOW)).toBe('disconnected')
})

test('a plain tag, which reports no connection state, is connected for 180 seconds', () => {
  expect(trackerStatus(heard(180), NOW)).toBe('connected')
  expect(trackerStatus(heard(181), NOW)).toBe('disconnected')
})

test('a phone is connected or offline, never disconnected', () => {
  const phone = (secondsAgo: number) => trackerStatus({ ...heard(secondsAgo, false), isPhone: true }, NOW)
  expect(phone(930)).toBe('connected')
  expect(phone(931)).toBe('offline')
})

test.each([2, 3, 5, 6, 10, 12])(
  'reason code %i, live or stale, reads "connected with" the sender [TRK-03, TRK-04, TRK-07]',
  (code) => {
    const text = { kind: 'connectedWith', senderName: 'Anna' }
    expect(locationText(seen(code, { phone_name: 'Anna' }))).toEqual(text)
    expect(locationText(seen(400 + code, { phone_name: 'Anna' }))).toEqual(text)
  },
)

test.each([11, 411])('reason code %i reads "nearby" [TRK-03, TRK-04, TRK-06]', (code) => {
  expect(locationText(seen(code, { station_name: 'Stairs' }))).toEqual({ kind: 'nearby', senderName: 'Stairs' })
})

test('a phone that reports itself is online or offline by its connection, whatever the code [TRK-05]', () => {
  const itself = (connected: boolean): LocatedDevice => ({
    device_id: 'phone',
    connected,
    qualified_location_info: { sender_device_id: 'phone', reason_code: 11, reason_data: { phone_name: 'Anna' } },
  })
  expect(locationText(itself(true))).toEqual({ kind: 'online' })
  expect(locationText(itself(false))).toEqual({ kind: 'offline' })
})

test('a sender without a name is shown by its id; without a place, or with an unknown code, there is no text', () => {
  expect(locationText(seen(5))).toEqual({ kind: 'connectedWith', senderName: 'sender' })
  expect(locationText({ device_id: 'tag', connected: true, qualified_location_info: null })).toEqual({ kind: 'none' })
  expect(locationText(seen(4))).toEqual({ kind: 'none' })
})

test('each live code has one stale twin, 400 higher [TRK-04]', () => {
  expect(LIVE_REASON_CODES.map(staleReasonCode)).toEqual([402, 403, 405, 406, 410, 411, 412])
  for (const code of REASON_CODES) {
    const live = liveReasonCode(code)
    expect(isStaleReasonCode(code) ? staleReasonCode(live) : live).toBe(code)
  }
})

test('sorted by state: attention, disconnected, connected, offline', () => {
  const ranks = [
    stateRank({ status: 'offline' }, true),
    stateRank({ status: 'disconnected' }, false),
    stateRank({ status: 'connected' }, false),
    stateRank({ status: 'offline' }, false),
  ]
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(4)
})
