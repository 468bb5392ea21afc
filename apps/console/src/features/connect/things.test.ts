import { expect, test } from 'vitest'
import { KINDS } from '../credentials/setup.ts'
import { freeName, THING_IDS, THINGS } from './things.ts'

test('every way to report is behind a picture', () => {
  const reached = THING_IDS.flatMap((id) => {
    const way = THINGS[id]
    return way.kind === 'sender' ? way.kinds : []
  })
  expect(new Set(reached)).toEqual(new Set(KINDS))
})

test('the name that is proposed is one that nobody has', () => {
  expect(freeName('iphone', new Set())).toBe('iphone-1')
  expect(freeName('iphone', new Set(['iphone-1', 'iphone-2', 'android-3']))).toBe('iphone-3')
  expect(freeName('', new Set())).toBe('')
})
