/** What a person sees and does on the map screen, by role and label. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterAs, type Person } from './open-console.ts'

export const list = (page: Page): Locator => page.getByRole('region', { name: 'Device list' })
export const rows = (page: Page): Locator => page.getByRole('listbox').getByRole('option')
export const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByText(name, { exact: true }) })
export const tab = (page: Page, name: string): Locator => list(page).getByRole('tab', { name: new RegExp(`^${name}`) })
export const toggle = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Display' }).getByRole('button', { name, exact: true })
export const map = (page: Page): Locator => page.locator('[data-shown]')

export const filter = (page: Page, text: string): Promise<void> => page.getByRole('searchbox').fill(text)

/** Drawing without a graphics card on a busy machine takes its time. */
export const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 20_000 })

/** Devices and stations on the screen. */
export const shownCount = async (page: Page): Promise<number> => Number(await map(page).getAttribute('data-shown'))

/** The same once most have come, of the 180 or so of the demo. */
export async function mostShown(page: Page): Promise<number> {
  await soon(() => shownCount(page)).toBeGreaterThan(150)
  return shownCount(page)
}

/** Signs in and waits until the map shows something. */
export async function openMap(page: Page, person: Person = 'owner'): Promise<void> {
  await enterAs(page, person)
  await markersDrawn(page)
}

export const markersDrawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => Number(document.querySelector('[data-shown]')?.getAttribute('data-shown')) > 0)

/** Colours of the light scheme. */
export const PETROL = [0x0e, 0x60, 0x70] as const
export const INK = [0x1a, 0x1d, 0x21] as const
export const LAND = [0xf1, 0xef, 0xea] as const

/** How many pixels of a part of the page have a colour, give or take a little. */
export async function countPixels(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
  colour: readonly [number, number, number],
): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(
    async ({ picture, colour, room }) => {
      const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      brush.drawImage(bitmap, 0, 0)
      const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height)
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        if (colour.every((value, channel) => Math.abs((data[at + channel] as number) - value) <= room)) count++
      }
      return count
    },
    { picture, colour: [...colour], room: 24 },
  )
}
