/** A new user's first minutes with the console, in Japanese and by the keyboard alone. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { latestMail } from '../../../scripts/harness/mails.ts'
import { type ConsoleUnderTest, expectNoFaults, loaded, openConsole, storedAccount } from './open-console.ts'

let app: ConsoleUnderTest
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

const EMAIL = 'yamada.hanako@hinoki.example'
const PASSWORD = '小さな急須が四つ並ぶ台所の窓'

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLInputElement>(':focus')
    return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
  })

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  while (passed.at(-1) !== name) {
    if (passed.length > 40) throw new Error(`Tab does not lead to '${name}', but to: ${passed.join(', ')}`)
    await page.keyboard.press('Tab')
    passed.push(await focused(page))
  }
}
async function type(page: Page, label: string, text: string): Promise<void> {
  if ((await focused(page)) !== label) await tabTo(page, label)
  await page.keyboard.insertText(text)
}
async function press(page: Page, name: string): Promise<void> {
  if ((await focused(page)) !== name) await tabTo(page, name)
  await page.keyboard.press('Enter')
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test('signing up, verifying by the mail, signing in, another language, a link for a visitor and its end: all by keyboard, and every step says what comes next [SCRN-04, SCRN-10, SCRN-11, LANG-05, LANG-06, LANG-07]', async () => {
  const opened = await app.open({ locale: 'ja-JP' })
  const { page, context } = opened
  await page.goto('/')
  await heading(page, 'サインイン')
  // Shown once the settings of the server have come.
  await page.getByRole('link', { name: 'アカウントを作成' }).waitFor()
  await press(page, 'アカウントを作成')

  await heading(page, 'アカウントを作成')
  await type(page, '氏名', '山田 花子')
  await type(page, 'メールアドレス', EMAIL)
  await type(page, 'パスワード', PASSWORD)
  await type(page, 'もう一度入力', PASSWORD)
  await press(page, '作成する')
  await heading(page, 'メールをご確認ください')
  await page.getByText(`${EMAIL}にリンクを送りました。`).waitFor()

  // The mail is in her language too.
  const mail = await latestMail(app.server.address, EMAIL)
  expect(mail.text).toMatch(/[ぁ-ん]/)
  const { pathname, hash } = new URL(mail.link)
  await page.goto(`${pathname}${hash}`)
  await heading(page, 'メールアドレスの確認')
  await press(page, '確認する')
  await heading(page, 'メールアドレスを確認しました')
  await press(page, 'サインインへ')

  await heading(page, 'サインイン')
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe(EMAIL)
  await type(page, 'パスワード', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/map')
  await loaded(page)
  expect(await storedAccount(page)).toMatchObject({ email: EMAIL, name: '山田 花子', provider: 'email' })

  await press(page, 'アカウント')
  await press(page, '言語日本語')
  await tabTo(page, '日本語')
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe('繁體中文')
  const [saved] = await Promise.all([page.waitForResponse('**/v3/app/users/profile'), press(page, '保存')])
  expect(saved.request().method()).toBe('PUT')
  expect(saved.request().postDataJSON()).toEqual({ user: { locale: 'zh-tw' } })
  await page.getByRole('button', { name: '選單' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant')
  expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('zh-tw')
  await page.getByRole('dialog').getByText('登出').waitFor()

  // A link for the night desk, in the language she has chosen.
  await page.keyboard.press('Escape')
  await tabTo(page, '選單')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, '帳號管理')
  await page.keyboard.press('ArrowRight')
  await press(page, '存取連結')
  await page.waitForURL((url) => url.search === '?tab=links')
  await loaded(page)
  await press(page, '新增存取連結')
  await type(page, '名稱', '夜班櫃檯')
  await press(page, '建立連結')
  await page.getByRole('dialog', { name: '連結「夜班櫃檯」已建立' }).waitFor()
  await tabTo(page, '連結')
  const address = await page.locator(':focus').inputValue()
  await press(page, '完成')

  const visitor = await app.open({ locale: 'ja-JP' })
  await visitor.page.goto(address)
  await visitor.page.waitForURL((url) => url.pathname === '/map' && url.hash === '')
  await loaded(visitor.page)

  // The visitor, who reads her language by now, is signed out by force, and is told.
  await page.goto('/account?tab=devices')
  await loaded(page)
  const box = page.getByRole('checkbox', { name: /夜班櫃檯/ })
  await box.waitFor()
  await tabTo(page, (await box.getAttribute('aria-label')) ?? '')
  await page.keyboard.press('Space')
  await press(page, '登出選取的 1 台')
  await page.getByRole('alertdialog').waitFor()
  await press(page, '登出 1 台')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  await heading(visitor.page, '登入')
  await visitor.page.getByText('登入已逾時。').waitFor()
  expect(await storedAccount(visitor.page)).toBeNull()
  await page.getByText('夜班櫃檯').waitFor({ state: 'detached' })
  expect(await storedAccount(page)).not.toBeNull()
  expectNoFaults(opened)
  expectNoFaults(visitor)
})
