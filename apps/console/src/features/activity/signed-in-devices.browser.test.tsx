/** Where an account is signed in; a browser that is signed out by force leaves in `forced-sign-out.e2e.test.ts`. */
import { makePerson } from '@whereabouts/mock-api/people'
import { record } from '@whereabouts/mock-api/world'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dialog, eventually, gone, press, question, seen, tick } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const SIGNED_IN_AT_MS = 1_772_753_160_000

const rows = () => [...document.querySelectorAll('tbody tr')]
const kinds = () => rows().flatMap((row) => row.querySelector('small')?.textContent ?? [])

test('phones show their system, visitors the name of their link; each opens what it did, and phones are signed out in a list of their own [ENT-activityDevice.platform, ENT-activityDevice.name, ENT-activityDevice.sigint_at_ms]', async () => {
  const visitor = crypto.randomUUID()
  const device = (id: string, device_type: string, platform: string, name: string) => ({
    ...{ id, device_type, platform, name, photo: '' },
    ...{ is_current_device: false, sigint_at_ms: SIGNED_IN_AT_MS },
  })
  let others = [
    device(visitor, 'access_link', 'web', 'Fire drill guests'),
    device(crypto.randomUUID(), 'mobile', 'ios', 'Kita Emi'),
    device(crypto.randomUUID(), 'mobile', 'android', 'Kita Emi'),
  ]
  const phones = others.slice(1).map(({ id }) => id)
  const screen = await renderScreen('/account?tab=devices', {
    seed(mock) {
      const person = makePerson(mock, { fullname: 'Kita Emi' })
      record(mock.world, { account: person.account, name: 'Fire drill guests' }, 'sign_in')
      Object.assign(person.account.logs[0]!, { session_id: visitor })
      return person
    },
    answers: [
      [
        '/v3/app/activity/devices',
        async (_call, usual) => {
          const { activity_devices, ...rest } = await (await usual()).json()
          return Response.json({ ...rest, activity_devices: [...activity_devices, ...others] })
        },
      ],
      [
        '/v3/app/users/forcelogout',
        ({ body }) => {
          others = others.filter(({ id }) => !body.mobile_ids.includes(id))
          return Response.json({ result: true, code: 200, failed_list: [] })
        },
      ],
    ],
  })
  await eventually(() => kinds().toSorted()).toEqual(['Access link', 'Android', 'Web', 'iOS'])
  const date = new Date(SIGNED_IN_AT_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('/')
  const shown = `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
  expect(page.getByText(shown, { exact: true }).elements()).toHaveLength(3)

  await press('Activity of Fire drill guests')
  const log = dialog('Activity of Fire drill guests')
  await seen(log.getByText('Signed in', { exact: true }))
  expect(log.element().querySelectorAll('tbody tr')).toHaveLength(1)
  await press('Close', log)
  await gone(log)

  for (const box of page.getByRole('checkbox', { name: /^Select Kita Emi/ }).all()) await tick(box)
  await press('Sign out 2 selected')
  await press('Sign out 2', question())
  await eventually(() => rows().length).toBe(2)
  expect(screen.bodies('POST', '/v3/app/users/forcelogout')).toEqual([{ session_ids: [], mobile_ids: phones }])
})
