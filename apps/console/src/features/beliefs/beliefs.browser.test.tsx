import type { Tracker } from '@whereabouts/contract/trackers'
import { hinoki2fEast } from '@whereabouts/fixtures/plans/hinoki-2f-east'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, expectReach, gone, isTooWide, press, says, seen } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import type { ScreenSettings } from '../../../mock/render-screen.tsx'
import { setLocale } from '../../lib/i18n.ts'
import { askWhy } from './why-here.tsx'

const SATO = 'G5-4F21A9C3'
const reasons = (name = 'Why here?') => page.getByRole('region', { name, exact: true })

/** The drawer of Sato Kenji, after a change of what is known of him. */
function renderSato(change: Partial<Tracker>, settings: ScreenSettings = {}) {
  // The test before may have asked.
  askWhy('')
  return renderPage(`/configuration?tab=devices&device=${SATO}`, {
    ...settings,
    seed(mock) {
      seedDemo(mock)
      Object.assign(mock.state.accounts[0]!.trackers.find(({ device_id }) => device_id === SATO)!, change)
      return personOf(mock, 'owner')
    },
  })
}

const EITHER: Partial<Tracker> = {
  qualified_location_info: {
    ...{ sender_device_id: 'T4-1', reason_code: 2, gps_latitude: null, gps_longitude: null, accuracy: 3 },
    reason_data: {
      ...{ indoor_map_id: hinoki2fEast.id, indoor_map_name: hinoki2fEast.map_name, indoor_X: 700, indoor_Y: 600 },
      ...{ station_name: '2F East corridor 3', rooms: ['2F East dining hall', '2F East corridor 3'] },
    },
    scanned_at_ms: Date.now(),
  },
}

test('for somebody between two rooms both are shown, with signals, probability and what does not fit', async () => {
  const screen = await renderSato(EITHER)
  await says(/^In 2F East dining hall or corridor 3/)
  await press('Why here?')
  const part = reasons()
  await says('56%', part)
  await says('38%', part)
  await says('The stations cannot tell these rooms apart now. Look in both.', part)
  await says(/^Nine times out of ten the true place is within \d+\.\d m of the dot/, part)
  await says('Counts fully', part)
  await says('Nothing.', part)
  // Figures are for who asks for them.
  await expect.element(part.getByRole('table')).not.toBeInTheDocument()
  await userEvent.click(part.getByText('Technical', { exact: true }))
  await seen(part.getByRole('columnheader', { name: 'Expected (dBm)' }))
  await expectReach()
  screen.answer(`/v3/app/trackers/${SATO}/belief`, async (_, usual) => {
    const { belief, ...rest } = await (await usual()).json()
    return Response.json({ ...rest, belief: { ...belief, heard: belief.heard.slice(0, 1) } })
  })
  await says('Only one station hears it.', part)
  await press('Why here?')
  await gone(part)
})

test.each([
  ['zh-tw', 'light', '為什麼在這裡？', '基站目前無法分辨這兩個房間，兩間都請看一下。'],
  ['ja-jp', 'dark', '位置の根拠', '今はステーションでどちらの部屋か区別できません。両方を見てください。'],
] as const)('on phones in %s the reasons have room and can be told apart', async (locale, scheme, why, either) => {
  await renderSato(EITHER, { width: 390, height: 844, scheme })
  setLocale(locale)
  await press(why)
  await says(either, reasons(why))
  expect(isTooWide()).toBe(false)
  await expectReach()
  setLocale('en-us')
})

test('a place from a single sender says why', async () => {
  const screen = await renderSato(EITHER)
  screen.answer(`/v3/app/trackers/${SATO}/belief`, async (_, usual) =>
    Response.json({ ...(await (await usual()).json()), belief: null }),
  )
  await press('Why here?')
  await says(/^Shown at the station that received it\./, reasons())
})

test('signals of a shared device are not requested', async () => {
  await renderSato({ ...EITHER, sharing: { share_from: { id: 'somebody' }, share_to: [] } })
  await says(/^In 2F East dining hall or corridor 3/)
  expect(button('Why here?').elements()).toEqual([])
})
