import { expect, test } from 'vitest'
import type { OpenStay } from '../../state/open-past.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import { moveStay } from './move-stay.ts'

const NAMED = { name: 'Sato Kenji', class_index: 2 }
const PLACE = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }

type Report = readonly [atS: number, sender: string, rssi?: number]

/** What a tracker's reports leave: stays that ended, then the open one, each as "sender from-until". `moving` is a sender's name. */
function stays(...reports: Report[]): string[] {
  const over: OpenStay[] = []
  let open: OpenStay | null = null
  for (const [atS, sender, rssi = -60] of reports) {
    const isMoving = sender === 'moving'
    const state = { ...PLACE, last_seen_ms: atS * 1000, moving: isMoving, sender_id: sender, sender_name: sender }
    const isPhone = sender.startsWith('phone')
    const moved = moveStay(open, state as TrackerState, { sender_id: sender, rssi, received_at_ms: 0 }, NAMED, isPhone)
    over.push(...moved.ended)
    open = moved.stay
  }
  return [...over, open!].map(
    ({ kind, sender_id, from_ms, until_ms }) => `${sender_id || kind} ${from_ms / 1000}-${until_ms / 1000}`,
  )
}

test.each<[string, Report[], string[]]>([
  [
    'reports of one place are one stay',
    [
      [0, 'a'],
      [60, 'a'],
      [600, 'a'],
    ],
    ['a 0-600'],
  ],
  [
    'another place that lasts is another stay, from its first report on',
    [
      [0, 'a'],
      [60, 'a'],
      [100, 'b'],
      [130, 'b'],
    ],
    ['a 0-60', 'b 100-130'],
  ],
  [
    'one report of another place changes nothing',
    [
      [0, 'a'],
      [60, 'b'],
      [80, 'a'],
      [200, 'a'],
    ],
    ['a 0-200'],
  ],
  [
    'a signal that flickers between two neighbours settles at the first of them',
    [
      [0, 'a'],
      [60, 'b'],
      [70, 'c'],
      [80, 'b'],
      [90, 'c'],
      [95, 'b'],
    ],
    ['a 0-0', 'b 60-95'],
  ],
  [
    'places heard one after another are one way',
    [
      [0, 'a'],
      [60, 'a'],
      [100, 'b'],
      [140, 'c'],
      [180, 'd'],
      [220, 'd'],
    ],
    ['a 0-60', 'moving 60-140', 'd 180-220'],
  ],
  [
    'a tracker that says that it moves is on its way',
    [
      [0, 'a'],
      [60, 'a'],
      [70, 'moving'],
      [110, 'moving'],
      [120, 'b'],
      [160, 'b'],
    ],
    ['a 0-60', 'moving 70-110', 'b 120-160'],
  ],
  [
    'fifteen and a half minutes without a word go on',
    [
      [0, 'a'],
      [930, 'a'],
    ],
    ['a 0-930'],
  ],
  [
    'a longer silence ends a stay where it was heard last',
    [
      [0, 'a'],
      [60, 'a'],
      [991, 'a'],
    ],
    ['a 0-60', 'a 991-991'],
  ],
  [
    'a place that was about to be one when silence began belongs to the stay before',
    [
      [0, 'a'],
      [60, 'b'],
      [2000, 'c'],
    ],
    ['a 0-60', 'c 2000-2000'],
  ],
  [
    'a stay by a phone bears its id',
    [
      [0, 'phone-1'],
      [60, 'phone-1'],
    ],
    ['phone-1 0-60'],
  ],
])('%s', (_title, reports, expected) => {
  expect(stays(...reports)).toEqual(expected)
})

test('a stay has the mean strength at its own sender, the number of its sightings, and the name the tracker had then', () => {
  const state = { ...PLACE, last_seen_ms: 1000, moving: false, sender_id: 'a', sender_name: 'Lobby' } as TrackerState
  const first = moveStay(null, state, { sender_id: 'a', rssi: -60, received_at_ms: 0 }, NAMED, false).stay
  const later = { ...state, last_seen_ms: 2000 }
  const { stay } = moveStay(
    first,
    later,
    { sender_id: 'b', rssi: -90, received_at_ms: 0 },
    { name: 'Sato K.', class_index: 3 },
    false,
  )
  expect(
    moveStay(stay, { ...later, last_seen_ms: 3000 }, { sender_id: 'a', rssi: -70, received_at_ms: 0 }, NAMED, false)
      .stay,
  ).toMatchObject({
    kind: 'station',
    sender_name: 'Lobby',
    rssi_sum: -130,
    rssi_count: 2,
    sightings: 3,
    device_name: 'Sato Kenji',
    class_index: 2,
  })
})
