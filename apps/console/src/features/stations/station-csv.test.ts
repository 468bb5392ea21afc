import { expect, test } from 'vitest'
import { formatExactTime } from '../../lib/time.ts'
import { givenStation, NOW } from '../live/given.ts'
import { stationsCsv } from './station-csv.ts'

test('the export of stations has its columns in their order, with the values of each station [CSV-08]', () => {
  const csv = stationsCsv(
    [
      givenStation('T4-8C2F10A4E611', {
        t4_name: 'Corridor, 2F',
        mac_address: '8C:2F:10:A4:E6:11',
        firmware: '2.1.0',
        gps_latitude: 35.6721,
        gps_longitude: 139.7214,
        indoor_X: 220,
        indoor_Y: 220.5,
        map_id: 'map-1',
        lastseen_time: NOW,
      }),
      givenStation('T4-8C2F10A4E6FF', { t4_name: 'Dark', lastseen_time: NOW - 931 }),
    ],
    NOW,
  )
  const [head, online, offline] = csv.slice(1).split('\r\n')
  expect(head).toBe(
    'serial number,MAC,firmware version,GPS,indoor X,indoor Y,map ID,station ID,offline time,update time,name',
  )
  const [seen, dark] = [NOW, NOW - 931].map((at) => formatExactTime(at * 1000))
  expect(online).toBe(
    `8C2F10A4E611,8C:2F:10:A4:E6:11,2.1.0,"35.672100, 139.721400",220,220.5,map-1,T4-8C2F10A4E611,,${seen},"Corridor, 2F"`,
  )
  expect(offline).toBe(`8C2F10A4E6FF,,,,,,,T4-8C2F10A4E6FF,${dark},${dark},Dark`)
})
