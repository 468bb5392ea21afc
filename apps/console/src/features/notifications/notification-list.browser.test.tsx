import { raise } from '@whereabouts/mock-api/words/notifications'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { banner, eventually, press } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { formatTime } from '../../lib/time.ts'

test('the list shows what happened as title, the message, and when [ENT-notification.subject, ENT-notification.message, ENT-notification.created_time]', async () => {
  const { mock, person } = await renderScreen('/account')
  const words = { subject: 'Station is back', message: 'The garden gate hears again.' }
  const { created_time } = raise(mock.world, person!.account, { type: 'station_online', ...words })
  await press(/^Notifications/, banner())
  const item = () => page.getByRole('dialog').getByRole('listitem').first().element().textContent
  await eventually(item).toContain(words.subject)
  expect(formatTime(created_time)).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/)
  expect(item()).toContain(`${words.subject}${words.message}${formatTime(created_time)}`)
})
