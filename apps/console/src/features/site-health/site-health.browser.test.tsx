import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, field, gone, link, press, says, seen } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import type { ScreenSettings } from '../../../mock/render-screen.tsx'

const PATH = '/setting?tab=health'
const FLOOR = 'Hinoki Garden 2F East'
const compared = () => page.getByRole('region', { name: 'Stations against their last calibration' })
const names = () => [...compared().element().querySelectorAll('strong')].map(({ textContent }) => textContent)

/** The stations of a floor were calibrated; in the mock the first of them hangs elsewhere since. */
const calibrated: ScreenSettings['seed'] = (mock) => {
  seedDemo(mock)
  const person = personOf(mock, 'owner')
  const { maps, stations } = person.account
  const map = maps.find(({ map_name }) => map_name === FLOOR)!
  const own = stations.filter(({ map_id }) => map_id === map.id).slice(0, 4)
  for (const station of own) station.calibration = { stop_time: 1_790_000_000, g3: 'G3-1', values: {} }
  return person
}

test('a floor shows how exactly people are found, where a station would help, and first which stations changed', async () => {
  await renderPage(PATH, { seed: calibrated })
  await field('Floor').selectOptions(FLOOR)
  const plan = page.getByRole('region', { name: `Expected error on ${FLOOR}` })
  await seen(plan)
  await eventually(() => plan.element().querySelectorAll('rect').length).toBeGreaterThan(100)
  await says(/^within \d+\.\d m$/)
  await says(/^One more station at the ring would bring the mean from \d\.\d m to \d\.\d m\.$/)
  await says('One station is not as it was calibrated.')
  await says(/^Moved\? Some neighbours hear it better and some worse\./, compared())
  await says(/· Hears −9\.5 dB · is heard 0\.0 dB$/, compared())
  await eventually(() => plan.element().querySelectorAll('i[data-changed]').length).toBe(1)
  const [first] = names()
  expect(first).toBe('2F East corridor 1')
  await expectReach('main')
})

test('a floor without a scale leads to where it is set, and tells nothing that is not known', async () => {
  await renderPage(PATH, {
    seed: (mock) => {
      seedDemo(mock)
      const person = personOf(mock, 'owner')
      person.account.maps.find(({ map_name }) => map_name === FLOOR)!.metres_per_pixel = null
      return person
    },
  })
  await field('Floor').selectOptions(FLOOR)
  await says('This floor plan has no scale, so distances on it are not known.')
  await seen(link('Set its scale'))
  await gone(page.getByText(/^within/))
})

test('where the health cannot be loaded another try is offered, which loads it', async () => {
  const health = /^\/v3\/app\/indoormaps\/[^/]+\/health$/
  const fail = () => Response.json({ result: false, code: 500001, message: 'x' }, { status: 500 })
  const screen = await renderPage(PATH, { answers: [[health, fail]], awaits: false })
  await seen(button('Try again'))
  screen.answer(health, (_call, usual) => usual())
  await press('Try again')
  await seen(compared())
})
