/** Logo and about page of an account, with files made in the page; a logo that colleagues see is in `setting.e2e.test.ts`. */
import { errors } from '@whereabouts/contract/errors'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  banner,
  button,
  eventually,
  field,
  gone,
  heading,
  link,
  main,
  press,
  question,
  says,
  seen,
  typed,
} from '../../../mock/acts.ts'
import { chooseFile, madePicture } from '../../../mock/made-files.ts'
import { renderScreen, type Screen, type ScreenSettings } from '../../../mock/render-screen.tsx'

const LOGO = '/v3/app/users/customlogo'
const UPLOADED = 'Upload finished. Everyone in your account sees the new logo now.'

const settings = () => page.getByRole('navigation', { name: 'Advanced Settings' })
const logo = () =>
  banner()
    .getByRole('link', { name: /to the map$/ })
    .element()
    .querySelector('img, svg')
const input = () => document.querySelector('main input[type="file"]')

async function open(tab: 'logo' | 'about', given?: ScreenSettings): Promise<Screen> {
  const screen = await renderScreen(`/setting?tab=${tab}`, given)
  await eventually(input).not.toBeNull()
  return screen
}

async function isRefused(file: File, words: string): Promise<void> {
  chooseFile(file)
  await says(words, page.getByRole('alert'))
}

test('the advanced settings open by their address and list what can be set [SETT-09, ROUTE-05]', async () => {
  await renderScreen('/setting')
  await seen(heading('Tracker classes'))
  expect(
    settings()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...['Tracker classes', 'Remark items', 'Zones', 'Indoor maps', 'Station calibration', 'Training data'],
    ...['Site health', 'Update configs (CSV)', 'Alerts and keys', 'Shift report times', 'Brokers', 'Webhooks'],
    ...['Logo', 'About page'],
  ])
  await link('About page', settings()).click()
  await seen(heading('About page'))
  expect(window.location.search).toBe('?tab=about')
  // A page that is not there gives way to the first.
  await renderScreen('/setting?tab=nothing')
  await seen(heading('Tracker classes'))
  await eventually(() => window.location.search).toBe('?tab=classes')
})

test('a logo is a PNG of at most 24 px and 100 KB; what is not is told with its measure and not sent; what the server finds fault with is told in the same words [VALID-20, VALID-21, VALID-22]', async () => {
  const screen = await open('logo')
  const posts = () => screen.sent.filter(({ method, path }) => method === 'POST' && path === LOGO)
  await isRefused(
    await madePicture({ width: 20, height: 20, type: 'jpeg', name: 'hinoki.png' }),
    'hinoki.png is not a PNG. Export it as PNG.',
  )
  await isRefused(
    await madePicture({ width: 300, height: 96, name: 'large.png' }),
    'large.png is 96 px high. Export it at 24 px high or less.',
  )
  await isRefused(
    await madePicture({ width: 30, height: 25, name: 'a.png' }),
    'a.png is 25 px high. Export it at 24 px high or less.',
  )
  await isRefused(
    await madePicture({ width: 30, height: 24, name: 'b.png', bytes: 102_401 }),
    'b.png is 100.1 KB. Choose one of 100 KB or less.',
  )
  const whole = await madePicture({ width: 30, height: 24 })
  const broken = 'c.png cannot be read. It may be damaged; export it again.'
  await isRefused(new File([whole.slice(0, 60)], 'c.png', { type: 'image/png' }), broken)
  expect(posts()).toEqual([])
  expect(input()?.getAttribute('aria-invalid')).toBe('true')

  const finding = screen.answer(LOGO, () =>
    Response.json({ result: false, code: errors.invalidInput.code, info: 'custom_logo.broken' }, { status: 400 }),
  )
  await isRefused(new File([whole], 'c.png', { type: 'image/png' }), broken)
  finding()
  const failing = screen.answer(LOGO, () => Response.json({ result: false, code: 500_001 }, { status: 500 }))
  await isRefused(whole, 'Oops! Something went wrong...(500001)')
  failing()
  chooseFile(await madePicture({ width: 30, height: 24, bytes: 102_400 }))
  await says(UPLOADED)
  expect(posts()).toHaveLength(3)
  expect(
    page
      .getByRole('alert')
      .elements()
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('')
})

test('an own logo goes before that of a brand, made smaller where it is wider than its slot [BRAND-01]', async () => {
  await open('logo', {
    answers: [
      ['/v3/app/config', async (_call, usual) => Response.json({ ...(await (await usual()).json()), brand: 'harbor' })],
    ],
  })
  await eventually(() => logo()?.textContent).toBe('Harbor')
  chooseFile(await madePicture({ width: 300, height: 24 }))
  await says(UPLOADED)
  await eventually(() => Math.round(logo()?.getBoundingClientRect().width ?? 0)).toBe(103)
})

test('an image of the about page is a JPEG or PNG under 200 by 800 px and 1 MB [VALID-23, VALID-24, VALID-25, VALID-26]', async () => {
  await open('about')
  await isRefused(
    new File(
      [Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7'), (sign) => sign.charCodeAt(0))],
      'a.gif',
      { type: 'image/gif' },
    ),
    'a.gif is neither a PNG nor a JPEG. Choose one of these.',
  )
  await isRefused(
    await madePicture({ width: 200, height: 10, name: 'b.png' }),
    'b.png is 200 px wide. Export it under 200 px wide.',
  )
  await isRefused(
    await madePicture({ width: 10, height: 800, name: 'c.png' }),
    'c.png is 800 px high. Export it under 800 px high.',
  )
  await isRefused(
    await madePicture({ width: 10, height: 10, name: 'd.png', bytes: 1_048_576 }),
    'd.png is 1 MB. Choose one under 1 MB.',
  )
  const largest = { width: 199, height: 799 }
  for (const file of [
    await madePicture({ ...largest, type: 'jpeg' }),
    await madePicture({ ...largest, bytes: 1_048_575 }),
  ]) {
    chooseFile(file)
    await says('Upload finished. Everyone sees the new image now.')
    await press('Reset')
    await says('Reset finished. The default image is shown again.')
  }
})

test('image and link of the about page are saved, shown in the account popover and reset [SETT-10, SETT-12, ACCT-09, ENT-user.about_image, ENT-user.about_content, API-PUT /app/users/about/image, API-DELETE /app/users/about/image]', async () => {
  await open('about')
  chooseFile(await madePicture({ width: 120, height: 90 }))
  await says('Upload finished. Everyone sees the new image now.')
  const address = field('Link opened by the image')
  await address.fill('javascript:alert(1)')
  await press('Save changes')
  await says('Enter a web address that starts with http:// or https://.')
  await address.fill('hinoki-garden.example/help')
  await press('Save changes')
  await says('Saved')
  expect(typed(address)).toBe('https://hinoki-garden.example/help')
  expect(button('Save changes').elements()).toEqual([])

  const preview = main().getByRole('region', { name: 'Preview' })
  await press('Account', banner())
  await press(/^About/, banner())
  for (const part of [preview, banner()]) {
    const about = part.getByRole('link', { name: /About this account/ })
    await eventually(() => about.element().querySelector('img')?.src).toMatch(/^blob:/)
    expect(about.element().getAttribute('href')).toBe('https://hinoki-garden.example/help')
    expect(about.element().getAttribute('target')).toBe('_blank')
    expect(about.element().getAttribute('rel')).toContain('noopener')
  }
  await press('Reset')
  await says('Reset finished. The default image is shown again.')
  await gone(preview.getByRole('img'))
})

test('a changed link asks before it is left behind, and Discard takes it back', async () => {
  await open('about')
  const address = field('Link opened by the image')
  await address.fill('https://hinoki.example')
  await link('Logo', settings()).click()
  await press('Cancel', question('Leave without saving?'))
  expect(typed(address)).toBe('https://hinoki.example')
  await press('Discard')
  expect(typed(address)).toBe('')
  await address.fill('https://hinoki.example')
  await link('Logo', settings()).click()
  await press('Leave', question('Leave without saving?'))
  await seen(heading('Logo'))
})
