import type { ActivityAction } from '@whereabouts/contract/activity'
import { makePerson, type Person } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, link, says } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

/** The log of a new account, with these entries below that of the sign-in, one a second. */
const openLog = (count: number, ...actions: ActivityAction[]) =>
  renderScreen('/account?tab=activity', {
    seed: (mock): Person => {
      const person = makePerson(mock, { fullname: 'Kita Emi' })
      const now = Math.floor(mock.world.now() / 1000)
      for (const action of actions) {
        for (let number = 1; number <= count; number += 1) {
          person.account.logs.push({
            ...{ id: mock.world.uuid(), time: now - number, device_type: 'web', name: 'Kita Emi', action },
            ...{ target: `Link ${number}`, ip: '192.0.2.7', session_id: null },
          })
        }
      }
      return person
    },
  })

test('the log asks for 300 entries at a time [CONST-33]', async () => {
  const screen = await openLog(1, 'change_logo')
  await says('Logo changed')
  const asked = screen.sent.filter(({ path }) => path.startsWith('/v3/app/activity/logs'))
  expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('count'))).toEqual(['300'])
})

test('the security log lists what decides who gets in, and nothing else [ACTV-04]', async () => {
  await openLog(1, 'change_logo', 'sign_in_refused')
  await says('Logo changed')
  await link('Security log').click()
  await says('Wrong password')
  await says('Signed in')
  expect(page.getByText('Logo changed').elements()).toEqual([])
})

test('signed-in devices say whether they are a browser, a phone or a link [ENT-activityDevice.device_type]', async () => {
  await renderScreen('/account?tab=devices', {
    answers: [
      [
        '/v3/app/activity/devices',
        async (_call, usual) => {
          const { activity_devices, ...rest } = await (await usual()).json()
          const [own] = activity_devices
          const other = { ...own, is_current_device: false, photo: '' }
          const phone = { ...other, id: 'phone', name: 'Lin Wei', device_type: 'mobile', platform: '' }
          const link = { ...other, id: 'link', name: 'Night family', device_type: 'access_link' }
          return Response.json({ ...rest, activity_devices: [own, phone, link] })
        },
      ],
    ],
  })
  const kinds = () => [...document.querySelectorAll('tbody tr small')].map(({ textContent }) => textContent)
  await eventually(kinds).toEqual(['Web', 'Phone', 'Access link'])
})
