/** What a real browser makes of the headers the pages come with. Source: security rule 28. */
import { expect, test } from 'vitest'
import { consoleOfFile, enterAs, eventually, expectNoFaults, loaded } from './open-console.ts'
import { watched } from './policy.ts'

const app = consoleOfFile({ drawsMaps: false })

const openWatched = () => watched(app)

test('styles of the theme are let in by a word that is new in every answer', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { page } = await openWatched()
      await enterAs(page, 'owner')
      const response = await page.reload()
      await loaded(page)
      const colour = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--mantine-scale'),
      )
      expect(colour).toBe('1')
      return /'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1]
    }),
  )
  expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{24}$/)
  expect(nonces[0]).not.toBe(nonces[1])
})

test('code injected into a page neither runs, nor loads, nor sends anything', async () => {
  const { page, stopped } = await openWatched()
  await enterAs(page, 'owner')
  const outcome = await page.evaluate(async () => {
    const hits: string[] = []
    Object.assign(globalThis, { hits })
    const attempt = (act: () => unknown) => {
      try {
        act()
        return 'let through'
      } catch (error) {
        return (error as Error).name
      }
    }
    const element = (name: string, attributes: Record<string, string>) => {
      const made = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
      return made
    }
    const image = element('img', { src: 'https://elsewhere.example/x.png' })
    document.body.append(image, element('iframe', { src: '/map' }))
    return {
      markup: attempt(() => {
        document.body.firstElementChild!.innerHTML = '<img src=x onerror="hits.push(1)">'
      }),
      inlineScript: attempt(() => {
        const script = document.createElement('script')
        script.textContent = 'hits.push(2)'
        document.body.append(script)
      }),
      foreignScript: attempt(() => {
        const script = document.createElement('script')
        script.src = 'https://elsewhere.example/x.js'
        document.body.append(script)
      }),
      handler: attempt(() => document.body.setAttribute('onclick', 'hits.push(3)')),
      timer: attempt(() => setTimeout('hits.push(4)' as never)),
      worker: attempt(() => new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))),
      parsed: attempt(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      sent: await fetch('https://elsewhere.example/').catch((error: Error) => error.name),
      style: (() => {
        const style = document.createElement('style')
        style.textContent = 'body { outline: 7px solid red }'
        document.head.append(style)
        return getComputedStyle(document.body).outlineWidth
      })(),
      hits,
    }
  })
  expect(outcome).toMatchObject({
    markup: 'TypeError',
    inlineScript: 'TypeError',
    foreignScript: 'TypeError',
    handler: 'TypeError',
    timer: 'TypeError',
    worker: 'TypeError',
    parsed: 'TypeError',
    sent: 'TypeError',
    hits: [],
  })
  expect(outcome.style).not.toBe('7px')
  await page.locator('body').click({ position: { x: 700, y: 500 } })
  expect(await page.evaluate(() => (globalThis as unknown as { hits: unknown[] }).hits)).toEqual([])
  const directives = async () => (await stopped()).map((line) => line.split(' ')[0])
  for (const directive of ['require-trusted-types-for', 'connect-src', 'img-src', 'style-src-elem', 'frame-src']) {
    await eventually(directives).toContain(directive)
  }
})

test('the page of the API works within its own policy', async () => {
  const opened = await openWatched()
  const { page, stopped } = opened
  await page.goto('/v3/docs/')
  await page.getByText('/app/users/signin', { exact: true }).first().waitFor()
  await page.getByText('/app/users/signin', { exact: true }).first().click()
  await page.getByText('Responses').first().waitFor()
  expect(await stopped()).toEqual([])
  expectNoFaults(opened)
})

test('the browser says nothing about the headers or the pages: no feature unknown to it, no fault', async () => {
  const { page } = await openWatched()
  const said: string[] = []
  // Playwright lets no service worker in, and says so.
  page.on('console', (message) => message.text().includes('Playwright') || said.push(message.text()))
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await enterAs(page, 'owner')
  for (const path of ['/configuration/', '/setting/', '/map/']) {
    await page.goto(path)
    await loaded(page)
  }
  expect(said).toEqual([])
})
