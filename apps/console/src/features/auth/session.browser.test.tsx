import { expect, test } from 'vitest'
import { eventually, says } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const TOKEN = '/v3/app/users/token'
const HOUR_MS = 3_600_000

test('where the server’s clock jumps an hour ahead, an open console renews its token and goes on listening; it is out once the server says so', async () => {
  const screen = await renderScreen('/account')
  const { mock, person } = screen
  const [session] = mock.state.sessions
  const hangUp = () => mock.streams.tell(person!.account.account_id, { event: 'bye', data: { code: 401001 } })
  await eventually(() => mock.streams.count).toBe(1)
  session!.token_issued_at_ms -= HOUR_MS
  hangUp()
  await eventually(() => screen.bodies('POST', TOKEN)).toContainEqual({ refresh: true })
  await eventually(() => mock.streams.count).toBe(1)
  expect(window.location.pathname).toBe('/account')

  mock.state.sessions.length = 0
  hangUp()
  await says('No alerts reach this screen until somebody signs in.')
  expect(window.location.pathname).toBe('/')
})
