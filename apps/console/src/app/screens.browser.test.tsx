import { deviceKind } from '@whereabouts/domain/trackers'
import { makePerson } from '@whereabouts/mock-api/people'
import type { Account } from '@whereabouts/mock-api/state'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, heading, main, says, seen } from '../../mock/acts.ts'
import { refusals } from '../../mock/refusals.ts'
import { renderScreen, type Screen } from '../../mock/render-screen.tsx'

/** The first device of the person's account that stands on the page. */
const shownDevice = ({ person }: Screen) =>
  person?.account.trackers.find(({ name }) => main().element().textContent?.includes(name))

test('an owner opens map, device management, account, shift reports and settings by their addresses, each with what is there [PROD-05]', async () => {
  const SCREENS = [
    ['/map', shownDevice],
    ['/configuration', shownDevice],
    ['/account', () => page.getByText('owner@hinoki.example').elements()[0]],
    ['/shift-report', () => page.getByText(/^Abe Naoko/).elements()[0]],
    ['/setting', () => page.getByText(/^Residents$/).elements()[0]],
  ] as const
  for (const [path, find] of SCREENS) {
    const screen = await renderScreen(path)
    await eventually(() => window.location.pathname, path).toBe(path)
    await eventually(() => find(screen) !== undefined, path).toBe(true)
    if (path === '/map') {
      // What a colleague changes shows at once.
      const { device_id: id, name } = shownDevice(screen)!
      await screen.callsOf('deputy').trackers.change({ id, body: { name: `${name} B` } })
      await says(`${name} B`)
    }
    screen.close()
  }
})

test.each(['/configuration?tab=station-wifi', '/shift-report', '/attendance?tab=months'])(
  'a guest who opens %s is sent to the map before the page makes a call',
  async (path) => {
    const { refused, answers } = refusals()
    await renderScreen(path, { person: 'readonly', answers })
    await says('Your role does not include that page.')
    await seen(heading('Map'))
    expect(refused).toEqual([])
  },
)

test('a feature that the account lacks is not opened, and people are told so [ROLE-11]', async () => {
  const screen = await renderScreen('/attendance', { seed: (mock) => makePerson(mock) })
  await says('This feature is not enabled with your account.')
  expect(window.location.pathname).toBe('/map')
  await seen(heading('Map'))
  await seen(main())
  const { code } = await screen
    .callsOf(screen.person!)
    .attendance.list({ query: {} })
    .catch((error: { code: number }) => error)
  expect(code).toBe(403001)
})

test('an owner with attendance reaches a screen for trackers, care watches, stations, indoor maps, carepads with loggers, and attendance [PROD-02]', async () => {
  const ofKind = (trackers: Account['trackers'], kind: ReturnType<typeof deviceKind>) =>
    trackers.filter(({ device_model }) => deviceKind(device_model) === kind).map(({ name }) => name)
  type NamesIn = (account: Account) => readonly string[]
  const THINGS: readonly (readonly [path: string, ...kinds: NamesIn[]])[] = [
    [
      '/configuration?tab=devices',
      ({ trackers }) => ofKind(trackers, 'tracker'),
      ({ trackers }) => ofKind(trackers, 'watch'),
    ],
    ['/configuration?tab=stations', ({ stations }) => stations.map(({ t4_name }) => t4_name)],
    ['/configuration?tab=maps', ({ maps }) => maps.map(({ map_name }) => map_name)],
    [
      '/configuration?tab=carepads',
      ({ carepads }) => carepads.map(({ carepad_name }) => carepad_name),
      ({ loggers }) => loggers.map(({ logger_name }) => logger_name),
    ],
    ['/attendance', ({ officeLogs }) => officeLogs.map(({ device_name }) => device_name)],
  ]
  for (const [path, ...kinds] of THINGS) {
    // As high as its longest table.
    const { person, close } = await renderScreen(path, { height: 8000 })
    for (const names of kinds) {
      const isShown = () => names(person!.account).some((name) => main().element().textContent?.includes(name))
      await eventually(isShown, path).toBe(true)
    }
    close()
  }
})
