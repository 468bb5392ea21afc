import { letProofAge, makePerson, PASSWORD } from '@whereabouts/mock-api/people'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { button, dialog, eventually, expectReach, field, gone, press, says, seen } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { setLocale } from '../../lib/i18n.ts'

const PATH = '/v3/app/history/export'
const card = () => page.getByRole('region', { name: 'Export everything' })

const openAccount = (given: Parameters<typeof makePerson>[1] = {}) =>
  renderPage('/account?tab=information', { seed: (mock) => makePerson(mock, given) })

/** Files that were handed to the person, by name. */
function saves() {
  const files: { name: string; size: number }[] = []
  const blobs: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) files.push({ name: this.download, size: blobs.at(-1)!.size })
  })
  onTestFinished(() => {
    made.mockRestore()
    pressed.mockRestore()
  })
  return files
}

test('everything the account owns is received as one archive, how much of it is told, and another page may be opened meanwhile', async () => {
  const files = saves()
  let write: ReadableStreamDefaultController<Uint8Array> | undefined
  const screen = await openAccount()
  const body = new ReadableStream({
    start(controller) {
      write = controller
    },
  })
  screen.answer(PATH, () => new Response(body))
  await press('Export', card())
  await eventually(() => write).toBeDefined()
  write!.enqueue(new Uint8Array(1_500_000))
  await says('1.5 MB', card())
  await page.getByRole('link', { name: 'Security log' }).first().click()
  await gone(card())
  write!.enqueue(new Uint8Array(500_000))
  await page.getByRole('link', { name: 'Account information' }).first().click()
  await says('2.0 MB', card())
  await expectReach('main')
  write!.close()
  await says('Exported: 2.0 MB.', card())
  expect(files).toEqual([{ name: expect.stringMatching(/^whereabouts-\d{4}-\d\d-\d\d\.zip$/), size: 2_000_000 }])
})

test('an export that breaks off, is refused or is called off leaves no file, and can be started again', async () => {
  const files = saves()
  const screen = await openAccount()
  const broken = screen.answer(
    PATH,
    () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) })),
  )
  await press('Export', card())
  await says('The export broke off. Start it again.', card())
  broken()
  const busy = screen.answer(PATH, () => Response.json({ result: false, code: 500002 }, { status: 500 }))
  await press('Export', card())
  await seen(card().getByRole('alert').getByText(/./))
  await gone(card().getByText('The export broke off. Start it again.'))
  busy()
  const waits = screen.answer(PATH, () => new Promise<Response>(() => {}))
  await press('Export', card())
  await press('Cancel', card())
  await gone(button('Cancel', card()))
  waits()
  expect(files).toEqual([])
  await press('Export', card())
  await says(/^Exported: /, card())
  expect(files).toHaveLength(1)
})

test('it asks for the password where that is long ago', async () => {
  const files = saves()
  const screen = await openAccount()
  letProofAge(screen.mock, screen.person!)
  await press('Export', card())
  await seen(dialog("Confirm it's you"))
  await press('Cancel', dialog("Confirm it's you"))
  await eventually(() => button('Export', card()).element().getAttribute('aria-busy')).toBeNull()
  await press('Export', card())
  await field('Your password').fill(PASSWORD)
  await press('Continue')
  await says(/^Exported: /, card())
  expect(files).toHaveLength(1)
})

test('only the owner of an account exports it', async () => {
  await renderPage('/account?tab=information', {
    seed: (mock) => makePerson(mock, { class: 'deputy' }, makePerson(mock).account),
  })
  await seen(page.getByRole('heading', { name: 'Account information' }))
  await gone(card())
})

test.each([
  ['zh-tw', '匯出全部資料'],
  ['ja-jp', 'すべてのデータを書き出す'],
] as const)('it fits a phone and speaks %s', async (locale, words) => {
  await renderPage('/account?tab=information', { width: 390, height: 844, scheme: 'dark' })
  setLocale(locale)
  await says(words)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  setLocale('en-us')
})
