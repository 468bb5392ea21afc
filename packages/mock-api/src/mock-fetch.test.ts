import type { StreamEvent } from '@whereabouts/contract/stream'
import { expect, test } from 'vitest'
import { createMockApi } from './mock-api.ts'
import { mockFetch } from './mock-fetch.ts'
import { personOf, signIn } from './people.ts'
import { seedDemo } from './seed.ts'

function demo() {
  const api = createMockApi()
  seedDemo(api)
  const fetch = mockFetch(api, { fetch: async (input) => new Response(`elsewhere: ${input}`), language: () => 'ja-jp' })
  const ask = (path: string, person = 'owner', init: RequestInit = {}) =>
    fetch(`http://console${path}`, {
      ...init,
      headers: { authorization: `Bearer ${signIn(api, personOf(api, person))}` },
    })
  return { api, fetch, ask }
}

test('the demo’s people sign in to the demo’s devices, maps, zones and lists', async () => {
  const { ask } = demo()
  const count = async (path: string, name: string) => (await (await ask(path)).json())[name].length
  expect(await count('/v3/app/trackers?count=10000', 'trackers')).toBeGreaterThan(100)
  expect(await count('/v3/app/stations?count=10000', 'stations')).toBeGreaterThan(20)
  expect(await count('/v3/app/indoormaps', 'indoormaps')).toBe(6)
  expect(await count('/v3/app/zones', 'zones')).toBe(4)
  expect(await count('/v3/app/users/extrasettings/class', 'classes')).toBe(10)
  const [watch] = (await (await ask('/v3/app/carewatches')).json()).carewatches
  expect(watch).toMatchObject({ connected: true, qualified_location_info: { reason_code: 3 } })
})

test('refusals come in the language of the browser; what is not of the API is fetched elsewhere', async () => {
  const { fetch, ask } = demo()
  const refused = await ask('/v3/app/zones/nothing', 'owner', { method: 'DELETE' })
  expect(refused.status).toBe(404)
  expect((await refused.json()).message).toBe('この項目は存在しません。')
  expect(await (await fetch('http://console/live')).text()).toBe('elsewhere: http://console/live')
  const map = (await (await ask('/v3/app/indoormaps')).json()).indoormaps[0]
  expect(await (await ask(map.map_image)).text()).toMatch(/^elsewhere: file:.*\.png$/)
  expect((await fetch(`http://console${map.map_image}`)).status).toBe(401)
})

test('a stream says hello, tells its account alone what changed, and ends with its session', async () => {
  const { api, ask, fetch } = demo()
  const events: StreamEvent[] = []
  const deputy = personOf(api, 'deputy')
  const token = signIn(api, deputy)
  api.streams.open(api.actorOf(token)!, (event) => events.push(event))
  const body = (await ask('/v3/app/stream')).body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await body.read()).value).toMatch(/^event: hello\ndata: \{"server_time_ms":\d+,"is_telling":true\}\n\n$/)
  expect((await fetch('http://console/v3/app/stream')).status).toBe(401)
  const change = JSON.stringify({ classes: api.state.accounts[0]!.classes })
  await ask('/v3/app/users/extrasettings/class', 'owner', { method: 'POST', body: change })
  expect(events.map(({ event }) => event)).toEqual(['hello', 'heartbeat', 'lists'])
  expect(events.at(-1)).toMatchObject({ data: { changed: ['classes'] } })
  api.streams.heartbeat()
  await fetch('http://console/v3/app/users/signout', {
    ...{ method: 'POST', body: JSON.stringify({ device: { platform: 'web' } }) },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(events.slice(3).map(({ event }) => event)).toEqual(['heartbeat', 'bye'])
})

test('pictures are kept and shown to who is signed in', async () => {
  const { api, ask } = demo()
  const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
  const body = JSON.stringify({ image: picture })
  const { image_url } = await (await ask('/v3/app/users/about/image', 'owner', { method: 'PUT', body })).json()
  expect([...api.state.pictures.values()]).toContain(picture)
  expect(await (await ask(image_url)).text()).toBe(`elsewhere: ${picture}`)
  expect((await ask('/v3/app/media/nothing')).status).toBe(404)
})
