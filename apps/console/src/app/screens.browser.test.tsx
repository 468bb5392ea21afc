import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, heading, main, says, seen } from '../../mock/acts.ts'
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
