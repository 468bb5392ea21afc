import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  eventually,
  expectReach,
  field,
  isTooWide,
  looks,
  press,
  says,
  seen,
  tick,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const PATH = '/v3/app/stations/calibration'
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const accuracy = (name: string) => page.getByRole('progressbar', { name: `Accuracy of ${name}`, exact: true })

test('both methods are offered, need a station and a tracker, and are started and stopped [CAL-01, VALID-31]', async () => {
  const screen = await renderPage('/setting?tab=calibration')
  await press('Start calibration')
  await says('Choose a tracker.')
  await says('Select at least one station.')
  await tick(box('2F East corridor 1'))
  await tick(box('2F East corridor 2'))
  await field('Reference tracker').selectOptions('Wheelchair 05')
  await press('Start calibration')
  await seen(button('Stop calibration'))
  const [started] = screen.bodies('POST', `${PATH}/manual`) as { t4_ids: string[]; action: string }[]
  expect(started).toMatchObject({ action: 'start' })
  expect(started?.t4_ids).toHaveLength(2)
  await says('Time left')
  await says('Listening')
  await press('Stop calibration')
  await seen(button('Start calibration'))
  expect(screen.bodies('POST', `${PATH}/manual`)).toMatchObject([{ action: 'start' }, { action: 'stop' }])
  await tick(page.getByRole('radio', { name: 'Automatic' }))
  await says('Stations listen to each other. Lay the tracker 1 m from one of them.')
  await press('Start calibration')
  await seen(button('Stop calibration'))
  expect(screen.bodies('POST', `${PATH}/auto`)).toMatchObject([{ action: 'start' }])
})

test('stations that were left out are named, and one without a name by its id [CAL-03, VALID-33]', async () => {
  const screen = await renderPage('/setting?tab=calibration', {})
  const { stations } = screen.mock.state.accounts[0]!
  const [locked, offline] = [stations.find(({ t4_name }) => t4_name === '2F East corridor 1')!, 'T4-0123456789AB']
  await tick(box('2F East corridor 1'))
  await field('Reference tracker').selectOptions('Wheelchair 05')
  screen.answer(`${PATH}/manual`, () =>
    Response.json(
      {
        ...{ result: false, code: 409002, message: 'Some items could not be changed.' },
        invalid_t4: [locked.t4_id, offline],
        failed_list: [
          { id: locked.t4_id, code: 412001 },
          { id: offline, code: 405001 },
        ],
      },
      { status: 409 },
    ),
  )
  await press('Start calibration')
  const told = page.getByRole('alert').filter({ hasText: 'Invalid devices:' })
  await seen(told)
  expect(told.element().textContent).toContain('2F East corridor 1. Locked, so left out. Unlock first.')
  expect(told.element().textContent).toContain('T4-0123456789AB. Offline, so left out.')
})

test('a body code other than 200 is an error of status 400 also under a status of success [CAL-02]', async () => {
  const screen = await renderPage('/setting?tab=calibration')
  await tick(box('2F East corridor 1'))
  await field('Reference tracker').selectOptions('Wheelchair 05')
  screen.answer(`${PATH}/manual`, () =>
    Response.json({ code: 409002, message: 'Some items could not be changed.', invalid_t4: ['T4-0123456789AB'] }),
  )
  await press('Start calibration')
  await says('Invalid devices:')
  await seen(button('Start calibration'))
})

test('locked stations are marked; measured ones show accuracy, time, method, and the stations they heard [ENT-station.i_see_you.method] [ENT-station.i_see_you.locked] [ENT-station.i_see_you.event_time] [ENT-station.i_see_you.signals]', async () => {
  const screen = await renderPage('/setting?tab=calibration')
  const { stations } = screen.mock.state.accounts[0]!
  const station = (name: string) => stations.find(({ t4_name }) => t4_name === name)!
  station('2F East corridor 1').lock_mancal = true
  const { t4_id } = station('2F East corridor 2')
  station('2F East corridor 2').calibration = { stop_time: 1, g3: 'G3-1', values: { [t4_id]: 37 } }
  const signals = { [station('2F East corridor 3').t4_id]: -71, 'T4-0123456789AB': -80.5 }
  station('2F East corridor 2').i_see_you = { method: 'auto', locked: true, event_time: 1_700_000_000, signals }
  const { close } = screen
  await screen.reload()
  await says('Locked')
  await seen(accuracy('2F East corridor 2'))
  expect(accuracy('2F East corridor 2').element().getAttribute('value')).toBe('93')
  await says('93%')
  await page.getByText(/^Automatic, 2023\/11\/1\d \d\d:\d\d, locked · 2 stations heard$/).click()
  await says('2F East corridor 3: -71 dBm')
  await says('T4-0123456789AB: -80.5 dBm')
  close()
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('the %s page is within reach at %i px', async (scheme, width) => {
  await renderPage('/setting?tab=calibration', { scheme, width, height: 844 })
  await seen(box('2F East corridor 1'))
  await expectReach()
  expect(isTooWide()).toBe(false)
})

test('read-only people and visitors have no page of it', async () => {
  await renderPage('/setting?tab=calibration', { person: 'readonly' })
  await eventually(() => page.getByText('Station calibration').elements().length).toBe(0)
})
