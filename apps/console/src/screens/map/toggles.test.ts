import { expect, test } from 'vitest'
import { checkDisplay, type Display, keptDisplay, TOGGLES, USUAL_DISPLAY } from './toggles.ts'

const kept = (first?: Display) => {
  let value = first
  const store = keptDisplay({
    read: () => value,
    write(display) {
      value = display
    },
  })
  return { store, value: () => value }
}

test('list, devices, stations and names show at first, classes and messages do not; the list sorts by state [MAP-05]', () => {
  const { store } = kept()
  expect(store.get()).toEqual(USUAL_DISPLAY)
  expect(TOGGLES.filter((toggle) => store.get()[toggle])).toEqual(['list', 'trackers', 'stations', 'names'])
  expect(store.get().sort).toBe('state')
})

test('every change of what is shown is written down and found again [DISP-08, DISP-11]', () => {
  const first = kept()
  first.store.set({ ...USUAL_DISPLAY, names: false, hiddenClasses: [2, -1], sort: 'battery' })
  const again = kept(checkDisplay(JSON.parse(JSON.stringify(first.value()))))
  expect(again.store.get()).toEqual({ ...USUAL_DISPLAY, names: false, hiddenClasses: [2, -1], sort: 'battery' })
})

test.each([
  ['no object', 'everything', undefined],
  ['a list', [], undefined],
  ['nothing known', { colour: 'red' }, USUAL_DISPLAY],
  ['a toggle that is no yes or no', { trackers: 'no', stations: false }, { ...USUAL_DISPLAY, stations: false }],
  ['classes that do not exist', { hiddenClasses: [-2, 3, 10, 1.5, '1'] }, { ...USUAL_DISPLAY, hiddenClasses: [3] }],
  ['a sort that does not exist', { sort: 'colour' }, USUAL_DISPLAY],
])('of what was stored only the sound part counts: %s', (_, value, display) => {
  expect(checkDisplay(value)).toEqual(display)
})
