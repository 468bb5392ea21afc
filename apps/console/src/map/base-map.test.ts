import { expect, test } from 'vitest'
import { embeddedGround } from './base-map.ts'

test('coasts have water around them until they fade, and close by all is land', () => {
  const water = (zoom: number) => Number(/water\) ([\d.]+)%/.exec(embeddedGround(zoom))?.[1])
  expect([1, 7, 8.25, 9.5, 18].map(water)).toEqual([100, 100, 50, 0, 0])
})
