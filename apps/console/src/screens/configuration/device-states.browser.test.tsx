/** What a device is doing, in the table and in its details: an open alarm, a ring. */
import { raise } from '@whereabouts/mock-api/words/notifications'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, gone, keys, press, question, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const drawer = (name: string) => page.getByRole('complementary', { name })

test('the table names the alarm in place of the connection, and is quiet as soon as somebody answers, though the device is silent', async () => {
  const screen = await renderScreen('/configuration')
  const { account } = screen.person!
  const { device_id, name } = account.trackers.find((each) => each.name === 'Ito Haru')!
  screen.answer('/v3/app/notifications/push', () => Promise.reject(new TypeError('Failed to fetch')))
  const { id } = raise(screen.mock.world, account, {
    ...{ type: 'help', subject: 'Help requested', message: `${name} asks for help.`, device_id },
    metadata: { repeat: true, device_name: name },
  })
  await seen(question())
  // A key that was on its way as the alert appeared is not meant for it.
  await eventually(async () => {
    if (question().elements().length > 0) await keys('Space')
    return question().elements().length
  }).toBe(0)
  await page.getByRole('searchbox').fill(name)
  const status = () => row(name).element().querySelector<HTMLElement>('[data-status]')
  await eventually(() => status()?.textContent).toBe('Help requested')
  expect(status()?.dataset.status).toBe('attention')
  // Those who listen hear of the connection too.
  expect(row(name).element().textContent).toContain('Connected')
  await screen.callsOf('deputy').alarms.acknowledge({ body: { alarm_ids: [id] } })
  await eventually(() => status()?.textContent).toBe('Connected')
  expect(status()?.dataset.status).toBe('connected')
})

test('a device rings with a countdown and is silenced again; offline it says why it cannot [API-POST /app/trackers/ring]', async () => {
  const screen = await renderScreen('/configuration')
  const { account } = screen.person!
  const { device_id } = account.trackers.find(({ name }) => name === 'Wheelchair 01')!
  const tell = (change: object) =>
    screen.mock.world.tell(account.account_id, { event: 'trackers', data: { trackers: [{ device_id, ...change }] } })
  tell({ connected: false, status: 'offline' })
  await page.getByRole('searchbox').fill(device_id)
  await row('Wheelchair 01').click()
  const details = drawer('Wheelchair 01')
  const ring = button('Ring', details)
  const why = "Can't ring: it is offline. Look near where it was last seen."
  await says(why, details)
  expect(ring.element().getAttribute('aria-disabled')).toBe('true')
  tell({ connected: true, status: 'connected' })
  await eventually(() => ring.element().getAttribute('aria-disabled')).toBeNull()
  expect(details.getByText(why).elements()).toEqual([])
  await ring.click()
  await seen(details.getByText(/^Stop ringing, (5\d|60) s$/))
  await press(/^Stop ringing/, details)
  await seen(ring)
  expect(screen.bodies('POST', '/v3/app/trackers/ring')).toHaveLength(2)
  await gone(details.getByText(/^Stop ringing/))
})
