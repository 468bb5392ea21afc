import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

const list = (token: string, path = 'trackers', query = '') => call('GET', `/v3/app/${path}${query}`, { token })

/** Every item of all pages, and how many pages there were. */
async function allPages(token: string, path: string, count: number): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let next: string | undefined
  let pages = 0
  do {
    const { body } = await list(token, path, `?count=${count}${next === undefined ? '' : `&page_token=${next}`}`)
    ids.push(...body[path].map((item: { device_id: string }) => item.device_id))
    next = body.metadata.next_token
    pages += 1
  } while (next !== undefined)
  return { ids, pages }
}

test('all pages together hold every tracker once [API-GET /app/trackers]', async () => {
  const { accountId, token } = await given.person()
  const made = await Promise.all(Array.from({ length: 7 }, () => given.tracker(accountId)))
  const { ids, pages } = await allPages(token, 'trackers', 3)
  expect(pages).toBe(3)
  expect(ids.toSorted()).toEqual(made.toSorted())
})

test('several callers at the same moment each get the complete list of their own account', async () => {
  const people = [await given.person(), await given.person()]
  const made = await Promise.all(people.map(({ accountId }) => given.tracker(accountId)))
  const alone = await Promise.all(people.map(({ token }) => list(token)))
  const together = await Promise.all([...people, ...people, ...people].map(({ token }) => list(token)))
  expect(alone.map(({ body }) => body.trackers[0].device_id)).toEqual(made)
  expect(together.map(({ body }) => body)).toEqual([...alone, ...alone, ...alone].map(({ body }) => body))
})

test('care watches have a list of their own, with the fields of trackers [API-GET /app/carewatches, WATCH-01]', async () => {
  const { accountId, token } = await given.person()
  const tracker = await given.tracker(accountId)
  const watches = [await given.tracker(accountId, { model: 'g5' }), await given.tracker(accountId, { model: 'g5' })]
  const { ids } = await allPages(token, 'carewatches', 1)
  expect(ids.toSorted()).toEqual(watches.toSorted())
  const trackers = (await list(token)).body.trackers
  expect(trackers.map((item: { device_id: string }) => item.device_id)).toEqual([tracker])
  const [watch] = (await list(token, 'carewatches')).body.carewatches
  expect(Object.keys(watch).toSorted()).toEqual(Object.keys(trackers[0]).toSorted())
})

test('phones are listed beside the trackers [TRK-02]', async () => {
  const { accountId, token } = await given.person()
  await given.tracker(accountId, { id: 'phone-1', model: 'mobile' })
  expect((await list(token)).body.trackers).toMatchObject([{ device_id: 'phone-1', device_model: 'mobile' }])
})

test('a tracker nobody has heard yet is offline, without a place, and says who it is [ENT-tracker.device_id, ENT-tracker.name, ENT-tracker.device_model, ENT-tracker.serial_number, ENT-tracker.mac_address, ENT-tracker.add_date]', async () => {
  const { accountId, token } = await given.person()
  const id = await given.tracker(accountId, { name: 'Wheelchair 07' })
  const [tracker] = (await list(token)).body.trackers
  expect(tracker).toMatchObject({
    device_id: id,
    name: 'Wheelchair 07',
    device_model: 'g3',
    serial_number: '8A20-1',
    mac_address: 'AA:BB:CC:00:11:22',
    status: 'offline',
    connected: false,
    last_seen: null,
    qualified_location_info: null,
  })
  expect(tracker.add_date).toBeCloseTo(app.clock.now() / 1000, -2)
})

test('a stranger sees nothing of another account', async () => {
  const owner = await given.person()
  await given.tracker(owner.accountId, { name: 'Canary of the owner' })
  const stranger = await given.person()
  expect((await list(stranger.token)).body.trackers).toEqual([])
})

test('a page token serves its own account and list only', async () => {
  const owner = await given.person()
  await given.tracker(owner.accountId)
  await given.tracker(owner.accountId)
  const next = (await list(owner.token, 'trackers', '?count=1')).body.metadata.next_token
  const stranger = await given.person()
  expect((await list(stranger.token, 'trackers', `?page_token=${next}`)).body.code).toBe(400001)
  expect((await list(owner.token, 'carewatches', `?page_token=${next}`)).body.code).toBe(400001)
  expect((await list(owner.token, 'trackers', `?page_token=${next}`)).body.trackers).toHaveLength(1)
})

test('a page token is good for a day', async () => {
  const { accountId, email } = await given.person()
  await given.tracker(accountId)
  await given.tracker(accountId)
  const next = (await list(await given.signIn(email), 'trackers', '?count=1')).body.metadata.next_token
  app.clock.move(24 * 3_600_000 + 1000)
  const later = await given.signIn(email)
  expect((await list(later, 'trackers', `?page_token=${next}`)).body.code).toBe(400001)
})

test.each(['?count=0', '?count=10001', '?count=x', '?count=1.5', '?page_token=', '?page_token=abc', '?sort=name'])(
  'the query %s is refused as invalid input',
  async (query) => {
    const { token } = await given.person()
    expect(await list(token, 'trackers', query)).toMatchObject({ status: 400, body: { code: 400001 } })
  },
)

test('a read-only guest and a visitor may look; nobody without a token may', async () => {
  const owner = await given.person()
  const { token } = await given.person({ accountId: owner.accountId, class: 'readonly' })
  expect((await list(token)).status).toBe(200)
  expect((await list(await given.visitor(owner))).status).toBe(200)
  expect((await call('GET', '/v3/app/trackers')).body.code).toBe(401001)
})
