import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { madePicture } from './made-pictures.ts'
import { brokenRules, consoleOfFile, enterAs, eventually, expectNoFaults, loaded } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

const photo = (dialog: Locator) => dialog.locator('img')
const frame = (dialog: Locator) => dialog.getByRole('application')

async function openCropper(page: Page): Promise<Locator> {
  await enterAs(page, 'owner', '/account?tab=information')
  await loaded(page)
  await page.getByRole('button', { name: 'Change photo' }).click()
  return page.getByRole('dialog')
}

/** What was sent: its size, and the colours (r, g, b, a) of a corner, of the middle's left and of its right. */
const lookAt = (page: Page, dataUrl: string) =>
  page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    brush.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...brush.getImageData(x, y, 1, 1).data]
    return {
      width: image.naturalWidth,
      height: image.naturalHeight,
      corner: at(4, 4),
      left: at(20, 256),
      right: at(490, 256),
    }
  }, dataUrl)

const RED = [0xd0, 0x20, 0x20, 0xff]
const BLUE = [0x20, 0x20, 0xd0, 0xff]

test('a photo is moved and zoomed in a round frame, and what the frame shows is saved [PHOTO-01, PHOTO-02, ENT-user.headshot]', async () => {
  const opened = await app.open()
  const { page } = opened
  const dialog = await openCropper(page)
  await dialog.locator('input[type="file"]').setInputFiles(await madePicture(page, { width: 900, height: 600 }))
  await frame(dialog).waitFor()
  const shape = await frame(dialog).evaluate((element) => {
    const { borderRadius, width, height } = getComputedStyle(element)
    return { borderRadius, isSquare: width === height }
  })
  expect(shape).toEqual({ borderRadius: '50%', isSquare: true })
  const place = () => photo(dialog).evaluate((element) => element.style.transform)

  // By the wheel, by keys, by the pointer and by buttons.
  const before = await place()
  await frame(dialog).hover()
  await page.mouse.wheel(0, -200)
  await eventually(place).not.toBe(before)
  await frame(dialog).focus()
  const zoomed = await place()
  await page.keyboard.press('-')
  await eventually(place).not.toBe(zoomed)
  const box = (await frame(dialog).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const start = await place()
  await page.mouse.move(box.x + 160, box.y + 160)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + 170)
  await page.mouse.up()
  await eventually(place).not.toBe(start)
  const dragged = await place()
  await dialog.getByRole('button', { name: 'Move right' }).click()
  await eventually(place).not.toBe(dragged)
  // As far as it goes: the blue half fills the frame, and never leaves a gap.
  for (let step = 0; step < 60; step++) await frame(dialog).press('ArrowLeft')

  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/v3/app/users/profile')),
    dialog.getByRole('button', { name: 'Save photo' }).click(),
  ])
  const { headshot } = put.postDataJSON().user
  expect(headshot).toMatch(/^data:image\/png;base64,/)
  const sent = await lookAt(page, headshot)
  expect([sent.width, sent.height]).toEqual([512, 512])
  expect(sent.corner[3]).toBe(0)
  expect(sent.right).toEqual(BLUE)
  expect(sent.left).not.toEqual(RED)
  await eventually(() => dialog.count()).toBe(0)
  await page.getByRole('banner').locator('img[src^="blob:"]').waitFor()
  expectNoFaults(opened)
})

test('a photo that was not moved is cut from its middle', async () => {
  const { page } = await app.open()
  const dialog = await openCropper(page)
  await dialog
    .locator('input[type="file"]')
    .setInputFiles(await madePicture(page, { width: 400, height: 900, type: 'jpeg' }))
  await frame(dialog).waitFor()
  const [put] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    dialog.getByRole('button', { name: 'Save photo' }).click(),
  ])
  const { left, right, corner } = await lookAt(page, put.postDataJSON().user.headshot)
  // JPEG is nearly exact.
  for (const [index, value] of RED.entries()) expect(Math.abs((left[index] ?? 0) - value)).toBeLessThan(8)
  for (const [index, value] of BLUE.entries()) expect(Math.abs((right[index] ?? 0) - value)).toBeLessThan(8)
  expect(corner[3]).toBe(0)
})

test('what is no photo is refused with its measure, and the dialog is within reach in both schemes', async () => {
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    const { page } = await app.open({ colorScheme, viewport: { width, height: 844 } })
    const dialog = await openCropper(page)
    const input = dialog.locator('input[type="file"]')
    await input.setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('hello, I am text') })
    await dialog.getByText('note.png is neither a PNG nor a JPEG. Choose one of these.').waitFor()
    await input.setInputFiles(await madePicture(page, { width: 10, height: 10, name: 'big.png', bytes: 2_097_153 }))
    await dialog.getByText('big.png is 2.1 MB. Choose one of 2 MB or less.').waitFor()
    expect(await brokenRules(page, 'dialog')).toEqual([])
    await input.setInputFiles(await madePicture(page, { width: 300, height: 300 }))
    await frame(dialog).waitFor()
    expect(await brokenRules(page, 'dialog')).toEqual([])
    await dialog.getByRole('button', { name: 'Choose another' }).click()
    await dialog.locator('input[type="file"]').waitFor()
    await app.closePages()
  }
})
