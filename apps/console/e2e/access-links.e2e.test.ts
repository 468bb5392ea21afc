import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  consoleOfFile,
  enterAs,
  eventually,
  expectNoFaults,
  expectReach,
  loaded,
  looks,
  type OpenPage,
} from './open-console.ts'
import { letProofAge, makeOwner, type Owner, signInAs, sql } from './people.ts'

const app = consoleOfFile({ drawsMaps: false })

interface AtLinks extends OpenPage {
  readonly owner: Owner
}

/** A fresh owner at the page of links. */
async function openLinks(options = {}): Promise<AtLinks> {
  const owner = await makeOwner(app.server, 'Kita Emi')
  const opened = await app.open(options)
  await signInAs(opened.page, owner, '/account?tab=links')
  await opened.page.getByRole('heading', { name: 'Access links' }).waitFor()
  return { ...opened, owner }
}

const form = (page: Page) => page.getByRole('dialog', { name: 'New access link' })
const create = (page: Page) => form(page).getByRole('button', { name: 'Create link' }).click()

async function openForm(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New access link' }).click()
  await form(page).waitFor()
}

/** Makes a link and answers its address. */
async function makeLink(page: Page, name: string, fill: () => Promise<void> = async () => {}): Promise<string> {
  await openForm(page)
  await form(page).getByLabel('Name').fill(name)
  await fill()
  await create(page)
  const made = page.getByRole('dialog', { name: `Link “${name}” is ready` })
  const address = await made.getByLabel('Link', { exact: true }).inputValue()
  await made.getByRole('button', { name: 'Done' }).click()
  await made.waitFor({ state: 'detached' })
  return address
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a link is made and listed, and opens the console for a visitor, who has the role it carries and the map alone [PROD-03, LINK-02, LINK-01, LINK-06, LINK-07, LINK-08, ENT-accessLink.link_code, ENT-accessLink.name, ENT-accessLink.role, ENT-accessLink.created_time, ENT-accessLink.notes]', async () => {
  const opened = await openLinks()
  const { page } = opened
  const address = await makeLink(page, 'Night desk screen', () =>
    form(page).getByLabel('Notes').fill('Wall display, 2F'),
  )
  expect(address).toMatch(new RegExp(`^${app.server.origin}/#access_code=[A-Za-z0-9_-]{22}$`))
  const row = rowOf(page, 'Night desk screen')
  const code = address.split('=').at(-1)
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '',
    'Night desk screenWall display, 2F',
    code,
    'Read-only',
    expect.stringMatching(/^(7|6) days$/),
    expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/),
    '',
  ])

  const visitor = await app.open()
  const lists: string[] = []
  visitor.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/v3\/app\/(stations|trackers)$/.test(pathname)) lists.push(pathname)
  })
  await visitor.page.goto(address)
  await visitor.page.waitForURL((url) => url.pathname === '/map' && url.hash === '')
  await loaded(visitor.page)
  await visitor.page.reload()
  await loaded(visitor.page)
  expect(new Set(lists)).toEqual(new Set(['/v3/app/trackers']))
  expect(await visitor.page.evaluate(() => localStorage.getItem('userFromAccessLink'))).toBe('true')
  await visitor.page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const entries = visitor.page.getByRole('navigation', { name: 'Menu' }).getByRole('list').first().getByRole('link')
  expect(await entries.allTextContents()).toEqual(['Map'])
  await visitor.page.keyboard.press('Escape')
  await visitor.page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await visitor.page.getByText('Kita Emi (read-only)').waitFor()
  expectNoFaults(opened)
  expectNoFaults(visitor)
})

longTest('a visitor with a deputy link sees the account page without what only the account itself may do', async () => {
  const { page } = await openLinks()
  const address = await makeLink(page, 'Weekend deputy', () => form(page).getByText('Deputy', { exact: true }).click())
  const visitor = await app.open()
  await visitor.page.goto(address)
  await visitor.page.waitForURL((url) => url.pathname === '/map')
  await visitor.page.goto('/account?tab=links')
  await visitor.page.waitForURL((url) => url.search === '?tab=information')
  const pages = visitor.page.getByRole('navigation', { name: 'Account Management' }).getByRole('link')
  expect(await pages.allTextContents()).toEqual(['Account information'])
  const main = visitor.page.getByRole('main')
  await main.getByRole('heading', { name: 'Account information' }).waitFor()
  expect(await main.getByRole('button').allTextContents()).toEqual(['Change', 'Change', 'Sign out'])
  for (const name of ['Change language', 'Change time zone']) {
    expect(await main.getByRole('button', { name }).count()).toBe(1)
  }
  expectNoFaults(visitor)
})

longTest('of two links the one with a password asks the visitor for it [ENT-accessLink.password]', async () => {
  const { page } = await openLinks()
  const locked = await makeLink(page, 'Locked', () =>
    form(page)
      .getByLabel(/^Password/)
      .fill('quiet otters'),
  )
  await makeLink(page, 'Open')
  expect(await rowOf(page, 'Locked').textContent()).toContain('Password set')
  expect(await rowOf(page, 'Open').textContent()).not.toContain('Password set')
  const { page: visitor } = await app.open()
  await visitor.goto(locked)
  await visitor.getByLabel('Password', { exact: true }).fill('quiet otters')
  await visitor.keyboard.press('Enter')
  await visitor.waitForURL((url) => url.pathname === '/map')
})

longTest('a deputy makes links for read-only visitors alone', async () => {
  const { page } = await app.open()
  await enterAs(page, 'deputy', '/account?tab=links')
  await openForm(page)
  expect(await form(page).getByRole('radio').count()).toBe(1)
  expect(await form(page).getByText('Only the owner can make links for deputies and support.').count()).toBe(1)
})

longTest(
  'a link that may change things wants a fresh password, which is asked over the form; then the link is made',
  async () => {
    const { page, owner } = await openLinks()
    await openForm(page)
    await form(page).getByLabel('Name').fill('Weekend deputy')
    await form(page).getByText('Deputy', { exact: true }).click()
    await letProofAge(app.server, owner)
    await create(page)
    const proof = page.getByRole('dialog', { name: "Confirm it's you" })
    await proof.getByRole('button', { name: 'Cancel' }).click()
    expect(await form(page).getByLabel('Name').inputValue()).toBe('Weekend deputy')
    await create(page)
    await proof.getByLabel('Your password').fill(owner.password)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog', { name: 'Link “Weekend deputy” is ready' }).waitFor()
  },
)

longTest('a link is copied, and shown as a QR code that says the same', async () => {
  const { page } = await openLinks()
  const address = await makeLink(page, 'Night desk screen')
  // It says so for a moment only.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy link of Night desk screen' }).click()
  await page.getByText('Link copied').waitFor()
  await page.clock.resume()
  await openForm(page)
  await form(page)
    .getByLabel(/^Notes/)
    .press('Control+v')
  expect(
    await form(page)
      .getByLabel(/^Notes/)
      .inputValue(),
  ).toBe(address)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show link of Night desk screen' }).click()
  const code = page.getByRole('img', { name: 'QR code of the link “Night desk screen”' })
  await code.waitFor()
  // Three corners of every QR code, at the quiet edge.
  expect(await code.locator('path').getAttribute('d')).toMatch(/^M4 4h7v1h-7z/)
})

test('ticked links are deleted after a question; their visitors leave at once, and one that cannot be deleted is told by name [LINK-03, LINK-04]', async () => {
  const opened = await openLinks()
  const { page, owner } = opened
  const address = await makeLink(page, 'Contractor')
  await makeLink(page, 'Night desk screen')
  await makeLink(page, 'Fire drill guests')
  const { page: visitor } = await app.open()
  await visitor.goto(address)
  await visitor.waitForURL((url) => url.pathname === '/map')
  await loaded(visitor)

  for (const name of ['Contractor', 'Night desk screen']) await page.getByLabel(`Select ${name}`).check()
  // Somebody else was faster with one of them.
  await sql(
    app.server,
    `delete from access_links l using users u where u.account_id = l.account_id and u.email = $1 and l.name = $2`,
    [owner.email, 'Night desk screen'],
  )
  await page.getByRole('button', { name: 'Delete 2 selected' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 access links?' })
  expect(await question.getByRole('listitem').count()).toBe(2)
  await question.getByRole('button', { name: 'Delete 2 links' }).click()
  const outcome = page.getByRole('alertdialog', { name: '1 of 2 access links deleted' })
  expect(await outcome.getByRole('listitem').textContent()).toBe('Night desk screen')
  await outcome.getByRole('button', { name: 'Done' }).click()
  expect(await page.locator('tbody strong').allTextContents()).toEqual(['Fire drill guests', 'Night desk screen'])
  await visitor.waitForURL((url) => url.pathname === '/')

  await page.getByLabel('Select Night desk screen').uncheck()
  await page.getByLabel('Select Fire drill guests').check()
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).click()
  await eventually(() => page.locator('tbody strong').allTextContents()).toEqual(['Night desk screen'])
  expectNoFaults(opened)
})

longTest(
  'by keys alone: a link is made, copied, shown and deleted, and the focus comes back from every dialog',
  async () => {
    const { page } = await openLinks()
    const focus = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** Tab by Tab; each stop can be seen, and has a ring. */
    const tabTo = async (name: string) => {
      for (let stop = 0; (await focus()) !== name; stop += 1) {
        expect(stop, `${name} comes after ${await focus()}`).toBeLessThan(30)
        await press('Tab')
        const ring = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          const shown = element.closest('label:has(:focus-visible)') ?? element
          return element === document.body ? 'body' : getComputedStyle(shown).outlineStyle
        })
        expect(ring, (await focus()) ?? '').not.toBe('none')
      }
    }
    await tabTo('New access link')
    await press('Enter')
    await form(page).waitFor()
    await press('Escape')
    await form(page).waitFor({ state: 'detached' })
    expect(await focus()).toBe('New access link')
    await press('Enter')
    await form(page).waitFor()
    await page.keyboard.type('Night desk screen')
    await press('Enter')
    const made = page.getByRole('dialog', { name: 'Link “Night desk screen” is ready' })
    await made.waitFor()
    expect(await focus()).toBe('Copy link')
    await press('Escape')
    await made.waitFor({ state: 'detached' })
    // The button that opened the form was replaced, as the list has rows now: focus moves to the start of the page.
    await tabTo('Copy link of Night desk screen')
    await tabTo('Show link of Night desk screen')
    await press('Enter')
    await page.getByRole('dialog', { name: 'Night desk screen' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focus()).toBe('Show link of Night desk screen')
    await press('Shift+Tab', 'Shift+Tab', 'Space', 'Shift+Tab')
    expect(await focus()).toBe('Delete 1 selected')
    await press('Enter')
    await page.getByRole('alertdialog').waitFor()
    expect(await focus()).toBe('Cancel')
    await press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await focus()).toBe('Delete 1 selected')
    await press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await press('Tab', 'Enter')
    await page.getByText('No access links yet').waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await press('Tab')
    expect(await focus()).toBe('New access link')
  },
)

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('nothing of the %s page of links and its dialogs is out of reach at %i px', async (colorScheme, width) => {
  const opened = await openLinks({ colorScheme, viewport: { width, height: 844 } })
  const { page } = opened
  await expectReach(page)
  await makeLink(page, 'Night desk screen', () => form(page).getByText('Support', { exact: true }).click())
  await page.getByLabel('Select Night desk screen').check()
  await expectReach(page)
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  await expectReach(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Select Night desk screen').uncheck()
  await openForm(page)
  await form(page)
    .getByLabel(/^Password/)
    .fill('1234')
  await create(page)
  await expectReach(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show link of Night desk screen' }).click()
  await expectReach(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expectNoFaults(opened)
})
