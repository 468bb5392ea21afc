/** The lists of the advanced settings that are saved as a whole: tracker classes, remark items. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'
import { makeOwner, signInAs } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

const CLASSES = '**/v3/app/users/extrasettings/class'
const REMARKS = '**/v3/app/users/extrasettings/remarks'
const say = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const leaveFor = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Advanced Settings' }).getByRole('link', { name }).click()
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
const names = (page: Page, list: string) => rows(page, list).locator('strong').allTextContents()

/** What was sent to a call that saves. */
function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('classes get names, colours and links, and are saved as one list [CLASS-01, ENT-trackerClass.name, ENT-trackerClass.color, ENT-trackerClass.urls, ENT-trackerClass.index]', async () => {
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, await makeOwner(app.server, 'Sato Ken'), '/setting?tab=classes')
  await say(page, 'No classes yet')
  const sent = sentTo(page, '/extrasettings/class')
  await press(page, 'Add class')
  await page.keyboard.type('Beds')
  await page.getByRole('radio', { name: '#8A5F37' }).check({ force: true })
  await press(page, 'Add link')
  await page.getByLabel('Name of link 1').fill('Manual')
  await page.getByLabel('Address of link 1').fill('javascript:alert(1)')
  await press(page, 'Save changes')
  await say(page, 'Give each link a name and a web address that starts with http:// or https://.')
  expect(sent).toEqual([])
  await page.getByLabel('Address of link 1').fill('beds.example/manual')
  await press(page, 'Add class')
  await page.keyboard.type('Beds')
  await press(page, 'Save changes')
  await say(page, 'Another class has this name.')
  await page.getByLabel('Name', { exact: true }).fill('Pumps')
  await say(page, '2 classes changed')
  await press(page, 'Save changes')
  await say(page, 'Saved')
  const beds = {
    index: 0,
    name: 'Beds',
    color: '#8A5F37',
    urls: [{ name: 'Manual', url: 'https://beds.example/manual' }],
  }
  expect(sent).toEqual([{ classes: [beds, { index: 1, name: 'Pumps', color: '#2F6BB5', urls: [] }] }])
  await page.reload()
  await loaded(page)
  await eventually(() => names(page, 'Classes')).toEqual(['Beds', 'Pumps'])
  await rows(page, 'Classes').first().getByText('1 link', { exact: true }).waitFor()
  await press(page, 'Delete Pumps')
  await press(page, 'Save changes')
  await say(page, 'Saved')
  expect(await names(page, 'Classes')).toEqual(['Beds'])
  expectNoFaults(opened)
})

test('a class with devices in it is neither deleted nor emptied, says the console, and says the server [VALID-30, ERR-412001]', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/setting?tab=classes')
  expect(await page.getByRole('button', { name: 'Delete Residents' }).isDisabled()).toBe(true)
  const sent = sentTo(page, '/extrasettings/class')
  await press(page, 'Edit Residents')
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await press(page, 'Save changes')
  await page
    .getByText(/^\d+ devices are in this class\. It needs a name until they are moved to another one\.$/)
    .waitFor()
  expect(sent).toEqual([])
  await press(page, 'Discard')
  expect((await names(page, 'Classes'))[0]).toBe('Residents')
  // Somebody put a device into it a moment ago, of which this console has not heard.
  await page.route(CLASSES, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { classes } = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify({ classes: classes.slice(1) }) })
  })
  await press(page, 'Edit Staff')
  await page.getByLabel('Name', { exact: true }).fill('Team')
  await press(page, 'Save changes')
  await page
    .getByRole('alert')
    .getByText('This class is in use and cannot be emptied. Move its devices to another class first.')
    .waitFor()
  await page.getByRole('button', { name: 'Close Residents' }).waitFor()
  await say(page, '1 class changed')
})

test('unsaved classes ask before they are left behind', async () => {
  const { page } = await app.open()
  await enterAs(page, 'owner', '/setting?tab=classes')
  await press(page, 'Edit Staff')
  await page.getByLabel('Name', { exact: true }).fill('Team')
  await leaveFor(page, 'Remark items')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Team')
  await leaveFor(page, 'Remark items')
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Remark items', level: 1 }).waitFor()
})

test('a class list that is no list is logged, and the old one kept [VALID-40]', async () => {
  const { page, faults } = await app.open()
  await enterAs(page, 'owner', '/setting?tab=classes')
  await page.getByRole('button', { name: 'Edit Staff' }).waitFor()
  const before = await names(page, 'Classes')
  await page.route(CLASSES, (route) => route.fulfill({ json: { result: true, code: 200, classes: {} } }))
  await press(page, 'Edit Staff')
  await page.getByLabel('Name', { exact: true }).fill('Team')
  await press(page, 'Save changes')
  await eventually(() => faults).toEqual(['The class list is not an array.'])
  await eventually(() => names(page, 'Classes')).toEqual(before)
})

test('remark items are added, renamed, put in order by buttons and by hand, removed and saved [REMARK-01, ENT-remarkItem.name, ENT-remarkItem.index]', async () => {
  const opened = await app.open()
  const { page } = opened
  await signInAs(page, await makeOwner(app.server, 'Lin Wei'), '/setting?tab=remarks')
  await say(page, 'No remark items yet')
  const sent = sentTo(page, '/extrasettings/remarks')
  for (const name of ['Diet', 'Hearing', 'Allergies']) {
    await press(page, 'Add item')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await press(page, 'Add item')
  await page.keyboard.type(' Diet')
  await press(page, 'Add')
  await say(page, 'Another item has this name.')
  await page.keyboard.press('Escape')
  await say(page, '3 items added')
  await press(page, 'Save changes')
  await say(page, 'Saved')

  await press(page, 'Move Allergies up')
  await say(page, 'Allergies is now number 2 of 3.')
  expect(await names(page, 'Remark items')).toEqual(['Diet', 'Allergies', 'Hearing'])
  const overRow = async (at: number, beside = 20) => {
    const box = await rows(page, 'Remark items').nth(at).boundingBox()
    await page.mouse.move((box?.x ?? 0) + beside, (box?.y ?? 0) + 20, { steps: 8 })
  }
  await overRow(2)
  await page.mouse.down()
  await overRow(0)
  await page.mouse.up()
  await eventually(() => names(page, 'Remark items')).toEqual(['Hearing', 'Diet', 'Allergies'])
  // By hand one seldom stays on the handle all the way down; what was let go stays where it is.
  await overRow(0)
  await page.mouse.down()
  await overRow(2, 200)
  await eventually(() => names(page, 'Remark items')).toEqual(['Diet', 'Allergies', 'Hearing'])
  await page.mouse.up()
  await overRow(2)
  await overRow(0)
  await press(page, 'Move Hearing up')
  await press(page, 'Move Hearing up')
  await eventually(() => names(page, 'Remark items')).toEqual(['Hearing', 'Diet', 'Allergies'])
  await press(page, 'Rename Diet')
  await page.getByLabel('Name of the item').fill('Meals')
  await press(page, 'Done')
  await press(page, 'Remove Allergies')
  await say(page, 'Order changed, 1 item renamed, 1 item removed')
  await press(page, 'Rename Hearing')
  await page.getByLabel('Name of the item').fill('Hearing aid')
  await press(page, 'Save changes')
  await say(page, 'Saved')
  expect(await page.getByLabel('Name of the item').inputValue()).toBe('Hearing aid')
  await press(page.getByRole('listitem'), 'Cancel')
  expect(sent.at(-1)).toEqual({
    items: [
      { index: 1, name: 'Hearing' },
      { index: 0, name: 'Meals' },
    ],
  })
  await page.reload()
  await loaded(page)
  await eventually(() => names(page, 'Remark items')).toEqual(['Hearing', 'Meals'])
  await press(page, 'Remove Meals')
  await leaveFor(page, 'Logo')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  expectNoFaults(opened)
})

test('a remark list that is no list is logged, and the old one kept [VALID-41]', async () => {
  const { page, faults } = await app.open()
  await enterAs(page, 'owner', '/setting?tab=remarks')
  await eventually(async () => (await names(page, 'Remark items')).length).toBeGreaterThan(0)
  const before = await names(page, 'Remark items')
  await page.route(REMARKS, (route) => route.fulfill({ json: { result: true, code: 200, items: null } }))
  await press(page, `Move ${before[1]} up`)
  await press(page, 'Save changes')
  await eventually(() => faults).toEqual(['The remark list is not an array.'])
  await eventually(() => names(page, 'Remark items')).toEqual(before)
})

test('support sees both lists, why they stay as they are, and nothing to press', async () => {
  const { page } = await app.open()
  const owner = await makeOwner(app.server, 'Abe Naoko')
  await signInAs(page, owner, '/setting?tab=classes')
  await page.route('**/v3/app/users/profile', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), class: 'support' } })
  })
  for (const tab of ['classes', 'remarks']) {
    await page.goto(`/setting?tab=${tab}`)
    await say(page, 'Only the owner and deputies can change this.')
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  }
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('the %s lists are within reach at %i px', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await enterAs(page, 'owner', '/setting?tab=classes')
  await press(page, 'Edit Medical equipment')
  await page.getByLabel('Name', { exact: true }).fill('')
  await press(page, 'Save changes')
  expect(await brokenRules(page)).toEqual([])
  expect(await isTooWide()).toBe(false)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/classes-${colorScheme}-${width}.png` })
  await press(page, 'Discard')
  await page.goto('/setting?tab=remarks')
  await loaded(page)
  await press(page, 'Add item')
  await press(page, 'Add')
  await say(page, 'Enter a name.')
  expect(await brokenRules(page)).toEqual([])
  expect(await isTooWide()).toBe(false)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/remarks-${colorScheme}-${width}.png` })
})
