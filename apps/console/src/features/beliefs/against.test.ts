import type { Belief } from '@whereabouts/contract/beliefs'
import { expect, test } from 'vitest'
import { against } from './against.ts'

const heardBy = (
  t4_name: string,
  rssi: number,
  expected: number | null = rssi,
  age_ms = 500,
): Belief['heard'][number] => ({
  ...{ t4_id: t4_name, t4_name, map_id: 'm', rssi, expected, age_ms, weight: 0.9 },
})
const ALL = [heardBy('A', -60), heardBy('B', -70), heardBy('C', -75)]

const given = (change: Partial<Belief> = {}): Belief => ({
  ...{ map_id: 'm', indoor_X: 1, indoor_Y: 1, accuracy: 2, offset: 0, resting: false, cell: 10, cells: [] },
  ...{
    floors: [{ map_id: 'm', map_name: 'Ward', share: 1 }],
    heard: ALL,
    rooms: [],
    rooms_otherwise_ms: null,
    zones: [],
  },
  ...change,
})

test.each<[string, Partial<Belief>, ReturnType<typeof against>]>([
  ['nothing odd', {}, []],
  ['two stations', { heard: ALL.slice(0, 2) }, [{ kind: 'few', count: 2 }]],
  ['a station much stronger', { heard: [heardBy('A', -50, -59), ...ALL.slice(1)] }, [{ kind: 'stronger', name: 'A' }]],
  ['a station much weaker', { heard: [...ALL, heardBy('D', -90, -80)] }, [{ kind: 'weaker', name: 'D' }]],
  ['one that was odd a while ago', { heard: [...ALL, heardBy('D', -90, -80, 5001)] }, []],
  ['one of another floor', { heard: [...ALL, heardBy('D', -90, null)] }, []],
  [
    'three odd ones, of which two are told',
    { heard: [heardBy('A', -50, -60), heardBy('B', -90, -70), heardBy('C', -60, -72)] },
    [
      { kind: 'weaker', name: 'B' },
      { kind: 'stronger', name: 'C' },
    ],
  ],
  [
    'another floor',
    {
      floors: [
        { map_id: 'm', map_name: 'Ward', share: 0.9 },
        { map_id: 'n', map_name: '3F', share: 0.1 },
      ],
    },
    [{ kind: 'floor', name: '3F', share: 0.1 }],
  ],
  ['silence', { heard: ALL.map((one) => ({ ...one, age_ms: 12_400 })) }, [{ kind: 'quiet', seconds: 12 }]],
  ['a room it may have left', { rooms_otherwise_ms: 1 }, [{ kind: 'leaving', seconds: 3 }]],
  ['the same at rest', { rooms_otherwise_ms: 1, resting: true }, [{ kind: 'leaving', seconds: 60 }]],
])('with %s is told what speaks against the place', (_, change, expected) => {
  expect(against(given(change))).toEqual(expected)
})
