import { expect, test } from 'vitest'
import { temperatureCsv } from './temperature-csv.ts'

test('the export has start, temperature, event, duration and update time of each row [CSV-11] [CSV-12] [CSV-13] [CSV-14]', () => {
  const temperatures = [
    { time: 600, temperature: 4.2, low: 4, high: 4.4, humidity: null },
    { time: 660, temperature: 9.1, low: 8.2, high: 9.4, humidity: 48.5 },
  ]
  const event = 'high_temperature' as const
  const excursions = [{ event, start: 670, duration: 120, is_over: true, alerted: true, peak: 9.4, excursion_id: 'a' }]
  expect(temperatureCsv(temperatures, excursions).replace('\uFEFF', '').split('\r\n')).toEqual([
    'start timestamp (s),temperature,lowest,highest,humidity,event,duration (s),update time',
    '600,4.2,4,4.4,,,,1970-01-01T00:10:00.000Z',
    '660,9.1,8.2,9.4,48.5,high_temperature,120,1970-01-01T00:11:00.000Z',
    '',
  ])
})
