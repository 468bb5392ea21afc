import { expect, test } from 'vitest'
import {
  bodyOf,
  draftOf,
  faultsOf,
  isChanged,
  newDraft,
  refusedField,
  withKind,
  withMap,
  type ZoneDraft,
} from './draft.ts'

const plan = { width: 1200, height: 800 }
const zone = {
  id: '7b4a6a52-7d41-4c1e-8a35-5f20c3de0001',
  zone_name: 'Stairs B',
  zone_type: 'danger' as const,
  shape: {
    map_id: '7b4a6a52-7d41-4c1e-8a35-5f20c3de0000',
    polygon: [
      [900, 560],
      [1080, 560],
      [1080, 720],
    ] as [number, number][],
  },
  class_indexes: [0, 2],
  active_times: [{ days: [1, 2], from: '22:00', to: '06:00' }],
}
const draft = draftOf(zone)

test.each([
  ['by a plan', zone.shape],
  ['by stations', { t4_ids: ['T4-1', 'T4-2'] }],
  [
    'outdoors',
    {
      polygon: [
        [139.1, 35.2] as [number, number],
        [139.2, 35.2] as [number, number],
        [139.2, 35.3] as [number, number],
      ],
    },
  ],
])('a zone %s that nobody touched is sent as it came', (_title, shape) => {
  const { id: _id, ...rest } = { ...zone, shape }
  expect(bodyOf(draftOf({ ...zone, shape }))).toEqual(rest)
  expect(isChanged(draftOf({ ...zone, shape }), draftOf({ ...zone, shape }))).toBe(false)
})

test('another place, name or time is a change, and a blank behind the name is none', () => {
  expect(isChanged({ ...draft, zone_name: 'Stairs B ' }, draft)).toBe(false)
  expect(isChanged({ ...draft, where: 'outdoors' }, draft)).toBe(true)
  expect(isChanged({ ...draft, active_times: null }, draft)).toBe(true)
})

test('another plan takes nothing over from the one before', () => {
  expect(withMap(draft, draft.map_id)).toBe(draft)
  expect(withMap(draft, 'other').onPlan.corners).toEqual([])
})

test.each<[string, Partial<ZoneDraft>, object | undefined]>([
  ['nothing', {}, undefined],
  ['no name', { zone_name: ' ' }, { name: 'missing' }],
  ['a long name', { zone_name: '名'.repeat(51) }, { name: 'long' }],
  ['the name of another', { zone_name: ' Garden' }, { name: 'taken' }],
  ['no class of those it is limited to', { class_indexes: [] }, { classes: true }],
  ['a time without a day', { active_times: [{ days: [], from: '22:00', to: '06:00' }] }, { days: [0] }],
  ['a time without an end', { active_times: [{ days: [1], from: '22:00', to: '' }] }, { clocks: [0] }],
  ['no station', { where: 'stations' }, { shape: 'noStations' }],
  ['nothing drawn outdoors', { where: 'outdoors' }, { shape: 'few' }],
  [
    'a corner beside the plan',
    {
      onPlan: {
        corners: [
          [0, 0],
          [1201, 0],
          [9, 9],
        ],
        isClosed: true,
      },
    },
    { shape: 'outside' },
  ],
  [
    'an edge over another',
    {
      onPlan: {
        corners: [
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
        ],
        isClosed: true,
      },
    },
    { shape: 'crosses' },
  ],
])('before it is sent a zone tells: %s', (_title, change, faults) => {
  expect(faultsOf({ ...draft, ...change }, ['Garden'], plan)).toEqual(faults)
})

test('a map that was deleted has to be chosen again', () => {
  expect(faultsOf(draft, [], undefined)).toEqual({ shape: 'noMap' })
  expect(newDraft(undefined).where).toBe('outdoors')
  expect(newDraft('plan', true).class_indexes).toEqual([])
})

test('what the server refuses is told at its field', () => {
  expect(refusedField('body.shape.polygon')).toBe('shape')
  expect(refusedField('body.zone_name')).toBe('name')
  expect(refusedField('body.active_times.0.from')).toBe('times')
  expect(refusedField('body.class_indexes')).toBe('classes')
  expect(refusedField(undefined)).toBeUndefined()
})

test('a new danger zone asks which classes it applies to; an attendance zone applies to everybody', () => {
  const fresh = newDraft('map', true)
  expect(faultsOf(fresh, [], plan)?.classes).toBe(true)
  expect(withKind(fresh, 'attendance').class_indexes).toBeNull()
  expect(withKind({ ...fresh, class_indexes: [2] }, 'attendance').class_indexes).toEqual([2])
})
