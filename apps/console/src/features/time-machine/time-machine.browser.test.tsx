import { personOf } from '@whereabouts/mock-api/people'
import { raise } from '@whereabouts/mock-api/words/notifications'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  banner,
  button,
  eventually,
  expectReach,
  field,
  gone,
  keys,
  link,
  press,
  question,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { setLocale } from '../../lib/i18n.ts'

const instant = () => new URLSearchParams(window.location.search).get('at')
const bar = () => page.getByRole('region', { name: 'Time machine' })

test('one button opens the past, which the address names and the screen says; "Now" leads back', async () => {
  const screen = await renderScreen('/map')
  await press('Time machine')
  await says(/You are looking at the past/)
  await eventually(() => Number(instant())).toBeGreaterThan(Date.now() / 1000 - 3700)
  await eventually(() => screen.sent.filter(({ path }) => path.includes('/app/history/site')).length).toBe(1)
  await gone(button('Time machine'))
  expect(document.querySelector('main[data-past]')).not.toBeNull()
  await says(/^As of /)
  await expectReach()
  await press('Now')
  await gone(bar())
  expect(instant()).toBeNull()
  await seen(button('Time machine'))
})

/** The past of two hours ago, on which the map opens. */
const openPast = async () => {
  const at = Math.floor(Date.now() / 1000) - 7200
  return { at, screen: await renderScreen(`/map?device=G5-4F21A9C3&at=${at}`) }
}

/** Plays until the address has gone on. */
async function playOn() {
  const from = Number(instant())
  await field('Speed').selectOptions('600×')
  await press('Play forward')
  await eventually(() => Number(instant())).toBeGreaterThan(from)
}

test('an address with an instant opens it; one plays, jumps to alarms, and what is selected is kept', async () => {
  const { at, screen } = await openPast()
  await seen(bar())
  await eventually(() => screen.sent.find(({ path }) => path.includes('/app/history/site'))?.path).toContain(
    `at_ms=${at * 1000}`,
  )
  await playOn()
  await press('Pause')
  const rested = Number(instant())
  expect(rested).toBeGreaterThan(at)
  expect(new URLSearchParams(window.location.search).get('device')).toBe('G5-4F21A9C3')
  const { account } = personOf(screen.mock, 'owner')
  const raisedAt = rested + 1800
  raise(screen.mock.world, account, {
    ...{ type: 'help', subject: 'Sato Kenji', message: 'asks for help', device_id: 'G5-4F21A9C3' },
    metadata: { event_time_ms: raisedAt * 1000 },
  })
  await press('Next alarm')
  await eventually(() => Number(instant())).toBe(raisedAt)
  await press('Next alarm')
  await says('There is no further alarm')
})

test('leaving the past while it plays does not return to it', async () => {
  await openPast()
  await playOn()
  await press('Now')
  await seen(button('Time machine'))
  await gone(bar())
  expect(instant()).toBeNull()
})

test('another page is gone to while the past plays', async () => {
  await openPast()
  await playOn()
  await press('Account', banner())
  await link('Account information').click()
  await eventually(() => window.location.pathname).toBe('/account')
  await gone(bar())
  expect(instant()).toBeNull()
})

test('an alarm of now rings over the past while it plays, and "Show on map" leads to where that is now', async () => {
  const { screen } = await openPast()
  await playOn()
  const { account } = personOf(screen.mock, 'owner')
  const { device_id, name } = account.trackers.find((each) => each.name === 'Ito Haru')!
  raise(screen.mock.world, account, {
    ...{ type: 'help', subject: 'Call for help', message: `${name} calls for help.`, device_id },
    metadata: { repeat: true, device_name: name },
  })
  await seen(question())
  await question().getByText('Show on map').click()
  await seen(button('Time machine'))
  await gone(bar())
  expect(instant()).toBeNull()
  expect(new URLSearchParams(window.location.search).get('device')).toBe(device_id)
})

test('T opens the past and leads back to now, and the list of keys says so', async () => {
  await renderScreen('/map')
  await seen(button('Time machine'))
  await keys('t')
  await seen(bar())
  await eventually(instant).not.toBeNull()
  await keys('t')
  await gone(bar())
  await keys('?')
  await says('Time machine, and back to now')
})

test('a failed load says so, shows no other time, and is retried by playing', async () => {
  const { screen, at } = await openPast()
  await eventually(() => screen.sent.filter(({ path }) => path.includes('/app/history/site')).length).toBe(1)
  const away = screen.answer(/\/app\/history\/(site|alarm)/, () => Response.json({}, { status: 503 }))
  await field('Time of day').click()
  await keys('Home')
  await says('This instant could not be loaded.')
  away()
  await press('Play forward')
  await gone(page.getByText('This instant could not be loaded.', { exact: true }))
  await eventually(() => Number(instant())).not.toBe(at)
})

test('the past has no wall mode, and its list says from the first moment when it is of', async () => {
  const { screen } = await openPast()
  const map = personOf(screen.mock, 'owner').account.maps[0]!
  screen.close()
  await renderScreen(`/map?map=${map.id}&at=${Math.floor(Date.now() / 1000) - 7200}`, {
    answers: [[/\/app\/history\/site/, () => new Promise<Response>(() => {})]],
  })
  await seen(button('Open with this floor'))
  await gone(button('Wall mode'))
  await says(new RegExp(`^As of ${new Date().getFullYear()}/`))
})

test('people who may only look at the map are shown the present, whatever the address says', async () => {
  await renderScreen(`/map?at=${Math.floor(Date.now() / 1000) - 7200}`, { person: 'readonly' })
  await gone(bar())
  await gone(button('Time machine'))
})

test.each([
  ['zh-tw', /目前顯示的是過去的畫面/],
  ['ja-jp', /過去の画面を表示しています/],
] as const)('it fits a phone and speaks %s', async (locale, words) => {
  const at = Math.floor(Date.now() / 1000) - 7200
  await renderScreen(`/map?at=${at}`, { width: 390, height: 844, scheme: 'dark' })
  setLocale(locale)
  await says(words)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  setLocale('en-us')
})
