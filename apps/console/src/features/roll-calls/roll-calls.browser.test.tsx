import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  eventually,
  expectReach,
  gone,
  heading,
  isTooWide,
  link,
  looks,
  press,
  question,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { formatTime } from '../../lib/time.ts'
import { command } from './outbox.ts'

const PATH = '/map?tab=roll-call'
const rows = () => page.getByRole('main').getByRole('checkbox')
const row = (name: string) => page.getByRole('checkbox', { name: `${name} is safe` })
const strip = () => page.getByText(/^(Roll-call|Drill): \d+ of \d+ safe/)
const chip = (name: string) =>
  page.getByRole('group', { name: 'Who is shown' }).getByRole('button', { name: new RegExp(`^${name}`) })
const ownAccount = (mock: MockApi) =>
  mock.state.accounts.find(({ users }) => users.some(({ email }) => email.startsWith('owner@')))!
const openOf = (mock: MockApi) => ownAccount(mock).rollCalls.find(({ ended_at_ms }) => ended_at_ms === null)!
const safeIn = (mock: MockApi) => new Map(openOf(mock).ticks.map(({ device_id, is_safe }) => [device_id, is_safe]))
const away = () => new Response('', { status: 503 })

test('from the map one press leads to the roll-call; a drill is marked as one everywhere, colleagues tick the same list, and it ends as a report', async () => {
  const screen = await renderScreen('/map')
  await link('Roll-call').click()
  await says('No roll-call in progress')
  await press('Start drill')
  await says('This is a drill, not an emergency.')
  await eventually(() => rows().elements().length).toBeGreaterThan(2)
  const { id, people } = openOf(screen.mock)
  expect(rows().elements()).toHaveLength(people.length)
  await says(`Drill: 0 of ${people.length} safe. This is not an emergency.`)
  // None of them is in an attendance zone.
  await seen(page.getByRole('region', { name: people[0]!.class_name }))

  const [first, second] = people as [(typeof people)[number], (typeof people)[number]]
  await row(first.name).click()
  await says(/ by Mori Yuki$|^\d\d:\d\d by /)
  await eventually(() => safeIn(screen.mock).get(first.device_id)).toBe(true)
  const tick = { command_id: crypto.randomUUID(), device_id: second.device_id, is_safe: true, at_ms: Date.now() }
  await screen.callsOf('deputy').rollCalls.tick({ id, body: { ticks: [tick] } })
  await expect.element(row(second.name)).toBeChecked()
  await chip('Safe').click()
  await eventually(() => rows().elements().length).toBe(2)
  // A tick is taken back.
  await row(first.name).click()
  await eventually(() => rows().elements().length).toBe(1)

  await press('End roll-call')
  await says(`${people.length - 1} people are not safe yet. The list becomes a report that is kept.`)
  await press('End roll-call', question())
  await gone(strip())
  await says('No roll-call in progress')
  const report = page.getByRole('region', { name: 'Reports of earlier roll-calls' }).getByRole('listitem').first()
  await says('Drill', report)
  await says(`1 of ${people.length} safe`, report)
  await report.getByRole('link').click()
  await says('This is a drill, not an emergency.')
  await expect.element(row(second.name)).toBeChecked()
  expect(row(second.name).element()).toBeDisabled()
})

test('while the server is away people go on ticking; it is sent once it answers, and what was said later elsewhere counts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  const screen = await renderScreen(PATH)
  await press('Start roll-call')
  await eventually(() => rows().elements().length).toBeGreaterThan(2)
  const { id, people } = openOf(screen.mock)
  const [first, second] = people as [(typeof people)[number], (typeof people)[number]]
  const comeBack = screen.answer(/\/v3\/app\/rollcalls/, away)
  await row(first.name).click()
  await row(second.name).click()
  await expect.element(row(first.name)).toBeChecked()
  await says(/^2 changes not sent yet/)
  expect(openOf(screen.mock).ticks).toEqual([])
  // A colleague finds that the second person is not there after all.
  const tick = {
    command_id: crypto.randomUUID(),
    device_id: second.device_id,
    is_safe: false,
    at_ms: Date.now() + 60_000,
  }
  openOf(screen.mock).ticks.push({ ...tick, by: 'Lin Wei', arrived_late_ms: null })
  comeBack()
  vi.advanceTimersByTime(4000)
  await eventually(() => openOf(screen.mock).ticks.length).toBe(3)
  await gone(page.getByText(/not sent yet/))
  await expect.element(row(first.name)).toBeChecked()
  await expect.element(row(second.name)).not.toBeChecked()
  expect(new Set(openOf(screen.mock).ticks.map(({ command_id }) => command_id)).size).toBe(3)
  expect(openOf(screen.mock).id).toBe(id)
  vi.useRealTimers()
})

test('a tick that arrived after the end stands in the report as late, and one that arrives too late says so', async () => {
  const screen = await renderScreen(PATH)
  await press('Start drill')
  await eventually(() => openOf(screen.mock)).toBeDefined()
  const rollCall = openOf(screen.mock)
  const { id, started_at_ms, people } = rollCall
  const colleague = screen.callsOf('deputy').rollCalls
  await colleague.end({ id, body: { ended_at_ms: Date.now() } })
  const tickOf = (at: number) => ({
    ...{ command_id: crypto.randomUUID(), device_id: people[at]!.device_id, is_safe: true, at_ms: started_at_ms },
  })
  await colleague.tick({ id, body: { ticks: [tickOf(0)] } })
  await link(formatTime(Math.floor(started_at_ms / 1000))).click()
  await says(/^Late: arrived .*, after the end$/)
  expect(page.getByText(/^Late: arrived/).elements()).toHaveLength(1)
  await expect.element(row(people[0]!.name)).toBeChecked()
  // On a phone the words beside the name leave it its room.
  await page.viewport(390, 844)
  const name = page.getByText(people[0]!.name, { exact: true })
  await eventually(() => name.element().getBoundingClientRect().width).toBeGreaterThan(100)
  rollCall.ended_at_ms = Date.now() - 13 * 3_600_000
  command({ kind: 'tick', roll_call_id: id, ...tickOf(1) })
  await says(/^What you ticked reached the server more than 12 hours after the end/)
  expect(rollCall.ticks).toHaveLength(1)
})

test('read-only people have no roll-call', async () => {
  const { sent } = await renderScreen(PATH, { person: 'readonly' })
  await seen(heading('Map'))
  expect(page.getByRole('link', { name: 'Roll-call' }).elements()).toEqual([])
  expect(sent.filter(({ path }) => path.includes('rollcalls'))).toEqual([])
})

test.each(
  looks([
    ['light', 1440, 'en-us', 'Start roll-call', 'Roll-call'],
    ['light', 390, 'zh-tw', '開始點名', '點名'],
    ['dark', 390, 'ja-jp', '点呼を開始', '点呼'],
  ] as const),
)('the %s list is within reach at %i px in %s', async (scheme, width, locale, start, title) => {
  const seed = (mock: MockApi) => {
    seedDemo(mock)
    const person = personOf(mock, 'owner')
    person.user.locale = locale
    return person
  }
  await renderScreen(PATH, { scheme, width, height: 844, locale, seed })
  await button(start).click()
  await seen(heading(title))
  await eventually(() => rows().elements().length).toBeGreaterThan(2)
  await expectReach('#content')
  expect(isTooWide()).toBe(false)
})
