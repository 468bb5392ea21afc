import type { Station } from '@whereabouts/contract/stations'
import { expect, test } from 'vitest'
import { givenMap, givenStation } from '../live/given.ts'
import { type PlannedRow, planUpdate, updateTemplate } from './csv-update.ts'

const map = (id: string, map_name: string) => givenMap(id, { map_name, width: 1200, height: 800 })
const station = (digit: string, t4_name: string, rest: Partial<Station> = {}) =>
  givenStation(`T4-8C2F10A4E61${digit}`, { t4_name, ...rest })
const known = {
  maps: [map('m1', '2F East'), map('m2', '2F West')],
  stations: [
    station('1', 'Corridor 1', { gps_latitude: 35.6721, gps_longitude: 139.7214 }),
    station('2', 'Corridor 2', { map_id: 'm1', map_name: '2F East', indoor_X: 10, indoor_Y: 20 }),
    station('3', 'Dining hall'),
  ],
}
const HEADER = 'SERIAL NUMBER,NAME,LATITUDE,LONGITUDE,MAP NAME,INDOOR X,INDOOR Y'

function rowsOf(text: string): readonly PlannedRow[] {
  const plan = planUpdate(text, known)
  if (plan.fault !== undefined) throw new Error(plan.fault)
  return plan.rows
}
const only = (row: string): PlannedRow => rowsOf(`${HEADER}\n${row}`)[0] as PlannedRow

test.each([
  ['serial,NAME\n1,2', 'noSerialNumber'],
  ['8C2F10A4E611,Corridor', 'noSerialNumber'],
  ['', 'empty'],
  [HEADER, 'empty'],
  ['SERIAL NUMBER,NAME,name\n1,2,3', 'twoColumns'],
  [`SERIAL NUMBER\n${'1\n'.repeat(10_001)}`, 'tooMany'],
  [`SERIAL NUMBER${',A'.repeat(20_000)}\n1`, 'tooManyColumns'],
])('a file without its header, or without rows, is refused whole [VALID-29]', (text, fault) => {
  expect(planUpdate(text, known).fault).toBe(fault)
})

test.each([
  ['8c2f10a4e611,,,,,,', undefined],
  ['T4-8C2F10A4E611,Corridor 1,35.6721,139.7214,,,', undefined],
  ['8C2F10A4E611,Entrance,,,,,', { t4_name: 'Entrance' }],
  ['8C2F10A4E611,,90,-180,,,', { gps_latitude: 90, gps_longitude: -180 }],
  ['8C2F10A4E611,,,,2F East,1200,0', { map_name: '2F East', indoor_X: 1200, indoor_Y: 0 }],
  ['8C2F10A4E612,,,,2F East,10,20', undefined],
  ['8C2F10A4E612,,,,,11.5,20', { indoor_X: 11.5, indoor_Y: 20 }],
  ['8C2F10A4E612,,,,2F West,10,20', { map_name: '2F West', indoor_X: 10, indoor_Y: 20 }],
  ['8C2F10A4E612,,,,2F West,,', { map_name: '2F West' }],
  ["8C2F10A4E613,'=SUM,,,,,", { t4_name: '=SUM' }],
])('only what differs is changed: %s', (row, change) => {
  expect(only(row)).toMatchObject({ problem: undefined, change })
})

test.each([
  [',x,,,,,', 'serialMissing', 'SERIAL NUMBER'],
  ['8C2F10A4E6FF,x,,,,,', 'unknown', 'SERIAL NUMBER'],
  [`8C2F10A4E611,${'名'.repeat(51)},,,,,`, 'nameLong', 'NAME'],
  ['8C2F10A4E611,Corridor 2,,,,,', 'nameTaken', 'NAME'],
  ['8C2F10A4E611,,90.1,0,,,', 'latitude', 'LATITUDE'],
  ['8C2F10A4E611,,abc,0,,,', 'latitude', 'LATITUDE'],
  ['8C2F10A4E611,,,139.7,,,', 'latitude', 'LATITUDE'],
  ['8C2F10A4E611,,0,-180.1,,,', 'longitude', 'LONGITUDE'],
  ['8C2F10A4E611,,0,abc,,,', 'longitude', 'LONGITUDE'],
  ['8C2F10A4E611,,35.6,,,,', 'longitude', 'LONGITUDE'],
  ['8C2F10A4E611,,,,2F-E,1,1', 'map', 'MAP NAME'],
  ['8C2F10A4E611,,,,,1,1', 'noMap', 'MAP NAME'],
  ['8C2F10A4E612,,,,,1200.5,1', 'indoorX', 'INDOOR X'],
  ['8C2F10A4E612,,,,,-1,1', 'indoorX', 'INDOOR X'],
  ['8C2F10A4E612,,,,,1,', 'indoorY', 'INDOOR Y'],
  ['8C2F10A4E611,x', 'cells', undefined],
  [`8C2F10A4E611,"${'x'.repeat(40_000)}",,,,,`, 'tooLong', undefined],
  ['8C2F10A4E611,"x"y,,,,,', 'quotes', undefined],
])(
  'a row with a problem is told by its column, and is not sent: %s [VALID-27, VALID-28, VALID-39]',
  (row, kind, column) => {
    const planned = only(row)
    expect([planned.problem?.kind, planned.problem?.column]).toEqual([kind, column])
    expect(planned.change).toBeUndefined()
  },
)

test('a station that comes twice is changed once, and a name that was given up may be taken', () => {
  const rows = rowsOf(
    'SERIAL NUMBER,NAME\n8C2F10A4E612,Library\n8C2F10A4E611,Corridor 2\n8C2F10A4E612,Office\n8C2F10A4E613,Library\n',
  )
  expect(rows.map(({ problem }) => problem?.kind)).toEqual([undefined, undefined, 'twice', 'nameTaken'])
  expect(rows[2]?.problem?.number).toBe(2)
})

test('columns may stand in any order and case, and strange ones are named', () => {
  const plan = planUpdate('Name;note; serial  number\nLobby;x;8C2F10A4E613', known)
  expect(plan).toMatchObject({ fault: undefined, ignored: ['NOTE'], rows: [{ change: { t4_name: 'Lobby' } }] })
})

test('the template of what there is changes nothing', () => {
  const text = updateTemplate(known.stations)
  expect(text.slice(1).split('\r\n')[0]).toBe(HEADER)
  expect(rowsOf(text.slice(1)).map(({ problem, change }) => [problem, change])).toEqual(
    Array(3).fill([undefined, undefined]),
  )
})
