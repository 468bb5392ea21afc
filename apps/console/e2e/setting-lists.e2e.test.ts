/** The advanced settings that are saved as a whole: tracker classes, remark items, who is told of alarms, zones; and keys. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { alert, seen } from './alarm-page.ts'
import { callsTo, signInByCall } from './calls.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'
import { makeOwner, signInAs } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

const CLASSES = '**/v3/app/users/extrasettings/class'
const REMARKS = '**/v3/app/users/extrasettings/remarks'
const say = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const leaveFor = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Advanced Settings' }).getByRole('link', { name }).click()
/** What the keyboard is at. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
  })
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
  await eventually(() => focused(page)).toBe('Edit Beds')
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
  // By keys a row goes all the way, and the key stays with it.
  await page.keyboard.press('Enter')
  await say(page, 'Allergies is now number 1 of 3.')
  await eventually(() => focused(page)).toBe('Move Allergies up')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await say(page, 'Allergies is now number 2 of 3.')
  await eventually(() => focused(page)).toBe('Move Allergies down')
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
  await say(page, 'Meals removed')
  await eventually(() => focused(page)).toBe('Remove Hearing')
  await page.keyboard.press('Enter')
  await eventually(() => focused(page)).toBe('Add item')
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
  // Of the alerts they may try the sound, and set their own keys.
  await page.goto('/setting?tab=alerts')
  await say(page, 'Only owner and deputies see and change who is told.')
  await page.getByRole('button', { name: 'Test sound', exact: true }).waitFor()
  expect(await page.getByRole('switch').count()).toBe(1)
})

const ALERTS = '**/v3/app/users/extrasettings/alerts'

test('who is told of an alarm is named in an order and saved as a whole; what is wrong is told at its field', async () => {
  const opened = await app.open()
  const { page } = opened
  const owner = await makeOwner(app.server, 'Mori Yuki')
  await signInAs(page, owner, '/setting?tab=alerts')
  const address = (number: number) => page.getByLabel(`Email of contact ${number}`)
  await eventually(() => address(1).inputValue()).toBe(owner.email)
  const sent = sentTo(page, '/extrasettings/alerts')
  await page.getByLabel('Time to answer').fill('10')
  await press(page, 'Add contact')
  await eventually(() => address(2).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(owner.email.toUpperCase())
  await press(page, 'Save changes')
  await say(page, 'Enter whole seconds from 15 to 3600.')
  await say(page, 'This address is in the list already.')
  expect(sent).toEqual([])
  await page.getByLabel('Time to answer').fill('45')
  await address(2).fill('night@hinoki.example')
  await page.getByLabel('Seconds before contact 2 is told').fill('90')
  await press(page, 'Move night@hinoki.example up')
  await leaveFor(page, 'Logo')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  // The server has the last word, and what was typed stays.
  await page.route(ALERTS, (route) =>
    route.fulfill({ status: 400, json: { result: false, code: 400001, info: 'body.contacts.1.email' } }),
  )
  await press(page, 'Save changes')
  await say(page, 'Email format is invalid!')
  expect(await address(1).inputValue()).toBe('night@hinoki.example')
  await page.unroute(ALERTS)
  await press(page, 'Save changes')
  await say(page, 'Saved')
  const contacts = [
    { email: 'night@hinoki.example', after_s: 90 },
    { email: owner.email, after_s: 0 },
  ]
  expect(sent.at(-1)).toEqual({ acknowledge_within_s: 45, contacts })
  await page.reload()
  await eventually(() => address(1).inputValue()).toBe('night@hinoki.example')
  await press(page, `Remove ${contacts[0]?.email}`)
  await say(page, `${contacts[0]?.email} removed`)
  await eventually(() => focused(page)).toBe(`Remove ${owner.email}`)
  await page.keyboard.press('Enter')
  await say(page, 'Nobody is named: the owner is told.')
  await eventually(() => focused(page)).toBe('Add contact')
  await press(page, 'Save changes')
  await eventually(() => address(1).inputValue()).toBe(owner.email)
  expectNoFaults(opened)
})

test('who comes back to the contacts sees what a colleague has saved meanwhile, and bones while it comes', async () => {
  const opened = await app.open()
  const { page } = opened
  const owner = await makeOwner(app.server, 'Ono Rin')
  const answering = Promise.withResolvers<void>()
  await page.route(ALERTS, (route) => answering.promise.then(() => route.continue()))
  await signInAs(page, owner, '/setting?tab=alerts')
  const bones = page.getByRole('status', { name: 'Loading the list' })
  await eventually(() => bones.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  answering.resolve()
  const first = page.getByLabel('Email of contact 1')
  await eventually(() => first.inputValue()).toBe(owner.email)
  await leaveFor(page, 'Logo')
  await page.getByRole('heading', { name: 'Logo', exact: true }).waitFor()
  const { access_token } = await signInByCall(app.server.origin, owner.email, owner.password)
  const contacts = [{ email: 'night@hinoki.example', after_s: 0 }]
  await callsTo(app.server.origin, access_token).alarms.saveSettings({ body: { acknowledge_within_s: 60, contacts } })
  await leaveFor(page, 'Alerts and keys')
  await eventually(() => first.inputValue()).toBe('night@hinoki.example')
  expectNoFaults(opened)
})

test('the ring repeats once that is switched on, and a test rings on every console of the account', async () => {
  const [opened, other] = [await app.open(), await app.open()]
  const { page } = opened
  const owner = await makeOwner(app.server, 'Abe Naoko')
  await signInAs(page, owner, '/setting?tab=alerts')
  await signInAs(other.page, owner, '/setting?tab=logo')
  const repeat = page.getByRole('switch', { name: 'Repeat ring until stopped' })
  expect(await repeat.isChecked()).toBe(false)
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await repeat.check({ force: true })
  await isSaved
  await page.reload()
  await eventually(() => repeat.isChecked()).toBe(true)
  await press(page, 'Test sound')
  for (const each of [page, other.page]) {
    await alert(each).waitFor()
    await seen(each)
    await press(alert(each), 'Close')
    await eventually(() => alert(each).count()).toBe(0)
  }
  expectNoFaults(opened)
})

test('single keys do nothing in a browser where they are switched off', async () => {
  const { page, context } = await app.open()
  await enterAs(page, 'owner', '/map')
  const other = await context.newPage()
  await other.goto('/setting?tab=alerts')
  await loaded(other)
  const help = (on: Page) => on.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await other.keyboard.press('?')
  await help(other).getByRole('button', { name: 'Close' }).click()
  await other.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true })
  await other.locator('h1').click()
  await other.keyboard.press('?')
  await other.keyboard.press('/')
  expect(await help(other).count()).toBe(0)
  // In the other tab too, and after a new start: nothing is found, switched or zoomed by a key, and none is named.
  const find = page.getByRole('button', { name: 'Find a device, station or map' })
  await eventually(() => find.getAttribute('aria-keyshortcuts')).toBeNull()
  await page.reload()
  await find.waitFor()
  await page.keyboard.press('d')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'List', exact: true }).and(page.locator('[aria-pressed="true"]')).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await find.click()
  await page.getByRole('dialog').waitFor()
})

test('a zone is drawn on a floor plan, refused while it crosses itself, and shown to every console', async () => {
  const [opened, other] = [await app.open(), await app.open()]
  const { page } = opened
  await enterAs(other.page, 'deputy', '/setting?tab=zones')
  await enterAs(page, 'owner', '/setting?tab=zones')
  const zones = (on: Page) => on.getByRole('list', { name: 'Zones' }).getByRole('listitem').getByRole('link')
  await eventually(() => zones(other.page).allTextContents()).toEqual(['Stairs B'])
  await press(page, 'Add zone')
  await page.getByLabel('Name', { exact: true }).fill('Stairs B')
  await page.getByLabel('Indoor map', { exact: true }).selectOption({ label: 'Kita Works 5F · Kita Works · 5F' })
  const plan = page.getByRole('region', { name: 'Plan of Kita Works 5F' }).locator('[data-plan]')
  const { width = 0, height = 0 } = (await plan.boundingBox()) ?? {}
  const corners = [
    [0.1, 0.1],
    [0.4, 0.5],
    [0.4, 0.1],
    [0.1, 0.5],
  ] as const
  for (const [x, y] of corners) await plan.click({ position: { x: x * width, y: y * height } })
  await press(page, 'Undo last corner')
  await plan.click({ position: { x: 0.1 * width, y: 0.5 * height } })
  await press(page, 'Corner 1: closes the outline')
  await press(page, 'Save changes')
  await say(page, 'Another zone has this name.')
  await say(page, 'The outline crosses or touches itself. Move a corner so that it goes round in one line.')
  await page.getByLabel('Name', { exact: true }).fill('Terrace')
  // The third goes to where the second is, by numbers, and that one below it by keys.
  await page.getByLabel('X of corner 2').fill('200')
  await page.getByLabel('Y of corner 2').fill('640')
  await page.getByLabel('X of corner 4').fill('800')
  await page.getByLabel('Y of corner 4').fill('640')
  await page.getByRole('button', { name: 'Corner 4', exact: true }).press('ArrowDown')
  expect(await page.getByLabel('Y of corner 4').inputValue()).toBe('650')
  await press(page, 'Remove corner 3')
  await press(page, 'Add a corner after corner 3')
  await page.getByRole('radio', { name: /^At these times/ }).check({ force: true })
  for (const day of ['Saturday', 'Sunday']) await page.getByRole('checkbox', { name: day }).uncheck({ force: true })
  const sent = sentTo(page, '/v3/app/zones')
  await press(page, 'Save changes')
  await eventually(() => zones(other.page).allTextContents()).toEqual(['Stairs B', 'Terrace'])
  expect(sent).toMatchObject([
    { zone_name: 'Terrace', zone_type: 'danger', class_indexes: null, active_times: [{ days: [1, 2, 3, 4, 5] }] },
  ])
  await other.page.getByRole('link', { name: 'Terrace' }).click()
  await eventually(() => other.page.getByLabel('X of corner 3').inputValue()).toBe('800')
  expect(await other.page.getByLabel('Y of corner 3').inputValue()).toBe('650')
  // Left behind with a change, it asks; and what stops ringing is said before it is deleted.
  await other.page.getByLabel('Name', { exact: true }).fill('Roof')
  await other.page.getByRole('link', { name: 'All zones' }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await press(other.page, 'Delete Terrace')
  const question = other.page.getByRole('alertdialog', { name: 'Delete Terrace?' })
  await question.getByText('Entering this place no longer rings.').waitFor()
  await press(question, 'Delete zone')
  await eventually(() => zones(page).allTextContents()).toEqual(['Stairs B'])
  expectNoFaults(opened)
  expectNoFaults(other)
})

test('a zone is made of stations, or of places outdoors by numbers where the browser draws no map', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/setting?tab=zones&zone=new')
  await page.getByLabel('Name', { exact: true }).fill('Pond')
  await page.getByRole('radio', { name: /^At stations/ }).check({ force: true })
  await press(page, 'Save changes')
  await say(page, 'Select at least one station.')
  await page.getByRole('radio', { name: /^Outdoors/ }).check({ force: true })
  await page.getByText('This browser cannot draw the map.', { exact: false }).waitFor()
  for (const [at, [latitude, longitude]] of [
    ['35.6296', '139.5696'],
    ['35.6296', '139.5734'],
    ['35.6265', '95'],
  ].entries()) {
    await press(page, 'Add corner')
    await page.getByLabel(`Latitude of corner ${at + 1}`).fill(latitude as string)
    await page.getByLabel(`Longitude of corner ${at + 1}`).fill(longitude as string)
  }
  await page.getByLabel('Longitude of corner 3').fill('139.5734')
  const sent = sentTo(page, '/v3/app/zones')
  await press(page, 'Save changes')
  await press(page, 'Delete Pond')
  await press(page.getByRole('alertdialog'), 'Delete zone')
  await eventually(() => page.getByRole('link', { name: 'Pond' }).count()).toBe(0)
  const polygon = [
    [139.5696, 35.6296],
    [139.5734, 35.6296],
    [139.5734, 35.6265],
  ]
  expect(sent).toMatchObject([{ zone_name: 'Pond', shape: { polygon } }])
  expectNoFaults(opened)
})

longTest.each(
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
  for (const [path, field] of [
    ['alerts', page.getByLabel('Email of contact 1')],
    ['zones', page.getByRole('button', { name: 'Edit Stairs B' })],
    ['zones&zone=new', page.getByLabel('Name', { exact: true })],
  ] as const) {
    await page.goto(`/setting?tab=${path}`)
    await field.waitFor()
    expect(await brokenRules(page)).toEqual([])
    expect(await isTooWide()).toBe(false)
  }
})
