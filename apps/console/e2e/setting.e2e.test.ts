import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { madePicture, type PictureFile } from './made-pictures.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded, looks } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

const settings = (page: Page) => page.getByRole('navigation', { name: 'Advanced Settings' })
const logo = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /to the map$/ })
    .locator('img, svg')
const say = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

async function openSettings(page: Page, tab: 'logo' | 'about'): Promise<void> {
  await enterAs(page, 'owner', `/setting?tab=${tab}`)
  await page.getByRole('main').waitFor()
  await loaded(page)
}

const choose = (page: Page, file: PictureFile) => page.locator('main input[type="file"]').setInputFiles(file)

/** Everybody starts with the default logo and an empty about page. */
beforeEach(async () => {
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${app.server.origin}/v3/app/users/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status, path).toBe(200)
    return answer.json()
  }
  const { access_token: token } = await ask('POST', 'signin', {
    device: { platform: 'web', useragent: 'test', push_token: '' },
    user: { provider: 'email', email: 'owner@hinoki.example', password: 'whereabouts-demo' },
  })
  await ask('DELETE', 'customlogo', undefined, token)
  await ask('DELETE', 'about/image', undefined, token)
  await ask('PUT', 'about/content', { content: '' }, token)
})

test('the advanced settings open by their address and list what can be set [SETT-09, ROUTE-05]', async () => {
  const opened = await app.open()
  const { page } = opened
  await enterAs(page, 'owner', '/setting')
  await page.getByRole('heading', { name: 'Tracker classes', level: 1 }).waitFor()
  expect(await settings(page).getByRole('link').allTextContents()).toEqual([
    'Tracker classes',
    'Remark items',
    'Zones',
    'Indoor maps',
    'Station calibration',
    'Training data',
    'Site health',
    'Update configs (CSV)',
    'Alerts and keys',
    'Shift report times',
    'Brokers',
    'Webhooks',
    'Logo',
    'About page',
  ])
  await settings(page).getByRole('link', { name: 'About page' }).click()
  await page.getByRole('heading', { name: 'About page', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=about')
  // A page that is not there gives way to the first.
  await page.goto('/setting?tab=nothing')
  await page.getByRole('heading', { name: 'Tracker classes', level: 1 }).waitFor()
  await page.waitForURL('**/setting?tab=classes')
  expectNoFaults(opened)
})

test('a logo is uploaded, shown to everybody in the account at its own size, and reset, each told in its own words [BRAND-01, BRAND-05, BRAND-06, ENT-user.custom_logo]', async () => {
  const opened = await app.open()
  const { page } = opened
  await openSettings(page, 'logo')
  await eventually(() => logo(page).evaluate((element) => element.tagName.toLowerCase())).toBe('svg')
  await choose(page, await madePicture(page, { width: 60, height: 24, name: 'hinoki.png' }))
  await say(page, 'Upload finished. Everyone in your account sees the new logo now.')
  await eventually(async () => {
    const box = await logo(page).boundingBox()
    return [box?.width, box?.height]
  }).toEqual([60, 24])
  expect(await logo(page).getAttribute('src')).toMatch(/^blob:/)
  expect(await page.getByRole('region', { name: 'Preview in the header' }).locator('img').count()).toBe(2)
  await page.getByText(/^60 × 24 px, [\d.]+ KB$/).waitFor()

  const { page: colleague } = await app.open()
  await enterAs(colleague, 'readonly')
  await eventually(() => logo(colleague).evaluate((element) => element.tagName)).toBe('IMG')
  // Nobody without a session of the account gets it.
  const address: string = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('account') ?? '{}')
    const answer = await fetch('/v3/app/users/profile', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).custom_logo
  })
  expect((await page.request.get(address)).status()).toBe(401)

  await page.getByRole('button', { name: 'Reset to default' }).click()
  await say(page, 'Reset finished. The header shows the default logo again.')
  await eventually(() => logo(page).evaluate((element) => element.tagName.toLowerCase())).toBe('svg')
  expectNoFaults(opened)
})

test('an own logo goes before that of a brand [BRAND-01]', async () => {
  const { page } = await app.open()
  await page.route('**/v3/app/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), brand: 'harbor' } })
  })
  await openSettings(page, 'logo')
  await eventually(() => logo(page).textContent()).toBe('Harbor')
  await choose(page, await madePicture(page, { width: 300, height: 24 }))
  await say(page, 'Upload finished. Everyone in your account sees the new logo now.')
  // Wider than its slot, it is made smaller.
  await eventually(async () => Math.round((await logo(page).boundingBox())?.width ?? 0)).toBe(103)
})

test('a logo is a PNG of at most 24 px and 100 KB; what is not is told with its measure and not sent [VALID-20, VALID-21, VALID-22]', async () => {
  const { page } = await app.open()
  await openSettings(page, 'logo')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/customlogo')) sent.push(request.url())
  })
  const isRefused = async (file: PictureFile, text: string) => {
    await choose(page, file)
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    expect(await page.locator('main input[type="file"]').getAttribute('aria-invalid')).toBe('true')
  }
  await isRefused(
    await madePicture(page, { width: 20, height: 20, type: 'jpeg', name: 'hinoki.png' }),
    'hinoki.png is not a PNG. Export it as PNG.',
  )
  await isRefused(
    await madePicture(page, { width: 300, height: 96, name: 'hinoki-logo-large.png' }),
    'hinoki-logo-large.png is 96 px high. Export it at 24 px high or less.',
  )
  await isRefused(
    await madePicture(page, { width: 30, height: 25, name: 'a.png' }),
    'a.png is 25 px high. Export it at 24 px high or less.',
  )
  await isRefused(
    await madePicture(page, { width: 30, height: 24, name: 'b.png', bytes: 102_401 }),
    'b.png is 100.1 KB. Choose one of 100 KB or less.',
  )
  const whole = await madePicture(page, { width: 30, height: 24 })
  await isRefused(
    { ...whole, name: 'c.png', buffer: whole.buffer.subarray(0, 60) },
    'c.png cannot be read. It may be damaged; export it again.',
  )
  expect(sent).toEqual([])
  await choose(page, await madePicture(page, { width: 30, height: 24, bytes: 102_400 }))
  await say(page, 'Upload finished. Everyone in your account sees the new logo now.')
  expect(sent).toHaveLength(1)
  expect(await page.locator('main [role="alert"]').allTextContents()).toEqual(['', ''])
})

test('a file that the server finds fault with is told in the same words', async () => {
  const { page } = await app.open()
  await openSettings(page, 'logo')
  // Browsers show a picture with something behind its end; the server takes it for broken.
  const whole = await madePicture(page, { width: 30, height: 24, name: 'two-in-one.png' })
  await choose(page, { ...whole, buffer: Buffer.concat([whole.buffer, Buffer.from('<script>')]) })
  await page
    .getByRole('alert')
    .getByText('two-in-one.png cannot be read. It may be damaged; export it again.', { exact: true })
    .waitFor()
  await page.route('**/v3/app/users/customlogo', (route) =>
    route.fulfill({ status: 500, json: { result: false, code: 500001, message: 'x' } }),
  )
  await choose(page, whole)
  await page.getByRole('alert').getByText('Oops! Something went wrong...(500001)').waitFor()
})

test('an image of the about page is a JPEG or PNG under 200 by 800 px and 1 MB [VALID-23, VALID-24, VALID-25, VALID-26]', async () => {
  const { page } = await app.open()
  await openSettings(page, 'about')
  const isRefused = async (file: PictureFile, text: string) => {
    await choose(page, file)
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
  }
  const isTaken = async (file: PictureFile) => {
    await choose(page, file)
    await say(page, 'Upload finished. Everyone sees the new image now.')
    await page.getByRole('button', { name: 'Reset' }).click()
    await say(page, 'Reset finished. The default image is shown again.')
  }
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await isRefused(
    { name: 'a.gif', mimeType: 'image/gif', buffer: gif },
    'a.gif is neither a PNG nor a JPEG. Choose one of these.',
  )
  await isRefused(
    await madePicture(page, { width: 200, height: 10, name: 'b.png' }),
    'b.png is 200 px wide. Export it under 200 px wide.',
  )
  await isRefused(
    await madePicture(page, { width: 10, height: 800, name: 'c.png' }),
    'c.png is 800 px high. Export it under 800 px high.',
  )
  await isRefused(
    await madePicture(page, { width: 10, height: 10, name: 'd.png', bytes: 1_048_576 }),
    'd.png is 1 MB. Choose one under 1 MB.',
  )
  await isTaken(await madePicture(page, { width: 199, height: 799, type: 'jpeg' }))
  await isTaken(await madePicture(page, { width: 199, height: 799, bytes: 1_048_575 }))
})

test('image and link of the about page are saved, shown in the account popover and reset [SETT-10, SETT-12, ACCT-09, ENT-user.about_image, ENT-user.about_content]', async () => {
  const opened = await app.open()
  const { page } = opened
  await openSettings(page, 'about')
  await choose(page, await madePicture(page, { width: 120, height: 90 }))
  await say(page, 'Upload finished. Everyone sees the new image now.')
  const link = page.getByLabel('Link opened by the image')
  await link.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await say(page, 'Enter a web address that starts with http:// or https://.')
  await link.fill('hinoki-garden.example/help')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await say(page, 'Saved')
  expect(await link.inputValue()).toBe('https://hinoki-garden.example/help')
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  const preview = page.getByRole('region', { name: 'Preview' })
  expect(await preview.getByRole('link', { name: /About this account/ }).getAttribute('href')).toBe(
    'https://hinoki-garden.example/help',
  )

  const { page: colleague } = await app.open()
  await enterAs(colleague, 'readonly')
  await colleague.getByRole('button', { name: 'Account', exact: true }).click()
  await colleague.getByRole('button', { name: /^About/ }).click()
  const about = colleague.getByRole('link', { name: /About this account/ })
  await about.locator('img[src^="blob:"]').waitFor()
  expect(await about.getAttribute('href')).toBe('https://hinoki-garden.example/help')
  expect(await about.getAttribute('target')).toBe('_blank')
  expect(await about.getAttribute('rel')).toContain('noopener')

  await page.getByRole('button', { name: 'Reset' }).click()
  await say(page, 'Reset finished. The default image is shown again.')
  expect(await preview.locator('img').count()).toBe(0)
  expectNoFaults(opened)
})

test('a changed link asks before it is left behind, and Discard takes it back', async () => {
  const { page } = await app.open()
  await openSettings(page, 'about')
  const link = page.getByLabel('Link opened by the image')
  await link.fill('https://hinoki.example')
  await settings(page).getByRole('link', { name: 'Logo' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await link.inputValue()).toBe('https://hinoki.example')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await link.inputValue()).toBe('')
  await link.fill('https://hinoki.example')
  await settings(page).getByRole('link', { name: 'Logo' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Logo', level: 1 }).waitFor()
})

longTest.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('the %s pages of logo and about page are within reach at %i px', async (colorScheme, width) => {
  const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
  await openSettings(page, 'logo')
  await choose(page, await madePicture(page, { width: 30, height: 25 }))
  await page
    .getByRole('alert')
    .getByText(/25 px high/)
    .waitFor()
  expect(await brokenRules(page)).toEqual([])
  await page.goto('/setting?tab=about')
  await choose(page, await madePicture(page, { width: 120, height: 90 }))
  await say(page, 'Upload finished. Everyone sees the new image now.')
  await page.getByLabel('Link opened by the image').fill('not a link')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await say(page, 'Enter a web address that starts with http:// or https://.')
  expect(await brokenRules(page)).toEqual([])
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide).toBe(false)
})
