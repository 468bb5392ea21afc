import { expect, test } from 'vitest'
import { mapInsets } from './map-insets.ts'

const OUTDOORS = { isWall: false, isPhone: false, isLive: true, isIndoors: false, hasClassPanel: false } as const
const desk = { ...OUTDOORS, sheet: 'half', half: 400 } as const

test('at a desk the tools, the name of a floor, the panel of classes and the bar of the past stay clear', () => {
  const outdoors = mapInsets(desk)
  expect(mapInsets({ ...desk, isIndoors: true }).top).toBeGreaterThan(outdoors.top)
  // Outdoors the panel of classes lies over nothing that is gone to.
  expect(mapInsets({ ...desk, hasClassPanel: true })).toEqual(outdoors)
  expect(mapInsets({ ...desk, isIndoors: true, hasClassPanel: true }).left).toBeGreaterThan(outdoors.left)
  expect(mapInsets({ ...desk, isLive: false }).bottom).toBeGreaterThan(outdoors.bottom)
})

test('on a phone the sheet stays clear as far as it is open, and the bar of the past stands above', () => {
  const phone = { ...desk, isPhone: true }
  expect(mapInsets(phone).bottom).toBeGreaterThan(400)
  expect(mapInsets({ ...phone, sheet: 'peek' }).bottom).toBeLessThan(400)
  expect(mapInsets({ ...phone, isLive: false }).top).toBeGreaterThan(mapInsets(phone).top)
})

test('the wall has room for its clock alone', () => {
  expect(mapInsets({ ...desk, isWall: true, isIndoors: true })).toEqual({ top: 108, right: 24, bottom: 24, left: 24 })
})
