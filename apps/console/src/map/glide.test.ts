import { expect, test } from 'vitest'
import type { MarkerFeature } from './drawing.ts'
import { glided, movers, placesOf } from './glide.ts'

const feature = (id: string, x: number, y: number, count?: number): MarkerFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [x, y] },
  properties: { id, icon: '', order: 0, top: false, name: '', kind: '', grey: false, ...(count ? { count } : {}) },
})
const placed = (features: readonly MarkerFeature[]) => features.map(({ geometry }) => geometry.coordinates)

test('moved markers glide and slow down at the end; others and new ones do not', () => {
  const before = placesOf([feature('a', 0, 0), feature('b', 5, 5)])
  const after = [feature('a', 8, 16), feature('b', 5, 5), feature('new', 1, 1)]
  const moved = movers(after, before)
  expect(moved.map(({ properties }) => properties.id)).toEqual(['a'])
  expect(placed(glided(after, new Set(moved), before, 0))).toEqual([
    [0, 0],
    [5, 5],
    [1, 1],
  ])
  expect(placed(glided(after, new Set(moved), before, 0.5))[0]).toEqual([7, 14])
  expect(placed(glided(after, new Set(moved), before, 1))[0]).toEqual([8, 16])
})

test('crowds do not glide, and a crowd in motion jumps', () => {
  expect(movers([feature('c', 1, 1, 7)], placesOf([feature('c', 0, 0, 7)]))).toEqual([])
  const many = (x: number) => Array.from({ length: 61 }, (_, at) => feature(`d${at}`, x, at))
  expect(movers(many(1), placesOf(many(0)))).toEqual([])
  expect(movers(many(1).slice(1), placesOf(many(0)))).toHaveLength(60)
})
