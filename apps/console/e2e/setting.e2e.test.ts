import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import { madePicture, type PictureFile } from './made-pictures.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults, expectReach, loaded, looks } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

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

test('a logo is uploaded, shown to everybody in the account at its own size, and reset, each told in its own words [BRAND-01, BRAND-05, BRAND-06, ENT-user.custom_logo, API-POST /app/users/customlogo, API-DELETE /app/users/customlogo]', async () => {
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
  await expectReach(page)
  await page.goto('/setting?tab=about')
  await choose(page, await madePicture(page, { width: 120, height: 90 }))
  await say(page, 'Upload finished. Everyone sees the new image now.')
  await page.getByLabel('Link opened by the image').fill('not a link')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await say(page, 'Enter a web address that starts with http:// or https://.')
  await expectReach(page)
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide).toBe(false)
})
