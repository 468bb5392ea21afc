import type { Notification } from '@whereabouts/contract/notifications'
import type { ShiftReportContent } from '@whereabouts/contract/shift-reports'
import { expect, test } from 'vitest'
import { nameNotification, nameReport } from './told-names.ts'

const names = new Map([
  ['PAD-1', 'Ito Haru'],
  ['8', 'Sato'],
])
const told = (device_id: string | null, message: string, device_name: string | null = device_id): Notification => ({
  ...{
    id: 'n',
    type: 'high_temperature',
    subject: 'High Temperature',
    message,
    created_time: 1,
    device_id,
    alarm: null,
  },
  metadata: { event_time_ms: 1, repeat: false, late_since_ms: null, zone_id: null, zone_name: null, device_name },
})

test.each([
  ['PAD-1', 'PAD-1: 39.4 °C, above 38.0 °C.', 'Ito Haru: 39.4 °C, above 38.0 °C.'],
  ['PAD-1', 'PAD-1：39.4 °C，高於 38.0 °C。', 'Ito Haru：39.4 °C，高於 38.0 °C。'],
  ['PAD-1', 'PAD-1が39.4 °Cです。上限の38.0 °Cを超えました。', 'Ito Haruが39.4 °Cです。上限の38.0 °Cを超えました。'],
  ['8', '8: 38.8 °C, above 38.0 °C.', 'Sato: 38.8 °C, above 38.0 °C.'],
  ['PAD-2', 'PAD-2: 39.4 °C, above 38.0 °C.', 'PAD-2: 39.4 °C, above 38.0 °C.'],
])('the id of %s at the beginning of %j gives way to its name, and no figure does', (id, message, named) => {
  expect(nameNotification(told(id, message), names).message).toBe(named)
})

test('an event names its device by the plain name; one that the server named itself stays as it is', () => {
  expect(nameNotification(told('PAD-1', 'PAD-1 has 9% left.'), names).metadata.device_name).toBe('Ito Haru')
  for (const other of [told('PAD-1', 'Bed 3 has 9% left.', 'Bed 3'), told(null, 'Kita stopped the ring.')]) {
    expect(nameNotification(other, names)).toBe(other)
  }
})

test('a report names carepads, and leaves devices that the server named', () => {
  const at = { since_ms: 0, until_ms: null, peak: 39, temperature_unit: 'C' } as const
  const content = {
    ...{ made_at_ms: 0, timezone: 'Asia/Tokyo', devices: [], visits: [], silent: [], remarks: [] },
    alarms: [
      {
        ...{ alarm_id: 'a', device_id: 'PAD-1', subject: 'High Temperature', message: 'PAD-1: 39.0 °C.' },
        ...{ raised_at_ms: 0, acknowledged_by: null, acknowledged_at_ms: null },
      },
    ],
    low_batteries: [
      { device_id: 'PAD-1', name: 'PAD-1', since_ms: 0, battery: 9 },
      { device_id: '8', name: 'Wheelchair 02', since_ms: 0, battery: 9 },
    ],
    temperatures: [{ device_id: 'PAD-1', name: 'PAD-1', kind: 'high', ...at }],
  } satisfies ShiftReportContent
  const named = nameReport(content, names)
  expect(named.alarms[0]!.message).toBe('Ito Haru: 39.0 °C.')
  expect(named.low_batteries.map(({ name }) => name)).toEqual(['Ito Haru', 'Wheelchair 02'])
  expect(named.temperatures[0]!.name).toBe('Ito Haru')
  expect(nameReport(content, new Map())).toBe(content)
})
