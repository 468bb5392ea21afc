import { expect, test } from 'vitest'
import { formatExactTime } from '../../lib/time.ts'
import { givenTracker, heardIndoors, NOW } from '../live/given.ts'
import { devicesCsv } from './device-csv.ts'

test('the export of devices has its columns in their order, with the values of each device [CSV-01, CSV-02, CSV-03, CSV-04, CSV-05, CSV-06, CSV-07, CSV-09, CSV-10, CSV-15, ENT-tracker.serial_number, ENT-tracker.mac_address, ENT-tracker.battery, ENT-tracker.firmware]', () => {
  const csv = devicesCsv([
    givenTracker('G5-4F21A9C3', {
      name: '=佐藤',
      serial_number: '8A20-4F21A9C3',
      mac_address: 'D4:36:39:8B:21:F0',
      battery: 82,
      firmware: '1.8.3',
      gps_latitude: -33.8612,
      gps_longitude: 151.2099,
      indoor_X: 12.5,
      indoor_Y: 7,
      qualified_location_info: heardIndoors('t4', 'map-1', 12.5, 7),
      rssi: -61,
      disconnected_time: NOW - 60,
      last_seen: NOW,
    }),
    givenTracker('phone', { battery: null, firmware: '', rssi: null, last_seen: null }),
  ])
  const [head, known, bare] = csv.slice(1).split('\r\n')
  expect(head).toBe(
    'serial number,MAC,battery level,firmware version,GPS,indoor X,indoor Y,map ID,RSSI,offline time,update time,name,device ID',
  )
  const [lost, seen] = [NOW - 60, NOW].map((at) => formatExactTime(at * 1000))
  expect(known).toBe(
    `8A20-4F21A9C3,D4:36:39:8B:21:F0,82,1.8.3,"-33.861200, 151.209900",12.5,7,map-1,-61,${lost},${seen},'=佐藤,G5-4F21A9C3`,
  )
  expect(bare).toBe(',,,,,,,,,,,phone,phone')
})
