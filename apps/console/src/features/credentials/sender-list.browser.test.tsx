/** Senders that sent nothing the gateway could read, and devices without a location. Source: G97; decision 0064. */
import type { Credential } from '@whereabouts/contract/credentials'
import { makePerson } from '@whereabouts/mock-api/people'
import { newTracker } from '@whereabouts/mock-api/words/trackers'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectReach, isTooWide, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const sender = (sender_id: string, rest: Partial<Credential>): Credential => ({
  ...{ sender_id, kind: 'gt06', t4_id: null, created_time: 1, last_used: null, connected_time: null },
  ...{ made_by_link: '', has_payload_key: false, set_aside: [] },
  ...rest,
})
const aside = (reason: string, count: number) => ({ reason, count, last_day: '2026-11-27' })
const now = () => Math.floor(Date.now() / 1000)

test('a sender that connected and said nothing is told from one that never came; what is not read has its name and what helps', async () => {
  await renderScreen('/configuration?tab=add-devices', {
    seed(mock) {
      const person = makePerson(mock)
      person.account.credentials = [
        sender('004999000000017', { connected_time: now() }),
        sender('004999000000025', {
          ...{ last_used: now(), connected_time: now() },
          set_aside: [aside('unknown_message 0x7E', 3), aside('not_read 0x94', 40)],
        }),
        sender('004999000000033', {}),
      ]
      return person
    },
    width: 390,
    height: 844,
  })
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const words = rowOf('004999000000017').getByText(/^Connected .*, sent nothing we read$/)
  await seen(words)
  const edge = page.getByRole('table').element().getBoundingClientRect().right
  expect(words.element().getBoundingClientRect().right, 'cut off').toBeLessThanOrEqual(edge - 58)
  await seen(rowOf('004999000000033').getByText('Not yet'))
  expect(isTooWide()).toBe(false)
  await rowOf('004999000000025').getByRole('button', { name: /3/ }).click()
  await seen(page.getByText('it speaks 0x7E, a kind of message we do not read'))
  await seen(page.getByText(/tell the operator its model and 0x7E/))
  await seen(page.getByText('it speaks 0x94, which is not read'))
  await expectReach()
})

test('a tracker that was never placed is heard and shows that it has no location yet', async () => {
  await renderScreen('/map?device=004999000000025', {
    seed(mock) {
      const person = makePerson(mock)
      person.account.trackers.push({
        ...newTracker({ device_id: '004999000000025', name: 'Walker', device_model: 'mobile', add_date: 1 }),
        ...{ connected: true, status: 'connected', last_seen: now(), battery: 50 },
      })
      return person
    },
  })
  await seen(page.getByRole('heading', { name: 'Where' }))
  await says(/No location yet/)
  await seen(page.getByText('50%').first())
})
