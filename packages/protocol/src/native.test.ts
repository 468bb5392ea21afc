import { expect, test } from 'vitest'
import { nativeObservation } from './native.ts'

test('a station reports itself and what it hears', () => {
  const report = {
    seq: 7,
    scanned_at_ms: 1_700_000_000_123,
    gps_latitude: 25.03,
    gps_longitude: 121.56,
    firmware: '1.4.6',
    ip: '192.168.1.9',
    wifi_ssid: 'ward',
    scans: [
      {
        device_id: 'G3-1',
        rssi: -61,
        connected: true,
        battery: 80,
        temperature: 36.5,
        help: true,
        settings_time: 1_700_000_000,
        ota: 'running' as const,
      },
    ],
  }
  expect(nativeObservation(report, 'station')).toEqual({
    scannedAtMs: 1_700_000_000_123,
    seq: '7',
    senderPosition: { latitude: 25.03, longitude: 121.56 },
    items: [
      { kind: 'status', online: true, firmware: '1.4.6', ip: '192.168.1.9', wifiSsid: 'ward' },
      {
        kind: 'sighting',
        identity: 'G3-1',
        rssiDbm: -61,
        connected: true,
        batteryPercent: 80,
        temperatureCelsius: 36.5,
        help: true,
        settingsTime: 1_700_000_000,
        upgrade: 'running',
      },
    ],
  })
})

test('a phone reports where it is', () => {
  const report = {
    seq: 0,
    scanned_at_ms: 5,
    gps_latitude: 1,
    gps_longitude: 2,
    gps_accuracy: 8,
    battery: 40,
    moving: false,
    heading: 180,
    platform: 'ios' as const,
    scans: [],
  }
  expect(nativeObservation(report, 'phone').items).toEqual([
    {
      kind: 'location',
      position: { latitude: 1, longitude: 2 },
      accuracyMetres: 8,
      batteryPercent: 40,
      moving: false,
      headingDegrees: 180,
      platform: 'ios',
    },
  ])
})

test('one coordinate alone is not a location', () => {
  const observation = nativeObservation({ seq: 1, scanned_at_ms: 5, gps_latitude: 1, scans: [] }, 'phone')
  expect(observation.senderPosition).toBeUndefined()
})
