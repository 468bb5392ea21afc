/** The attendance log as a supervisor uses it. */
import { makePerson } from '@whereabouts/mock-api/people'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  heading,
  isTooWide,
  link,
  looks,
  press,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

/** Files that are saved from here on. */
function keptFiles(): Blob[] {
  const files: Blob[] = []
  const create = URL.createObjectURL
  URL.createObjectURL = (file) => {
    files.push(file as Blob)
    return create(file)
  }
  onTestFinished(() => {
    URL.createObjectURL = create
  })
  return files
}

const names = () => [...document.querySelectorAll('tbody button')].map(({ textContent }) => textContent)

test('attendance is listed by day with sign-in, sign-out, duration, zones and what stands out; a name and a filter narrow it [ATT-01]', async () => {
  await renderScreen('/attendance')
  await seen(heading('Attendance log'))
  await eventually(() => names().length).toBeGreaterThan(20)
  for (const label of ['Sign in', 'Sign out', 'Duration', 'Entry → exit zone', 'In zone', 'Tags', 'Comment']) {
    await seen(page.getByRole('columnheader', { name: label }))
  }
  const all = names().length
  await press(/^Exceptions/)
  await eventually(() => names().length).toBeLessThan(all)
  await seen(page.getByText(/lost \d\d:\d\d/))
  await press('Everyone')
  await eventually(() => names().length).toBe(all)
  const [first] = names()
  await field('Person or tag').fill(first!.slice(0, 4))
  await eventually(() => new Set(names().map((name) => name.slice(0, 4))).size).toBe(1)
})

test('a record shows why its times are so; a comment, a flag and a correction are saved beside what was measured', async () => {
  const screen = await renderScreen('/attendance')
  await eventually(() => names().length).toBeGreaterThan(20)
  const [first] = names()
  await page
    .getByRole('button', { name: new RegExp(`^Record of ${first}`) })
    .first()
    .click()
  await says('Visits of zones')
  await says('Seen meanwhile')
  await page.getByRole('checkbox', { name: 'Tag not brought' }).click()
  await page.getByRole('textbox', { name: /^Comment/ }).fill('Signed in by Lin Wei')
  await field('Corrected sign-in').fill('25:00')
  await press('Save')
  await says('Write a time as 08:30, the sign-out after the sign-in.')
  await field('Corrected sign-in').fill('06:30')
  await field('Corrected sign-out').fill('06:29')
  await press('Save')
  await says('That time has not come yet.')
  await field('Corrected sign-out').fill('')
  await press('Save')
  await gone(page.getByRole('dialog'))
  await says('Attendance record saved')
  const [body] = screen.sent.filter(({ method }) => method === 'PUT').map((call) => call.body)
  // What was not touched is not sent, so that it does not undo what somebody else said meanwhile.
  expect(body).toEqual({
    ...{ tag_not_brought: true, comment: 'Signed in by Lin Wei' },
    corrected_sign_in: expect.any(Number),
  })
  expect(new Date(body.corrected_sign_in * 1000).toISOString()).toMatch(/21:30:00/)
  await says('Signed in by Lin Wei')
})

test('the month by person, and the rules, which are checked before they are sent', async () => {
  const screen = await renderScreen('/attendance?tab=months')
  const rows = () => document.querySelectorAll('tbody tr').length
  await eventually(rows).toBeGreaterThan(3)
  const files = keptFiles()
  await press('Export CSV')
  await eventually(() => files.length).toBe(1)
  const lines = (await files[0]!.text()).trim().split('\r\n')
  expect(lines[0]).toMatch(/^name,tag,days,duration,/)
  expect(lines).toHaveLength(1 + rows())
  await link('Rules').click()
  await field('Work ends').fill('5 pm')
  await press('Save')
  await seen(page.getByText(/^Write a time as 09:00/))
  await field('Work ends').fill('17:00')
  await field('Minutes that are no overtime yet').fill('15')
  await press('Save')
  await says('Rules saved')
  expect(screen.bodies('POST', '/v3/app/users/extrasettings/attendance')).toEqual([
    { work_start: '09:00', work_end: '17:00', over_time_minutes: 15 },
  ])
})

test('the attendance log is saved as a file with a row a record', async () => {
  await renderScreen('/attendance')
  await eventually(() => names().length).toBeGreaterThan(20)
  const files = keptFiles()
  await press('Export CSV')
  await eventually(() => files.length).toBe(1)
  const bytes = new Uint8Array(await files[0]!.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [header, ...rows] = (await files[0]!.text()).trim().split('\r\n')
  expect(header).toMatch(/^name,tag,day,event,sign in,sign out,/)
  expect(rows.length).toBe(names().length)
})

test('the menu has attendance for the group only; others are told that it is not enabled, a guest is led to the map [ROLE-07]', async () => {
  const menu = () => document.getElementById('main-menu')?.textContent ?? ''
  const inGroup = await renderScreen('/setting?tab=remarks', {
    seed: (mock) => makePerson(mock, { groups: ['G3OfficeLog'] }),
  })
  await press('Menu')
  await eventually(menu).toContain('Attendance')
  inGroup.close()
  const outside = await renderScreen('/attendance', { seed: (mock) => makePerson(mock) })
  await eventually(() => window.location.pathname).toBe('/map')
  await says('This feature is not enabled with your account.')
  await press('Menu')
  await eventually(menu).toContain('Advanced Settings')
  expect(menu()).not.toContain('Attendance')
  outside.close()
  await renderScreen('/attendance', {
    seed: (mock) => makePerson(mock, { class: 'readonly', groups: ['G3OfficeLog'] }, makePerson(mock).account),
  })
  await eventually(() => window.location.pathname).toBe('/map')
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of attendance is out of reach, %s at %i px', async (scheme, width) => {
  await renderScreen('/attendance', { scheme, width, height: 844 })
  await eventually(() => names().length).toBeGreaterThan(20)
  await expectReach()
  expect(isTooWide()).toBe(false)
  await page
    .getByRole('button', { name: /^Record of/ })
    .first()
    .click()
  await says('Visits of zones')
  await expectReach()
  expect(dialog(/./).elements()).toHaveLength(1)
  expect(button('Save').elements()).toHaveLength(1)
})
