import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { expect, test } from 'vitest'
import { givenTracker } from '../live/given.ts'
import { nearestStaff } from './nearest-staff.ts'

const plan = (id: string, building: string, metres_per_pixel: number | null = 0.05): IndoorMap => ({
  ...{ id, map_name: id, map_image: '', map_url: '', width: 1000, height: 500, metres_per_pixel },
  ...{ building, floor: id, corners: null },
})
const maps = [plan('2F East', 'Garden'), plan('1F', 'Garden'), plan('ER', 'General'), plan('Attic', 'Garden', null)]
const classes = [
  { index: 0, name: 'Residents', color: '#000000', urls: [], is_staff: false },
  { index: 4, name: 'Staff', color: '#000000', urls: [], is_staff: true },
]

const at = (name: string, map: string, x: number, y: number, class_index = 4): Tracker => ({
  ...givenTracker(name, { name, class_index }),
  qualified_location_info: {
    ...{ sender_device_id: 'T4-1', reason_code: 3, gps_latitude: null, gps_longitude: null, accuracy: null },
    scanned_at_ms: 0,
    reason_data: { indoor_map_id: map, indoor_map_name: map, indoor_X: x, indoor_Y: y },
  },
})

const ito = at('Ito', '2F East', 100, 100, 0)
const near = (others: readonly Tracker[], statuses: Record<string, TrackerStatus> = {}) => {
  const rows = [ito, ...others]
  const slotOf = (id: string) => rows.findIndex(({ device_id }) => device_id === id)
  const statusAt = (slot: number) => statuses[rows[slot]?.name ?? ''] ?? 'connected'
  return nearestStaff({ maps, classes, trackers: { rows: () => rows, slotOf, statusAt } }, ito, 2)
}

test('staff on the same floor come first, by metres, then staff on other floors of the building', () => {
  const [first, second] = near([
    at('Lin', '1F', 100, 100),
    at('Abe', '2F East', 500, 400),
    at('Kim', '2F East', 200, 100),
  ])
  expect(first).toMatchObject({ name: 'Kim', metres: 5, floor: undefined, spot: { x: 200, y: 100 } })
  expect(second).toMatchObject({ name: 'Abe', metres: 25 })
  expect(near([at('Lin', '1F', 100, 100)])).toMatchObject([{ name: 'Lin', metres: undefined, floor: '1F' }])
})

test('residents, staff who is not seen now, and staff of other houses without a place on the globe are nobody near', () => {
  const others = [at('Sato', '2F East', 110, 100, 0), at('Kim', '2F East', 200, 100), at('Ono', 'ER', 1, 1)]
  expect(near(others, { Kim: 'offline' })).toEqual([])
})

test('on a floor without a scale the order is right and no distance is told', () => {
  const here = at('Ito', 'Attic', 0, 0, 0)
  const rows = [here, at('Abe', 'Attic', 90, 0), at('Kim', 'Attic', 30, 0)]
  const trackers = { rows: () => rows, slotOf: () => 0, statusAt: () => 'connected' as const }
  expect(nearestStaff({ maps, classes, trackers }, here, 2)).toMatchObject([
    { name: 'Kim', metres: undefined },
    { name: 'Abe', metres: undefined },
  ])
})
