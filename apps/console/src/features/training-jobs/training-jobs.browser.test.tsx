import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  eventually,
  expectReach,
  field,
  isTooWide,
  looks,
  press,
  says,
  seen,
  tick,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import type { Screen } from '../../../mock/render-screen.tsx'
import { renderScreen } from '../../../mock/render-screen.tsx'

const JOBS = '/v3/app/ai/collectjobs'
const DAY_S = 86_400
const TOKYO_S = 9 * 3600
/** When the day of the account in Tokyo began (epoch seconds). */
const beganToday = (nowMs: number) => Math.floor((nowMs / 1000 + TOKYO_S) / DAY_S) * DAY_S - TOKYO_S
const plan = (name: string) =>
  page
    .getByRole('region', { name: `Floor plan of ${name}` })
    .element()
    .querySelector('[data-plan]')!

/** Taps the plan at a share of its width and height. */
async function tap(name: string, x: number, y: number): Promise<void> {
  await eventually(() => plan(name).getBoundingClientRect().height).toBeGreaterThan(50)
  const { width, height } = plan(name).getBoundingClientRect()
  await page.elementLocator(plan(name)).click({ position: { x: x * width, y: y * height } })
}

const fill = async (map: string) => {
  await field('Tracker').selectOptions('Wheelchair 05')
  await field('Indoor map').selectOptions(map)
}
const sentLists = ({ sent }: Screen) => sent.filter(({ method, path }) => method === 'GET' && path.startsWith(JOBS))

test('a job of 2, 5, 10, 15 or 30 minutes is started at the spot that was tapped [TRAIN-01]', async () => {
  const screen = await renderPage('/setting?tab=training')
  await seen(field('Tracker'))
  const lengths = page.getByRole('group', { name: 'Collect for' })
  expect(
    lengths
      .getByRole('radio')
      .elements()
      .map((input) => input.parentElement?.textContent),
  ).toEqual([...['2 min', '5 min', '10 min', '15 min', '30 min']])
  await press('Start job')
  await says('Choose a tracker.')
  await fill('Hinoki Garden 2F West')
  await press('Start job')
  await says('Tap the plan where the tracker is.')
  await tap('Hinoki Garden 2F West', 0.5, 0.5)
  await tick(lengths.getByRole('radio', { name: '15 min' }))
  await page.getByLabelText(/^Note/).fill('Middle of the floor')
  await press('Start job')
  await seen(page.getByRole('button', { name: /Middle of the floor/ }))
  expect(screen.bodies('POST', JOBS)).toMatchObject([
    { collection_time: 15, note: 'Middle of the floor', indoor_X: expect.any(Number), indoor_Y: expect.any(Number) },
  ])
  await says(/left$/)
  // The tracker is busy now.
  await tap('Hinoki Garden 2F West', 0.2, 0.5)
  await press('Start job')
  await says('This tracker has a job that is still running. Wait for it, or stop it below.')
})

test('the list begins with today by the account, and other days are picked [TRAIN-03]', async () => {
  const screen = await renderPage('/setting?tab=training')
  await seen(page.getByText('Jobs', { exact: true }))
  await eventually(() => sentLists(screen).length).toBeGreaterThan(0)
  const query = new URLSearchParams(sentLists(screen)[0]!.path.split('?')[1])
  const [start, end] = [Number(query.get('query_start')), Number(query.get('query_end'))]
  expect(end - start).toBe(DAY_S)
  // Midnight in Tokyo, which has no summer time.
  expect((start + TOKYO_S) % DAY_S).toBe(0)
  const now = screen.mock.world.now() / 1000
  expect(start <= now && now < end).toBe(true)
})

test('the list shows the tracker, map, note, length and state of each job of the day that is asked for [ENT-trainingJob.job_id, ENT-trainingJob.tracker, ENT-trainingJob.indoor_map, ENT-trainingJob.collection_time, ENT-trainingJob.note, ENT-trainingJob.valid_state, ENT-trainingJob.query_range]', async () => {
  const screen = await renderScreen('/setting?tab=training')
  const account = screen.mock.state.accounts[0]!
  const [job] = account.trainingJobs
  const start_time = beganToday(screen.mock.world.now())
  const made = { ...job!, device_name: 'Wheelchair 05', map_name: 'Hinoki Garden 2F West', path: null, readings: 40 }
  const times = { start_time, end_time: start_time + 900, collection_time: 15, result: null, state: 'done' } as const
  account.trainingJobs = [
    { ...made, ...times, job_id: 'good', note: 'Middle of the floor', valid: true },
    { ...made, ...times, job_id: 'bad', note: 'Beside the lift', valid: false },
    { ...made, ...times, job_id: 'old', note: 'Last week', start_time: start_time - 7 * DAY_S },
  ]
  await screen.reload()
  const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  await eventually(() => rows().length).toBe(2)
  expect(rows()[0]).toMatch(/Wheelchair 05Hinoki Garden 2F West · Middle of the floor15 min.*Valid/)
  expect(rows()[1]).toMatch(/Wheelchair 05Hinoki Garden 2F West · Beside the lift15 min.*Incorrect/)
  // The call names the job.
  await press(/^Mark incorrect: Wheelchair 05/)
  await eventually(() => screen.sent.at(-1)?.path ?? '').not.toBe('')
  expect(screen.sent.some(({ method, path }) => method === 'PUT' && path === `${JOBS}/good`)).toBe(true)
})

test('a job is marked incorrect and valid again [TRAIN-02]', async () => {
  const screen = await renderPage('/setting?tab=training')
  const account = screen.mock.state.accounts[0]!
  const [job] = account.trainingJobs
  account.trainingJobs = [{ ...job!, start_time: beganToday(screen.mock.world.now()) }]
  await screen.reload()
  await press(/^Mark incorrect: Wheelchair 05/)
  await says('Incorrect')
  await press(/^Mark valid: Wheelchair 05/)
  await says('Valid')
  expect(screen.bodies('PUT', `${JOBS}/${job!.job_id}`)).toEqual([{ valid: false }, { valid: true }])
})

test('a walk is tapped corner by corner, each with its time, and finished', async () => {
  const screen = await renderPage('/setting?tab=training')
  await seen(field('Tracker'))
  await fill('Hinoki Garden 2F West')
  await tick(page.getByRole('radio', { name: 'While walking' }))
  await tap('Hinoki Garden 2F West', 0.3, 0.3)
  await press('Start job')
  await says('Corners: 1')
  await tap('Hinoki Garden 2F West', 0.305, 0.3)
  await says('Corners: 2')
  // By keys: the next corner begins at the last one.
  const next = button('Next corner: press Enter when you are there').element()
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await says('Corners: 3')
  await press('Undo last corner')
  await says('Corners: 2')
  await press('Finish walk')
  await eventually(() => screen.mock.state.accounts[0]!.trainingJobs[0]!.state).toBe('done')
  const [job] = screen.mock.state.accounts[0]!.trainingJobs
  expect(job!.path).toHaveLength(2)
  const [first, second] = job!.path!
  expect(second!.at_ms).toBeGreaterThan(first!.at_ms)
  await says('Tap where you start. Then walk, and tap each corner at the moment you pass it.')
})

test('a map without a scale is told before anything is started', async () => {
  const screen = await renderPage('/setting?tab=training')
  screen.mock.state.accounts[0]!.maps.find(({ map_name }) => map_name === 'Hinoki Garden 2F West')!.metres_per_pixel =
    null
  await screen.reload()
  await seen(field('Tracker'))
  await fill('Hinoki Garden 2F West')
  await says(/^This map has no scale yet, so nothing can be measured on it\. Set its scale first\./)
})

test("the effect of a map's jobs is shown in metres, and drawn for each station", async () => {
  await renderPage('/setting?tab=training')
  await seen(field('Tracker'))
  await field('Indoor map').selectOptions('Hinoki Garden 2F East')
  await says('In use: trackers on this map are placed by it.')
  await says('3.6 m')
  await says('1.7 m')
  expect(document.querySelector('canvas')).toBeNull()
  await field('Signal of').selectOptions('2F East corridor 1')
  await eventually(() => {
    const canvas = plan('Hinoki Garden 2F East').querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels?.some((value) => value > 0)
  }).toBe(true)
  await field('Indoor map').selectOptions('Hinoki Garden 2F West')
  await says('No job has taught this map yet: trackers are placed by the stations alone.')
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('the %s page is within reach at %i px', async (scheme, width) => {
  await renderPage('/setting?tab=training', { scheme, width, height: 844 })
  await seen(field('Tracker'))
  await field('Indoor map').selectOptions('Hinoki Garden 2F East')
  await says('In use: trackers on this map are placed by it.')
  await expectReach()
  expect(isTooWide()).toBe(false)
})
