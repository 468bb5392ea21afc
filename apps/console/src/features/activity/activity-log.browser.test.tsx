/** The activity log of an account, page by page. */
import { makePerson } from '@whereabouts/mock-api/people'
import { record } from '@whereabouts/mock-api/world'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, press, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const LOGS = '/v3/app/activity/logs'

const rows = () => [...document.querySelectorAll('tbody tr')]
const toEnd = () => page.getByText('Loading more').element().scrollIntoView()
const openLog = (count: number) =>
  renderScreen('/account?tab=activity', {
    seed(mock) {
      const person = makePerson(mock, { fullname: 'Kita Emi' })
      for (let made = count; made > 0; made--) {
        record(mock.world, { account: person.account, name: 'Kita Emi' }, 'create_link', `Link ${made}`)
      }
      return person
    },
  })

test('the activity log comes in pages of 300, newest first, the next one when the end is near; a page that fails says so and can be asked for again [ACTV-03, API-GET /app/activity/logs]', async () => {
  const screen = await openLog(450)
  const queries = () =>
    screen.sent.filter(({ path }) => path.startsWith(LOGS)).map(({ path }) => path.slice(LOGS.length))
  await eventually(() => rows().length).toBe(300)
  expect(queries()).toEqual(['?count=300&type=activity'])
  expect(rows()[0]?.textContent).toContain('Signed in')
  expect(rows()[1]?.textContent).toMatch(
    /^\d{4}\/\d\d\/\d\d \d\d:\d\dAccess link createdKita Emi WebLink 1192\.0\.2\.7$/,
  )
  const stop = screen.answer(/activity\/logs\?page_token=/, () => new Response('', { status: 502 }))
  toEnd()
  await seen(page.getByText(/Oops! Something went wrong\.\.\.\(502\)/))
  expect(rows()).toHaveLength(300)
  stop()
  await press('Try again')
  await eventually(() => rows().length).toBe(451)
  expect(queries().at(-1)).toMatch(/^\?page_token=[^&]+&count=300&type=activity$/)
  await says('This is the beginning.')
})
