import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { callsTo, signInByCall } from './calls.ts'
import { madePicture, type PictureFile } from './made-pictures.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, expectReach, loaded, looks } from './open-console.ts'
import { makeOwner, signInAs } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

const say = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (page: Page, file: PictureFile | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type="file"]').setInputFiles(file)
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

/** The demo's own calls, to see what is stored. */
async function demoCalls() {
  const { access_token } = await signInByCall(app.server.origin, 'owner@hinoki.example', 'whereabouts-demo')
  return callsTo(app.server.origin, access_token)
}

function changesSent(page: Page, path: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && path.test(new URL(request.url()).pathname)) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('a map is uploaded with name, building and floor, changed, and deleted again [MAP-02, MAP-03, MAP-04, ENT-indoorMap.id, ENT-indoorMap.map_name, ENT-indoorMap.map_image, ENT-indoorMap.map_url]', async () => {
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, await makeOwner(app.server, 'Kita Emi'), '/configuration?tab=maps')
  await say(page, 'No indoor maps')
  await press(page, 'Upload map')
  const dialog = page.getByRole('dialog', { name: 'Upload map' })
  await say(page, 'PNG or JPEG, up to 10 MB')
  await press(dialog, 'Upload map')
  await say(page, 'Enter a name.')
  await say(page, 'Choose an image.')
  await dialog.getByLabel('Name').fill('Annex 1F')
  await dialog.getByLabel('Building').fill('Annex')
  await dialog.getByLabel('Floor').fill('1F')
  await choose(page, await madePicture(page, { width: 300, height: 200, name: 'plan.png' }))
  await dialog.getByText(/^plan\.png: 300 × 200 px, /).waitFor()
  await press(dialog, 'Upload map')
  await page.getByRole('region', { name: 'Floor plan of Annex 1F' }).locator('img[src^="blob:"]').waitFor()
  expect(new URL(page.url()).searchParams.get('map')).toMatch(/^[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'All maps' }).click()
  const card = page.getByRole('list', { name: 'Indoor maps' }).getByRole('listitem')
  await card.getByText('Annex 1F · 0 stations · No scale yet', { exact: true }).waitFor()

  const sent = changesSent(page, /\/indoormaps\//)
  await press(page, 'Edit Annex 1F')
  await page.getByRole('dialog').getByLabel('Name').fill('Annex ground floor')
  await press(page.getByRole('dialog'), 'Save')
  await eventually(() => card.locator('strong').allTextContents()).toEqual(['Annex ground floor'])
  await press(page, 'Change the image of Annex ground floor')
  await choose(page, await madePicture(page, { width: 600, height: 300, type: 'jpeg', name: 'new.jpg' }))
  await page.getByText('From 300 × 200 px to 600 × 300 px: every point on the map is scaled to the new size.').waitFor()
  await say(page, 'The new image has another shape. Check the stations afterwards.')
  await press(page.getByRole('dialog'), 'Change image')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await eventually(() =>
    card.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([600, 300])
  expect(sent).toEqual([
    { map_name: 'Annex ground floor', building: 'Annex', floor: '1F' },
    { map_image: expect.stringMatching(/^data:image\/jpeg;base64,/) },
  ])
  await press(page, 'Delete Annex ground floor')
  const question = page.getByRole('alertdialog', { name: 'Delete Annex ground floor?' })
  await question.getByText('No station stands on it.').waitFor()
  await press(question, 'Delete map')
  await say(page, 'No indoor maps')
  expectNoFaults(opened)
})

longTest(
  'deleting a map names the stations that lose it and the zones that go with it, and a taken name is told at once',
  async () => {
    const { page } = await app.open()
    await enterAs(page, 'owner', '/configuration?tab=maps')
    const cards = page.getByRole('list', { name: 'Indoor maps' }).locator('strong')
    await cards.nth(1).waitFor()
    const names = await cards.allTextContents()
    const [first = '', second = ''] = names
    await press(page, `Delete ${first}`)
    const question = page.getByRole('alertdialog')
    await question.getByText(/^These \d+ stations stay, without a map\./).waitFor()
    const calls = await demoCalls()
    const { stations } = await calls.stations.list({ query: {} })
    const there = stations.filter(({ map_name }) => map_name === first).map(({ t4_name }) => t4_name)
    expect((await question.getByRole('listitem').locator('strong').allTextContents()).sort()).toEqual(there.sort())
    await press(question, 'Cancel')
    await press(page, 'Delete Hinoki Garden 2F East')
    await question.getByRole('region', { name: 'Zones' }).getByText('Stairs B').waitFor()
    await press(question, 'Cancel')
    await press(page, `Edit ${first}`)
    await page.getByRole('dialog').getByLabel('Name').fill(second)
    await press(page.getByRole('dialog'), 'Save')
    await page.getByRole('alert').getByText('This name is already in use.').waitFor()
  },
)

test('stations are placed by hand, by keys and by numbers, and saved together; the scale by a line of known length', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/configuration?tab=maps')
  const card = page.getByRole('list', { name: 'Indoor maps' }).getByRole('link').first()
  await card.click()
  await page.waitForURL(({ searchParams }) => searchParams.has('map'))
  const calls = await demoCalls()
  const mapId = new URL(page.url()).searchParams.get('map')
  const onMap = async () =>
    (await calls.stations.list({ query: {} })).stations
      .filter(({ map_id }) => map_id === mapId)
      .sort((one, other) => one.t4_name.localeCompare(other.t4_name))
  const [one, two, three] = await onMap()
  if (!one || !two || !three) throw new Error('The demo has stations on its first map.')
  const marker = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, X \\d+, Y \\d+$`) })
  const sent = changesSent(page, /\/stations\//)
  await page
    .getByRole('region', { name: /^Floor plan of/ })
    .locator('img')
    .waitFor()

  const box = await marker(one.t4_name).boundingBox()
  if (box === null) throw new Error('The marker is drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 5 })
  await page.mouse.up()
  await marker(two.t4_name).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByLabel(`X of ${three.t4_name}`, { exact: true }).fill('-1')
  await page.getByText(/^X is from 0 to \d+, Y from 0 to \d+\.$/).waitFor()
  await press(page, 'Save changes')
  expect(sent).toEqual([])
  await page.getByLabel(`X of ${three.t4_name}`, { exact: true }).fill('')
  // Key by key: a number is none yet on the way, or another one.
  await page.getByLabel(`X of ${three.t4_name}`, { exact: true }).pressSequentially('12.5')
  await say(page, '3 stations moved')
  await press(page, 'Save changes')
  await eventually(() => page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  const [oneNow, twoNow, threeNow] = await onMap()
  expect(sent).toHaveLength(3)
  expect(oneNow?.indoor_X).toBeGreaterThan(one.indoor_X ?? 0)
  expect(oneNow?.indoor_Y).toBeGreaterThan(one.indoor_Y ?? 0)
  expect([twoNow?.indoor_X, twoNow?.indoor_Y]).toEqual([
    Math.round((two.indoor_X ?? 0) + 10),
    Math.round(two.indoor_Y ?? 0) + 1,
  ])
  expect(threeNow?.indoor_X).toBe(12.5)

  await press(page, `Take ${one.t4_name} off this map`)
  await say(page, '1 station moved')
  await page.getByRole('link', { name: 'All maps' }).click()
  await press(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Cancel')
  await press(page, 'Save changes')
  await eventually(() => page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  await eventually(async () => (await onMap()).some(({ t4_id }) => t4_id === one.t4_id)).toBe(false)
  await page.getByLabel('Place a station').selectOption({ label: one.t4_name })
  await press(page, 'Place')
  await press(page, 'Save changes')
  await eventually(async () => (await onMap()).some(({ t4_id }) => t4_id === one.t4_id)).toBe(true)

  const scales = changesSent(page, /\/indoormaps\//)
  await press(page, 'Set scale')
  await page.getByLabel('Length of the line (m)').fill('no')
  await press(page, 'Save scale')
  await page.getByText(/^Enter how long the line is in meters/).waitFor()
  await page.getByRole('button', { name: 'End of the line' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('Length of the line (m)').fill('20')
  await press(page, 'Save scale')
  await page.getByRole('button', { name: 'Set scale' }).waitFor()
  const { indoormaps } = await calls.indoorMaps.list({ query: {} })
  const map = indoormaps.find(({ id }) => id === mapId)
  const length = Math.round(((map?.width ?? 0) * 3) / 4) + 10 - Math.round((map?.width ?? 0) / 4)
  expect(scales).toEqual([{ metres_per_pixel: 20 / length }])
  expectNoFaults(opened)
})

longTest('a station that is moved again while it is saved has that to save still', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/configuration?tab=maps')
  await page.getByRole('list', { name: 'Indoor maps' }).getByRole('link').first().click()
  await page.waitForURL(({ searchParams }) => searchParams.has('map'))
  const calls = await demoCalls()
  const listed = async () => (await calls.stations.list({ query: {} })).stations
  const mapId = new URL(page.url()).searchParams.get('map')
  const station = (await listed()).find(({ map_id }) => map_id === mapId)!
  const savedX = async () => (await listed()).find(({ t4_id }) => t4_id === station.t4_id)?.indoor_X
  const answered = Promise.withResolvers<void>()
  await page.route('**/v3/app/stations/*', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const x = page.getByLabel(`X of ${station.t4_name}`, { exact: true })
  await x.fill('20')
  await press(page, 'Save changes')
  await eventually(savedX).toBe(20)
  await x.fill('30')
  answered.resolve()
  await press(page, 'Save changes')
  await eventually(savedX).toBe(30)
  await eventually(() => page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
})

const csv = (text: string, name = 'stations.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('the %s pages of maps and CSV are within reach at %i px', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  const isReachable = async (name: string) => {
    await shot(page, `${name}-${colorScheme}-${width}`)
    await expectReach(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  }
  await enterAs(page, 'owner', '/configuration?tab=maps')
  const first = page.getByRole('list', { name: 'Indoor maps' }).getByRole('link').first()
  await first.locator('img').waitFor()
  await isReachable('maps')
  await press(page, 'Upload map')
  await press(page.getByRole('dialog'), 'Upload map')
  await say(page, 'Choose an image.')
  await isReachable('upload')
  await press(page, 'Cancel')
  await first.click()
  await page
    .getByRole('button', { name: /, X \d+, Y \d+$/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowRight')
  await isReachable('plan')
  await press(page, 'Set scale')
  await isReachable('scale')
  await press(page, 'Discard')
  await page.goto('/configuration?tab=update-configs')
  await loaded(page)
  await choose(page, csv('SERIAL NUMBER,NAME,LATITUDE\nT4-000000000000,Gate,\n'))
  await say(page, 'No such station')
  await isReachable('csv')
  await page.goto('/configuration?tab=configurations')
  await page.getByRole('grid').getByText('Wheelchair', { exact: false }).first().waitFor()
  await isReachable('configs')
})
