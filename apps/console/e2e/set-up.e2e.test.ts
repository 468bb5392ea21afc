/** The first start of a server that nobody has used yet. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../scripts/harness/start-server.ts'
import { GOOD_PASSWORD } from './calls.ts'
import { type ConsoleUnderTest, expectNoFaults, expectReach, loaded, openConsole } from './open-console.ts'

let app: ConsoleUnderTest<TestServer>
beforeAll(async () => {
  app = await openConsole({ drawsMaps: false, start: () => startServer() })
})
afterEach(() => app.closePages())
afterAll(() => app.close())

test('the link that the first start prints makes the first owner in the language chosen, once', async () => {
  const opened = await app.open()
  const { page } = opened
  const [, link] = /(https?:\/\/\S+\/setup#token=\S+)/.exec(app.server.process().output()) ?? []
  const { pathname, hash } = new URL(link as string)
  await page.goto(`${pathname}${hash}`)
  await page.getByRole('heading', { name: 'Set up this server' }).waitFor()
  expect(page.url()).toBe(`${app.server.origin}/setup`)
  await expectReach(page)
  // The form comes a moment after its page, whose links to other languages have that name too.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('日本語')
  await page.getByRole('heading', { name: 'サーバーの初期設定' }).waitFor()
  await page.getByLabel('氏名').fill('山田 花子')
  await page.getByLabel('メールアドレス').fill('hanako@hinoki.example')
  await page.getByLabel('パスワード', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByLabel('もう一度入力').fill(GOOD_PASSWORD)
  const [call] = await Promise.all([
    page.waitForRequest('**/v3/app/users/setup'),
    page.getByRole('button', { name: '設定する' }).click(),
  ])
  expect(call.postDataJSON().user).toEqual({
    fullname: '山田 花子',
    email: 'hanako@hinoki.example',
    password: GOOD_PASSWORD,
    locale: 'ja-jp',
  })
  await page.getByRole('heading', { name: 'サーバーの準備ができました' }).waitFor()
  await page.getByRole('link', { name: 'サインインへ' }).click()
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe('hanako@hinoki.example')
  await page.getByLabel('パスワード', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'サインイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/map')
  await loaded(page)

  await page.goto(`${pathname}${hash}`)
  await page.waitForURL('**/page-expired?from=setup')
  await page.getByText('オーナーのいないサーバーは、起動のたびに新しいリンクを表示します。').waitFor()
  expectNoFaults(opened)
})
