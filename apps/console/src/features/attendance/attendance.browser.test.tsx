/** The attendance log as a supervisor uses it. */
import { makePerson } from '@whereabouts/mock-api/people'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  heading,
  isTooWide,
  looks,
  press,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { showToast } from '../../lib/toasts.ts'

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
  await renderPage('/attendance')
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

/** The cells of the rows that tell of a record, by the words a reader sees. */
const cellsOf = (name: string): string[] =>
  [...document.querySelectorAll('tbody tr')]
    .filter((row) => row.querySelector('button')?.textContent?.endsWith(name))
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '))
    .filter((text) => text !== '')

test('a row of the log shows its day, event, times, zones, time in zones, tag, comment and every mark [ENT-attendance.day, ENT-attendance.event, ENT-attendance.sign_in, ENT-attendance.sign_out, ENT-attendance.duration, ENT-attendance.entry_zone, ENT-attendance.exit_zone, ENT-attendance.in_zone_duration, ENT-attendance.tag, ENT-attendance.comment, ENT-attendance.aberrant, ENT-attendance.flag_vacation, ENT-attendance.flag_tag_not_brought, ENT-attendance.flag_not_for_working] [ENT-attendance.flag_apply_ot, ENT-attendance.flag_over_time]', async () => {
  const screen = await renderScreen('/attendance')
  const account = screen.person!.account
  const { timezone, officeLogs } = account
  const known = officeLogs.find(({ event }) => event === 'signed_out')!
  // Midnight of its day in Tokyo, which has no summer time.
  expect(timezone).toBe('Asia/Tokyo')
  const midnight = Date.parse(`${known.day}T00:00:00+09:00`) / 1000
  const worked = {
    ...known,
    ...{ device_name: 'Tanaka Rin', tag: 'Tanaka Rin', sign_in: midnight + 8 * 3600, sign_out: midnight + 17 * 3600 },
    ...{ duration: 9 * 3600, in_zone_duration: 8 * 3600 + 5 * 60, entry_zone: '1F Entrance', exit_zone: '2F Stairs' },
    ...{ comment: 'Signed in by Lin Wei', aberrant: false, over_time: false, over_time_minutes: 0, apply_ot: false },
  }
  const silent = {
    ...worked,
    event: 'no_sign_out',
    sign_out: null,
    duration: null,
    exit_zone: '',
    aberrant: true,
  } as const
  const marks = { over_time: true, over_time_minutes: 31, apply_ot: true, tag_not_brought: true, not_for_working: true }
  account.officeLogs = [
    worked,
    { ...silent, id: 'silent', device_name: 'Ono Mai', lost_at: midnight + 12 * 3600 },
    {
      ...{ ...silent, event: 'signed_in', aberrant: false, id: 'unseen', device_name: 'Kubo Aya' },
      ...{ last_seen: midnight + 12 * 3600 + 240, provisional: true, duration: 4 * 3600 },
    },
    { ...worked, ...marks, id: 'marked', device_name: 'Ueda Ken' },
    { ...worked, id: 'absent', event: 'absent', sign_in: null, sign_out: null, vacation: true, device_name: 'Abe Jun' },
  ]
  await screen.reload()
  await eventually(() => cellsOf('Tanaka Rin')).toHaveLength(1)
  expect(cellsOf('Tanaka Rin')[0]).toMatch(
    /Tanaka Rin \| 08:00 \| 17:00 \| 9 h 00 min \| .*\| 1F Entrance → 2F Stairs \| 8 h 05 min \| {2}\| Signed in by Lin Wei$/,
  )
  expect(cellsOf('Ono Mai')[0]).toMatch(/\| 08:00 \| – \| – \|.*1F Entrance → lost 12:00 \|.*Exception/)
  expect(cellsOf('Kubo Aya')[0]).toMatch(/\| 08:00 \| last seen 12:04 \| 4 h 00 minso far \|/)
  expect(cellsOf('Ueda Ken')[0]).toMatch(/31 min.*OT applied.*Tag not brought.*Not for working/)
  expect(cellsOf('Abe Jun')[0]).toMatch(/\| – \| – \|.*Vacation/)
  await says(new RegExp(`${known.day.replaceAll('-', '/')}$`))
})

test('a record shows why its times are so; a comment, a flag and a correction are saved beside what was measured', async () => {
  const screen = await renderPage('/attendance')
  await eventually(() => names().length).toBeGreaterThan(20)
  const [first] = names()
  await page
    .getByRole('button', { name: new RegExp(`^Record of ${first}`) })
    .first()
    .click()
  await says('Zone visits')
  await says('Sightings')
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

test('the month by person has sums of the same days, a total, and files', async () => {
  await renderPage('/attendance?tab=months')
  const rows = () => document.querySelectorAll('tbody tr').length
  await eventually(rows).toBeGreaterThan(3)
  const files = keptFiles()
  await press('Export CSV')
  await eventually(() => files.length).toBe(1)
  const lines = (await files[0]!.text()).trim().split('\r\n')
  expect(lines[0]).toMatch(/^name,tag,days,days not counted,duration,duration hours,/)
  expect(lines).toHaveLength(1 + rows())
  // The total is the sum of the column, in hours and minutes, and as a decimal number.
  const cells = [...document.querySelectorAll('tbody tr td:nth-of-type(2) small, tfoot td:nth-of-type(2) small')]
  const hours = cells.map(({ textContent }) => Number(textContent))
  const sum = hours.slice(0, -1).reduce((one, other) => one + other, 0)
  expect(hours.at(-1)).toBeGreaterThan(0)
  expect(Math.abs(hours.at(-1)! - sum)).toBeLessThan(0.01 * hours.length)
  await press('Save PDF')
  await eventually(() => files.length).toBe(2)
  expect(files[1]!.type).toBe('application/pdf')
})

test('the rules have up to six shifts with names, times and days, which are checked before they are sent', async () => {
  const screen = await renderPage('/attendance?tab=rules')
  await seen(field('Shift 1 begins'))
  await press('Add shift')
  await press('Add shift')
  await field('Name of shift 1').fill('Office')
  await field('Name of shift 2').fill('Early')
  await field('Shift 3 begins').fill('22:00')
  await field('Shift 3 ends').fill('06:30')
  await seen(page.getByText('8 h 30 min · next day'))
  for (const day of ['Saturday', 'Sunday'] as const)
    await page.getByRole('group', { name: 'Days of shift 1' }).getByRole('checkbox', { name: day }).click()
  await field('Minutes before overtime counts').fill('721')
  await press('Save changes')
  await says('Enter whole minutes from 0 to 720.')
  await field('Minutes before overtime counts').fill('15')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const)
    await page.getByRole('group', { name: 'Days of shift 1' }).getByRole('checkbox', { name: day }).click()
  await press('Save changes')
  await says('Choose a day.')
  await page.getByRole('group', { name: 'Days of shift 1' }).getByRole('checkbox', { name: 'Monday' }).click()
  await page.getByRole('checkbox', { name: 'Count days before today by these rules too' }).click()
  await press('Save changes')
  await says('Rules saved')
  expect(screen.bodies('POST', '/v3/app/users/extrasettings/attendance')).toEqual([
    {
      shifts: [
        { name: 'Office', start: '09:00', end: '18:00', days: [1] },
        { name: 'Early', start: '07:00', end: '15:30' },
        { name: '', start: '22:00', end: '06:30' },
      ],
      ...{ over_time_minutes: 15, from: '2000-01-01' },
    },
  ])
  await press('Remove shift 2')
  await eventually(() => document.querySelectorAll('input[type="time"]').length).toBe(4)
  for (let more = 0; more < 4; more += 1) await press('Add shift')
  await expect.element(button('Add shift')).toHaveAttribute('aria-disabled', 'true')
  await press('Discard')
  await eventually(() => document.querySelectorAll('input[type="time"]').length).toBe(6)
})

test('on paper stand the records of the period with account and print time, and nothing lies over them', async () => {
  const screen = await renderScreen('/attendance', { scheme: 'dark' })
  await eventually(() => names().length).toBeGreaterThan(20)
  showToast({ tone: 'success', text: 'Saved a moment ago' })
  await says('Saved a moment ago')
  const looks = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media })
  await looks('print')
  onTestFinished(() => void looks(''))
  window.dispatchEvent(new Event('beforeprint'))
  await seen(page.getByText(/^Printed \d{4}\/\d\d\/\d\d \d\d:\d\d$/))
  await seen(page.getByText(screen.person!.user.email).first())
  const isSeen = (text: string) =>
    page
      .getByText(text)
      .elements()
      .some((element) => element.checkVisibility())
  expect(['Saved a moment ago', 'Export CSV', 'Sound on', 'By month'].filter(isSeen)).toEqual([])
  expect(document.querySelector('header')!.checkVisibility()).toBe(false)
  expect(getComputedStyle(document.querySelector('main')!).color).toBe('rgb(0, 0, 0)')
})

test('the attendance log is saved as a file with a row a record', async () => {
  await renderPage('/attendance')
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
  await renderPage('/attendance', { scheme, width, height: 844 })
  await eventually(() => names().length).toBeGreaterThan(20)
  await expectReach()
  expect(isTooWide()).toBe(false)
  await page
    .getByRole('button', { name: /^Record of/ })
    .first()
    .click()
  await says('Zone visits')
  await expectReach()
  expect(dialog(/./).elements()).toHaveLength(1)
  expect(button('Save').elements()).toHaveLength(1)
})
