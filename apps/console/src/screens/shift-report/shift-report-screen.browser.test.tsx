import { makePerson, type Person } from '@whereabouts/mock-api/people'
import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import {
  banner,
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  heading,
  isTooWide,
  link,
  press,
  says,
  seen,
  texts,
  typed,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen } from '../../../mock/render-screen.tsx'

const REPORTS = '/v3/app/shiftreports'
const TIMER = '/v3/app/users/extrasettings/shifttimer'
const paper = () => page.getByRole('article')
const list = () => page.getByRole('region', { name: 'Shift reports', exact: true })
const times = () => texts(list().getByRole('listitem').getByRole('time'))

test('the reports are listed by day, newest first, and the newest is shown [SHIFT-01] [ROUTE-06] [ENT-shiftReport.generation_times]', async () => {
  const { mock } = await renderPage('/shift-report')
  await says(/Automatic at 00:00, 08:00, 16:00 \(3\/6\)/)
  await seen(heading('Shift report', paper()))
  await says('Automatic', list())
  const reports = mock.state.accounts[0]!.shiftReports
  await eventually(() => list().getByRole('listitem').elements().length).toBe(reports.length)
  await expectReach('main')
})

test('the list shows who or what made a report, when, and its notes; a press saves its PDF from the given address [ENT-shiftReport.creator, ENT-shiftReport.date, ENT-shiftReport.notes, API-GET {pdf url}]', async () => {
  const screen = await renderScreen('/shift-report')
  await press('New report')
  await field('Notes (optional)').fill('A quiet night')
  await press('Make report')
  await says('A quiet night', paper())
  const { report } = screen.mock.state.accounts[0]!.shiftReports[0]!
  const row = () => list().getByRole('listitem').filter({ hasText: 'A quiet night' }).element().textContent
  const time = new Date((report.date + 9 * 3600) * 1000).toISOString().slice(11, 16)
  await eventually(row).toBe(`${time}A quiet nightMori YukiSuccess`)
  await says('Automatic', list())

  const files: { name: string; type: string; bytes: string }[] = []
  const { createObjectURL } = URL
  const kept: Blob[] = []
  URL.createObjectURL = (file) => {
    kept.push(file as Blob)
    return createObjectURL(file)
  }
  const save = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    void kept[0]!.text().then((bytes) => files.push({ name: this.download, type: kept[0]!.type, bytes }))
  }
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL
    HTMLAnchorElement.prototype.click = save
  })
  await press('Download PDF')
  await eventually(() => files.length).toBe(1)
  expect(files[0]).toMatchObject({ name: expect.stringMatching(/^shift-report-.*\.pdf$/), type: 'application/pdf' })
  expect(files[0]!.bytes).toMatch(/^%PDF-/)
  expect(report.pdf_url).not.toBe('')
  expect(screen.sent.map(({ path }) => path)).toContain(report.pdf_url)
})

test('handing over makes a report and taking over confirms it, in three presses', async () => {
  const { bodies } = await renderPage('/shift-report')
  await press('New report')
  await field('Notes (optional)').fill('A quiet night')
  await press('Make report')
  await gone(dialog('New report'))
  await says('Nobody has confirmed having read this report.')
  await says('A quiet night', paper())
  expect(typed(field('Who takes over'))).toBe('Mori Yuki')
  await press('Confirm handover')
  await says(/^Read by Mori Yuki, /)
  expect(bodies('POST', REPORTS)).toEqual([{ notes: 'A quiet night' }])
})

test('somebody else takes over at a shared console by the own name', async () => {
  const { sent } = await renderPage('/shift-report')
  await press('New report')
  await press('Make report')
  await says('Nobody has confirmed having read this report.')
  await field('Who takes over').fill(' ')
  await press('Confirm handover')
  await says('Enter the name of who takes over.')
  await field('Who takes over').fill('林 偉')
  await press('Confirm handover')
  await says(/^Read by 林 偉, .* \(signed in as Mori Yuki\)$/)
  expect(sent.filter(({ path }) => path.endsWith('/handover'))).toHaveLength(1)
})

test('a report that failed says so, and is made again [SHIFT-04]', async () => {
  const { mock } = await renderPage('/shift-report')
  await says('Failed', list())
  const failed = mock.state.accounts[0]!.shiftReports.find(({ report }) => report.state === 'failure')!
  await page.getByRole('listitem').filter({ hasText: 'Failed' }).getByRole('link').click()
  await says(/^This report could not be made\./)
  await button('Generate again', page.getByRole('alert')).click()
  await seen(heading('Shift report', paper()))
  expect(failed.report.state).toBe('success')
  await gone(list().getByText('Failed'))
})

test('a report that cannot be asked for says why, and the notes stay', async () => {
  const { answer } = await renderPage('/shift-report')
  await press('New report')
  await field('Notes (optional)').fill('x'.repeat(501))
  await press('Make report')
  await says('Write at most 500 characters.')
  await field('Notes (optional)').fill('Door checked')
  const stop = answer(REPORTS, () => Response.json({ result: false, code: 500001, message: '' }, { status: 500 }))
  await press('Make report')
  await says(/went wrong/, dialog('New report'))
  stop()
  await press('Make report')
  await says('Door checked', paper())
})

test('a report that is being made appears by itself', async () => {
  const { answer } = await renderPage('/shift-report')
  const stop = answer(/\/shiftreports/, async (_call, usual) => {
    const { shift_report, shift_reports, content, ...rest } = await (await usual()).json()
    const making = (report: object | undefined) => report && { ...report, state: 'generating', pdf_url: '' }
    return Response.json({
      ...rest,
      ...(shift_reports && { shift_reports: [making(shift_reports[0]), ...shift_reports.slice(1)] }),
      ...(shift_report && { shift_report: making(shift_report), content: null }),
    })
  })
  await press('New report')
  await press('Make report')
  await says('The report is being made. It appears here by itself.')
  await says('Generating', list())
  stop()
  await seen(heading('Shift report', paper()))
})

test('the list goes on where it ends, page by page [SHIFT-03]', async () => {
  const { mock, sent } = await renderPage('/shift-report', {
    seed: (mock): Person => {
      const person = makePerson(mock, { fullname: 'Kita Emi' })
      const now = Math.floor(mock.world.now() / 1000)
      for (let number = 0; number < 70; number += 1) {
        person.account.shiftReports.push({
          report: {
            ...{ report_id: mock.world.uuid(), creator: 'auto', date: now - number * 3600, notes: '', pdf_url: '' },
            ...{
              state: 'failure',
              shift_name: `Shift ${number}`,
              period_start: now - number * 3600 - 3600,
              read_by: [],
            },
          },
          content: null,
        })
      }
      return person
    },
  })
  await says('Shift 49', list())
  const shifts = texts(list().getByRole('listitem')).map((text) => Number(/Shift (\d+)/.exec(text)?.[1]))
  expect(shifts).toEqual(shifts.toSorted((one, other) => one - other))
  list().getByText('Shift 49', { exact: true }).element().scrollIntoView()
  await says('Shift 69', list())
  const pages = sent.filter(({ path }) => path.startsWith(REPORTS) && !path.includes(`${REPORTS}/`))
  expect(pages.some(({ path }) => path.includes('page_token='))).toBe(true)
  expect(mock.state.accounts[0]!.shiftReports).toHaveLength(70)
  expect(times().length).toBeGreaterThan(0)
})

test('where there is no report yet the page says what to do', async () => {
  await renderPage('/shift-report', { seed: (mock): Person => makePerson(mock, {}) })
  await says('No reports yet')
  await says(/No automatic times \(0\/6\)/)
})

test('on a phone the list comes first, then the report, and nothing is too wide', async () => {
  await renderPage('/shift-report', { width: 390, height: 844 })
  await says('Automatic', list())
  expect(paper().elements()).toEqual([])
  await list().getByRole('listitem').getByRole('link').first().click()
  await seen(heading('Shift report', paper()))
  expect(isTooWide()).toBe(false)
  await link('All reports').click()
  await says('Automatic', list())
})

test('times are added, named, removed and saved as one list; each stands there once [SHIFT-02]', async () => {
  const { bodies } = await renderPage('/shift-report?tab=times')
  await says('3 of 6 times')
  await press('Add time')
  await field('Time 4').fill('08:00')
  await press('Save changes')
  await says('This time is in the list already.')
  await field('Time 4').fill('12:30')
  await field('Name of the shift that ends at 12:30').fill('Morning')
  await press('Remove 16:00')
  await press('Save changes')
  await says('Saved')
  expect(bodies('POST', TIMER)).toEqual([
    { shift_report_timer: ['00:00', '08:00', '12:30'], shift_names: ['', '', 'Morning'] },
  ])
  await says('Morning')
  await expectReach('main')
})

test('six times are enough', async () => {
  await renderPage('/shift-report?tab=times')
  for (let count = 3; count < 6; count += 1) await press('Add time')
  await says('6 of 6 times')
  expect(button('Add time').element().getAttribute('aria-disabled')).toBe('true')
})

test('support reads the times and changes none', async () => {
  await renderPage('/shift-report?tab=times', { seed: (mock): Person => makePerson(mock, { class: 'support' }) })
  await says('Only the owner and deputies can change this.')
  expect(button('Add time').elements()).toEqual([])
})

test('the advanced settings lead to the times', async () => {
  await renderPage('/setting')
  await link('Shift report times').click()
  await seen(heading('Shift report times'))
})

test('on paper stands the report, with who has read it, and nothing beside it', async () => {
  await renderPage('/shift-report', { width: 794, scheme: 'dark' })
  await says('Automatic', list())
  const looks = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media })
  await looks('print')
  onTestFinished(() => void looks(''))
  await seen(heading('Shift report', paper()))
  await seen(page.getByText(/^Read by /))
  for (const part of [banner(), list(), button('Print'), button('Confirm handover')])
    expect(part.elements().filter((element) => element.checkVisibility())).toEqual([])
  expect(getComputedStyle(paper().element()).color).toBe('rgb(0, 0, 0)')
})
