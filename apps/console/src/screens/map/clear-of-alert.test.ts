import { expect, test } from 'vitest'
import { offsetClearOf } from './clear-of-alert.ts'

const box = (left: number, top: number, width: number, height: number) => ({
  ...{ left, top, right: left + width, bottom: top + height },
})
/** The alert of a window, as wide as it gets and in its middle; its height grows with what it says. */
const alertIn = (width: number, height: number, own = 360) => box((width - 580) / 2, (height - own) / 2, 580, own)
/** What the header and the list leave of it for the map. */
const mapIn = (width: number, height: number, list = 336) => box(list, 56, width - list, height - 56)

test.each([
  ['below it on a desk', alertIn(1440, 900), mapIn(1440, 900), [0, 287]],
  ['below it where the window is low', alertIn(1280, 640), mapIn(1280, 640), [0, 222]],
  ['at its right where it says much', alertIn(1280, 640, 600), mapIn(1280, 640), [297, 0]],
  ['in the middle where it leaves no room', alertIn(700, 640, 600), mapIn(700, 640, 0), [0, 0]],
])('a place asked for in the alert is shown %s', (_, dialog, map, offset) => {
  expect(offsetClearOf(dialog, map)).toEqual(offset)
})

test.each([
  [1440, 900],
  [1280, 640],
  [1024, 768],
  [768, 1024],
])('at %i × %i a marker shown there, and its name below it, are beside the alert and on the map', (width, height) => {
  for (const list of [0, 336]) {
    const [dialog, map] = [alertIn(width, height), mapIn(width, height, list)]
    const [x, y] = offsetClearOf(dialog, map)
    const marker = { x: (map.left + map.right) / 2 + x, y: (map.top + map.bottom) / 2 + y }
    expect(marker.y - 20).toBeGreaterThanOrEqual(dialog.bottom)
    expect(marker.y + 40).toBeLessThanOrEqual(map.bottom)
  }
})
