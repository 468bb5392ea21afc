import { expect, test } from 'vitest'
import { decodeLine, loadWorld } from './world.ts'

test('a line is read from its differences in hundredths of a degree', () => {
  expect(decodeLine([12100, 2500, 50, -25, -1, 0])).toEqual([
    [121, 25],
    [121.5, 24.75],
    [121.49, 24.75],
  ])
})

test('the embedded land is whole: every ring closes and no edge runs across the map', async () => {
  const { land } = await loadWorld()
  const rings = land.features.flatMap(({ geometry }) => geometry.coordinates as [number, number][][])
  expect(rings.length).toBeGreaterThan(100)
  for (const ring of rings) {
    expect(ring.at(-1)).toEqual(ring[0])
    const widest = Math.max(...ring.slice(1).map(([x], at) => Math.abs(x - (ring[at]?.[0] ?? x))))
    // Antarctica is closed along the lower edge, by steps of its own.
    const isAntarctica = ring.some(([, y]) => y < -80)
    if (!isAntarctica) expect(widest).toBeLessThan(60)
  }
})

test('cities that people look for are there, the largest of them marked as such', async () => {
  const { cities } = await loadWorld()
  const byName = new Map(cities.features.map(({ properties }) => [properties.name, properties.thousands as number]))
  expect(byName.get('Tokyo')).toBeGreaterThan(5000)
  expect(byName.has('Taipei')).toBe(true)
})
