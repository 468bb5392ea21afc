import { onGlobe } from '@whereabouts/domain/positions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fanOut } from './fan-out.ts'
import { initialsOf } from './initials.ts'
import { MARKER_KINDS, MARKER_STATES } from './marker.ts'
import { inkOn } from './palette.ts'
import { onPlane } from './plane.ts'
import { scaleBar, scaleText } from './scale.ts'
import { crowdKey, lookOf, markerKey } from './sprite-key.ts'

test.each([
  ['Wheelchair 07', '7'],
  ['Van keys 2', '2'],
  ['Infusion pump 112', 'IP'],
  ['Sato Kenji', 'SK'],
  ['Defibrillator B1', '1'],
  ['佐藤健二', '佐'],
  ['ベッド', 'ベ'],
  ['élan', 'É'],
  ['  ', ''],
])('inside the marker of %s stands %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a picture is found again by its name, whatever it shows', () => {
  fc.assert(
    fc.property(
      fc.record({
        kind: fc.constantFrom(...MARKER_KINDS),
        state: fc.constantFrom(...MARKER_STATES),
        stale: fc.boolean(),
        colourIndex: fc.integer({ min: -1, max: 9 }),
        initials: fc.string({ maxLength: 2 }),
        lowBattery: fc.boolean(),
        selected: fc.boolean(),
        attention: fc.boolean(),
      }),
      (look) => {
        expect(lookOf(markerKey(look))).toEqual({ type: 'marker', look })
      },
    ),
  )
})

test('so is that of a crowd', () => {
  for (const attention of [0, 1]) {
    const look = { disconnected: 1, offline: 2, connected: 9, attention }
    expect(lookOf(crowdKey(look))).toEqual({ type: 'crowd', look })
  }
})

test('fanned out, no marker covers another', () => {
  for (const count of [2, 8, 9, 60]) {
    const places = fanOut(count)
    expect(places).toHaveLength(count)
    for (const [at, [x, y]] of places.entries()) {
      for (const [ox, oy] of places.slice(at + 1)) expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(25)
    }
  }
})

test('initials are black or white, whichever is read better', () => {
  expect(inkOn('#2F6BB5')).toBe('#FFFFFF')
  expect(inkOn('#FFE066')).toBe('#1A1D21')
})

test('a pixel of a plan is found between its corners on the globe, and on its own plane', () => {
  const corners = [
    [10, 4],
    [12, 4],
    [12, 3],
    [10, 3],
  ] as const
  const plan = { id: 'p', width: 200, height: 100, corners }
  expect(onGlobe(plan, 50, 25)).toEqual([10.5, 3.75])
  expect(onGlobe({ ...plan, corners: null }, 50, 25)).toBeUndefined()
  expect(onPlane(plan, 100, 50)).toEqual([0, 0])
  expect(onPlane(plan, 200, 0)).toEqual([100e-5, 50e-5])
})

test.each([
  [0.9, '50 m', 50],
  [0.011, '1 m', 1],
  [15, '1 km', 1000],
  [0.004, '20 cm', 0.2],
])('at %f metres a pixel the bar says %s', (metresPerPixel, text, metres) => {
  const bar = scaleBar(metresPerPixel, 100)
  expect(bar.metres).toBeCloseTo(metres)
  expect(bar.widthPx).toBeLessThanOrEqual(100)
  expect(scaleText(bar.metres)).toBe(text)
})
