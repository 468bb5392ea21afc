import type { Tracker } from '@whereabouts/contract/trackers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenTracker, NOW } from './given.ts'
import { SORTS, type Sort } from './listing.ts'
import { LiveTable } from './live-table.ts'
import { isInNeed, nextStatusChange, statusNow } from './status.ts'

const collator = new Intl.Collator('en', { numeric: true })

const given = (...trackers: Tracker[]) => {
  const table = new LiveTable<Tracker>(
    {
      idOf: (tracker) => tracker.device_id,
      nameOf: (tracker) => tracker.name,
      labelsOf: (tracker) => [tracker.mac_address],
      placeOf: (tracker) => tracker.qualified_location_info?.reason_data.indoor_map_name ?? '',
      statusOf: statusNow,
      nextChangeOf: nextStatusChange,
      classOf: (tracker) => tracker.class_index,
      batteryOf: (tracker) => tracker.battery,
      isInNeed,
    },
    collator.compare,
  )
  table.put(trackers, NOW)
  return table
}

const listed = (table: LiveTable<Tracker>, sort: Sort, filter = '', attention: readonly string[] = []) => {
  const { groups, slots } = table.listing({ sort, filter, attention: new Set(attention) })
  const names = [...slots].map((slot) => table.at(slot)?.name ?? '')
  return groups.map(({ key, start, count }) => [key, names.slice(start, start + count)] as const)
}

test('sorted by state, those in need come first, then the disconnected, the connected, the offline; each by name [MAP-05]', () => {
  const table = given(
    givenTracker('a', { name: 'Wheelchair 10' }),
    givenTracker('b', { name: 'Wheelchair 9' }),
    givenTracker('c', { name: 'Gone', last_seen: NOW - 931 }),
    givenTracker('d', { name: 'Lost', connected: false, status: 'disconnected' }),
    givenTracker('e', { name: 'Alarm', connected: false, status: 'disconnected' }),
    givenTracker('f', { name: 'A watched one, and gone', last_seen: NOW - 931, offline_alert: true }),
  )
  expect(listed(table, 'state', '', ['e', 'b'])[0]).toEqual([
    'attention',
    ['Alarm', 'Wheelchair 9', 'A watched one, and gone'],
  ])
  expect(listed(table, 'state', '', ['b', 'gone', 'e'])[0]?.[1].slice(0, 2)).toEqual(['Wheelchair 9', 'Alarm'])
  expect(listed(table, 'state', '', ['e'])).toEqual([
    ['attention', ['Alarm', 'A watched one, and gone']],
    ['disconnected', ['Lost']],
    ['connected', ['Wheelchair 9', 'Wheelchair 10']],
    ['offline', ['Gone']],
  ])
})

test('sorted by class the slots follow each other and those without come last', () => {
  const table = given(
    givenTracker('a', { class_index: -1 }),
    givenTracker('b', { class_index: 9 }),
    givenTracker('c', { class_index: 0 }),
  )
  expect(listed(table, 'class')).toEqual([
    ['0', ['c']],
    ['9', ['b']],
    ['-1', ['a']],
  ])
})

test('sorted by battery the emptiest comes first and who does not say last', () => {
  const table = given(
    givenTracker('full', { battery: 100 }),
    givenTracker('silent', { battery: null }),
    givenTracker('low', { battery: 3 }),
  )
  expect(listed(table, 'battery')).toEqual([['', ['low', 'full', 'silent']]])
})

test.each([
  ['wheel', ['Wheelchair 7']],
  ['  HAIR 7 ', ['Wheelchair 7']],
  ['g3-00ff', ['Wheelchair 7']],
  ['2f east', ['Wheelchair 7']],
  ['nothing', []],
])('the filter “%s” finds by name, id and place', (filter, names) => {
  const place = { indoor_map_name: 'Hinoki 2F East', station_name: 's' }
  const table = given(
    givenTracker('G3-00FF', {
      name: 'Wheelchair 7',
      qualified_location_info: {
        sender_device_id: 's',
        reason_code: 2,
        reason_data: place,
        gps_latitude: null,
        gps_longitude: null,
        accuracy: null,
        scanned_at_ms: 0,
      },
    }),
    givenTracker('G3-1', { name: 'Bed' }),
  )
  expect(listed(table, 'name', filter).flatMap(([, found]) => found)).toEqual(names)
})

test('a new name moves a row to its place, and is found from then on', () => {
  const table = given(givenTracker('a', { name: 'Alpha' }), givenTracker('b', { name: 'Beta' }))
  table.patch('a', { name: 'Gamma' }, NOW)
  expect(listed(table, 'name')).toEqual([['', ['Beta', 'Gamma']]])
  expect(listed(table, 'name', 'alpha')).toEqual([['', []]])
})

test('time alone turns a tag of another make disconnected after 180 seconds and offline after 930', () => {
  const table = given(givenTracker('tag', { make: 'Minew' }))
  const statusAfter = (seconds: number) => {
    table.age(NOW + seconds)
    return table.statusAt(0)
  }
  expect(statusAfter(180)).toBe('connected')
  expect(statusAfter(181)).toBe('disconnected')
  expect(statusAfter(930)).toBe('disconnected')
  expect(statusAfter(931)).toBe('offline')
})

test('a piece of a row that is not there changes nothing', () => {
  const table = given(givenTracker('a'))
  expect(table.patch('b', { name: 'Nobody' }, NOW)).toBeUndefined()
  expect(table.count).toBe(1)
})

test('whatever comes in whatever order, every listing is a rearrangement of the rows, and by name it is sorted', () => {
  const rows = fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: 30 }).map(String),
      name: fc.string({ maxLength: 4 }),
      battery: fc.option(fc.integer({ min: 0, max: 100 })),
      class_index: fc.integer({ min: -1, max: 9 }),
      isRename: fc.boolean(),
    }),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(rows, (steps) => {
      const table = given()
      const expected = new Map<string, string>()
      for (const { id, name, battery, class_index, isRename } of steps) {
        if (isRename && expected.has(id)) table.patch(id, { name }, NOW)
        else table.put([givenTracker(id, { name, battery, class_index })], NOW)
        expected.set(id, name)
      }
      for (const sort of SORTS) {
        const { slots } = table.listing({ sort, filter: '', attention: new Set() })
        expect([...slots].map((slot) => table.at(slot)?.device_id).sort()).toEqual([...expected.keys()].sort())
      }
      const names = listed(table, 'name').flatMap(([, found]) => found)
      expect(names).toEqual(names.toSorted(collator.compare))
    }),
  )
})
