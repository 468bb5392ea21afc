import { test } from 'vitest'
import { dialog, eventually, field, press, says } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

/** A picture with so many bytes (zeros after its end), made in the page: it need not be carried here. */
async function pictureOf(bytes: number): Promise<File> {
  const canvas = new OffscreenCanvas(300, 200)
  canvas.getContext('2d')?.fillRect(0, 0, 150, 200)
  const png = await canvas.convertToBlob({ type: 'image/png' })
  return new File([png, new Uint8Array(bytes - png.size)], 'plan.png', { type: 'image/png' })
}

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')!
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('an image one byte too large is refused before it is sent, with its size and the limit; a smaller one in its place is sent', async () => {
  const screen = await renderPage('/configuration?tab=maps')
  await press('Upload map')
  await field('Name', dialog('Upload map')).fill('Annex 1F')
  choose(await pictureOf(10 * 1024 * 1024 + 1))
  await says('plan.png is 10.1 MB. Choose one of 10 MB or less.')
  await press('Upload map', dialog('Upload map'))
  await says('plan.png is 10.1 MB. Choose one of 10 MB or less.')
  choose(await pictureOf(5000))
  await says(/^plan\.png: 300 × 200 px, /)
  await press('Upload map', dialog('Upload map'))
  const uploads = () => screen.sent.filter(({ method, path }) => method === 'POST' && path === '/v3/app/indoormaps')
  await eventually(() => uploads().length).toBe(1)
})
