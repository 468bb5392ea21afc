import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { expect, test } from 'vitest'
import { changedCount, countByClass, faultsOf, listToSend, usedSlots, withNewClass } from './draft.ts'

const slot = (index: number, name: string, rest: Partial<TrackerClass> = {}): TrackerClass => ({
  index,
  name,
  color: '#2F6BB5',
  urls: [],
  is_staff: false,
  ...rest,
})
const residents = slot(0, 'Residents')
const staff = slot(4, 'Staff')
const nobody: ReadonlyMap<number, number> = new Map()

test('an added class takes the lowest free slot and a colour nobody has, up to ten', () => {
  const next = withNewClass([residents, staff])
  expect(next.map(({ index }) => index)).toEqual([0, 1, 4])
  expect(next[1]).toEqual({ index: 1, name: '', color: '#7A5BB5', urls: [], is_staff: false })
  let draft: readonly TrackerClass[] = []
  for (let added = 0; added < 12; added++) draft = withNewClass(draft)
  expect(draft.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(new Set(draft.map(({ color }) => color)).size).toBe(10)
})

test('slots without a name are unused', () => {
  expect(usedSlots([staff, slot(1, ''), residents])).toEqual([residents, staff])
})

test.each([
  ['an empty name of a class with devices', slot(0, ' '), 3, { name: 'inUse', links: [] }],
  ['an empty name of a class without any', slot(0, ''), 0, { name: 'missing', links: [] }],
  ['51 characters', slot(0, '名'.repeat(51)), 0, { name: 'long', links: [] }],
  ['the name of another class', slot(0, ' Staff '), 0, { name: 'taken', links: [] }],
  ['50 characters', slot(0, '名'.repeat(50)), 0, undefined],
  ['a link without a name', slot(0, 'A', { urls: [{ name: '', url: 'https://a.example' }] }), 0, { links: [0] }],
  ['a script for a link', slot(0, 'A', { urls: [{ name: 'x', url: 'javascript:alert(1)' }] }), 0, { links: [0] }],
  ['a link nobody filled in', slot(0, 'A', { urls: [{ name: ' ', url: '' }] }), 0, undefined],
])('%s is told before anything is sent [VALID-30]', (_title, edited, devices, faults) => {
  expect(faultsOf(edited, [edited, staff], devices)).toEqual(faults)
  expect(listToSend([edited, staff], new Map([[0, devices]])) === undefined).toBe(faults !== undefined)
})

test('names are trimmed before sending, and links are complete', () => {
  const urls = [
    { name: ' Log ', url: 'assets.example/log' },
    { name: '', url: '' },
  ]
  expect(listToSend([slot(2, ' Beds ', { color: '#a0522d', urls })], nobody)).toEqual([
    {
      index: 2,
      name: 'Beds',
      color: '#A0522D',
      urls: [{ name: 'Log', url: 'https://assets.example/log' }],
      is_staff: false,
    },
  ])
})

test('classes that changed, came or went are counted once each', () => {
  expect(changedCount([residents, staff], [residents, staff])).toBe(0)
  expect(changedCount([{ ...residents, name: 'Guests' }, slot(7, '')], [residents, staff])).toBe(3)
  expect(changedCount([{ ...residents, color: '#2f6bb5' }], [residents])).toBe(0)
})

test('trackers are counted by their class', () => {
  expect(countByClass([{ class_index: 1 }, { class_index: -1 }, { class_index: 1 }]).get(1)).toBe(2)
})
