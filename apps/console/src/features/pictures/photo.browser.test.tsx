/** The photo of a person: what is chosen, what the round frame shows, and what is sent. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { banner, button, eventually, expectReach, gone, keys, press, says, seen } from '../../../mock/acts.ts'
import { chooseFile, madePicture } from '../../../mock/made-files.ts'
import { renderScreen, type Screen, type ScreenSettings } from '../../../mock/render-screen.tsx'

const RED = [0xd0, 0x20, 0x20, 0xff]
const BLUE = [0x20, 0x20, 0xd0, 0xff]

const frame = () => page.getByRole('application')
const place = () => page.getByRole('dialog').element().querySelector('img')?.style.transform
const choose = (file: File) => chooseFile(file, 'dialog')

async function openCropper(settings?: ScreenSettings): Promise<Screen> {
  const screen = await renderScreen('/account?tab=information', settings)
  await press('Change photo')
  return screen
}

/** What was sent: its size, and the colours (r, g, b, a) of a corner, of the middle's left and of its right. */
async function savePhoto(screen: Screen) {
  await press('Save photo')
  await gone(page.getByRole('dialog'))
  const { headshot } = (screen.bodies('PUT', '/v3/app/users/profile').at(-1) as { user: { headshot: string } }).user
  expect(headshot).toMatch(/^data:image\/png;base64,/)
  const image = await createImageBitmap(await (await fetch(headshot)).blob())
  const brush = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  brush.drawImage(image, 0, 0)
  const at = (x: number, y: number) => [...brush.getImageData(x, y, 1, 1).data]
  return { size: [image.width, image.height], corner: at(4, 4), left: at(20, 256), right: at(490, 256) }
}

test('a photo is moved and zoomed in a round frame, and what the frame shows is saved, and can be taken off again [PHOTO-01, PHOTO-02, ENT-user.headshot]', async () => {
  const screen = await openCropper()
  choose(await madePicture({ width: 900, height: 600 }))
  await seen(frame())
  const { borderRadius, width, height } = getComputedStyle(frame().element())
  expect([borderRadius, width]).toEqual(['50%', height])

  // By the wheel, by keys, by the pointer and by buttons.
  const moves = async (act: () => unknown) => {
    const before = place()
    await act()
    await eventually(place).not.toBe(before)
  }
  const box = frame().element().getBoundingClientRect()
  const mouse = (type: string, x: number, y: number) =>
    frame()
      .element()
      .dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: box.x + x, clientY: box.y + y }))
  await moves(() => frame().wheel({ delta: { y: -200 } }))
  ;(frame().element() as HTMLElement).focus()
  await moves(() => userEvent.keyboard('-'))
  await moves(() => {
    mouse('mousedown', 160, 160)
    mouse('mousemove', 140, 170)
  })
  mouse('mouseup', 140, 170)
  await moves(() => press('Move right'))
  ;(frame().element() as HTMLElement).focus()
  await moves(() => keys('ArrowLeft'))
  // As far as it goes: the blue half fills the frame, and never leaves a gap.
  await moves(() => {
    mouse('mousedown', 160, 160)
    mouse('mousemove', -3000, 160)
  })
  mouse('mouseup', -3000, 160)
  const { size, corner, left, right } = await savePhoto(screen)
  expect(size).toEqual([512, 512])
  expect(corner[3]).toBe(0)
  expect(right).toEqual(BLUE)
  expect(left).not.toEqual(RED)
  const avatar = () => button('Account', banner()).element().querySelector('img')
  await eventually(() => avatar()?.src).toMatch(/^blob:/)
  await press('Remove photo')
  await eventually(avatar).toBeNull()
})

test('files that are no photo are refused with their measure, accessibly in both schemes; a photo that was not moved is cropped from its middle', async () => {
  for (const look of [{ scheme: 'light' }, { scheme: 'dark', width: 390, height: 844 }] as const) {
    const screen = await openCropper(look)
    choose(new File(['hello, I am text'], 'note.png', { type: 'image/png' }))
    await says('note.png is neither a PNG nor a JPEG. Choose one of these.')
    choose(await madePicture({ width: 10, height: 10, name: 'big.png', bytes: 2_097_153 }))
    await says('big.png is 2.1 MB. Choose one of 2 MB or less.')
    await expectReach('dialog')
    choose(await madePicture({ width: 300, height: 300 }))
    await seen(frame())
    await expectReach('dialog')
    await press('Choose another')
    choose(await madePicture({ width: 400, height: 900, type: 'jpeg' }))
    await seen(frame())
    const { left, right, corner } = await savePhoto(screen)
    // JPEG is nearly exact.
    for (const [index, value] of RED.entries()) expect(Math.abs((left[index] ?? 0) - value)).toBeLessThan(8)
    for (const [index, value] of BLUE.entries()) expect(Math.abs((right[index] ?? 0) - value)).toBeLessThan(8)
    expect(corner[3]).toBe(0)
    screen.close()
  }
})
