/** The list of notifications under the bell: its pages, what is new in it, and its language. */
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { banner, button, eventually, keys, press, seen } from '../../../mock/acts.ts'
import { holdTimers } from '../../../mock/hold-timers.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { PAGE_AFTER_MS } from './pager.ts'

const NOTIFICATIONS = '/v3/app/notifications'
const UNREAD = 2

/** So many, the newest first, a minute apart. */
const openWith = (count: number) =>
  renderScreen('/account', {
    seed(mock) {
      seedDemo(mock)
      const person = personOf(mock, 'owner')
      const newest = Math.floor(mock.world.now() / 1000)
      person.account.notifications = Array.from({ length: count }, (_, at) => ({
        ...{ id: mock.world.uuid(), type: 'station_online', subject: 'Station online', device_id: 'T4-1', alarm: null },
        ...{ message: `Station ${at} is online again.`, created_time: newest - 60 * at },
        metadata: {
          ...{ event_time_ms: (newest - 60 * at) * 1000, repeat: false, late_since_ms: null },
          ...{ zone_id: null, zone_name: null, device_name: null },
        },
      }))
      person.user.unread_count = UNREAD
      return person
    },
  })

const view = () => page.getByRole('list', { name: 'Notifications' })
const items = () => view().getByRole('listitem').elements()
const fresh = () => view().element().querySelectorAll('li[data-new]').length

test('the list loads its next page 1500 ms after somebody scrolled near its end; new rows are tinted, and the dot goes [NOTI-01, NOTI-02, NOTI-03, NOTI-05, NOTI-12, NOTI-13, HEAD-03]', async () => {
  const letPass = holdTimers('setTimeout', PAGE_AFTER_MS)
  const screen = await openWith(120)
  const asked = () => screen.sent.filter(({ path }) => path.startsWith(NOTIFICATIONS)).map(({ path }) => path)
  await button(`Notifications, ${UNREAD} unread`, banner()).click()
  await seen(view())
  await eventually(() => view().element().getBoundingClientRect().height).toBe(475)
  await seen(button('Notifications', banner()))
  await eventually(fresh).toBe(UNREAD)
  expect(items()).toHaveLength(50)
  const before = asked().length
  /** Scrolls so far before the end, and waits until the page has heard of it. */
  const scrollTo = (toBottomPx: number) =>
    new Promise((resolve) => {
      const element = view().element()
      element.addEventListener('scroll', resolve, { once: true })
      element.scrollTop = element.scrollHeight - element.clientHeight - toBottomPx
    })
  await scrollTo(101)
  letPass()
  expect(asked()).toHaveLength(before)
  for (const toBottomPx of [99, 60, 40, 20]) await scrollTo(toBottomPx)
  expect(asked()).toHaveLength(before)
  letPass()
  await eventually(() => items().length).toBe(100)
  await scrollTo(1)
  letPass()
  await eventually(() => items().length).toBe(120)
  const next = asked().slice(before)
  expect(next).toEqual([expect.stringMatching(/page_token=./), expect.stringMatching(/page_token=./)])
  expect(new Set(next).size).toBe(2)
  await seen(page.getByText('No earlier notifications'))
  const words = [...(items().at(-1)?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
  expect(words).toEqual([
    ...['Station online', 'Station 119 is online again.'],
    expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d·Station$/),
  ])
  expect(fresh()).toBe(UNREAD)
  await keys('Escape')
  await press('Notifications', banner())
  await seen(view())
  expect(fresh()).toBe(0)
  await screen.reload()
  await seen(button('Notifications', banner()))
})
