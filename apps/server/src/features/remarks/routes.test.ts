import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

const PATH = '/v3/app/users/extrasettings/remarks'
type Caller = Pick<Person, 'token'>
type Item = { index: number; name: string }
const save = ({ token }: Caller, items: unknown) => call('POST', PATH, { token, body: { items } })
const list = async ({ token }: Caller): Promise<Item[]> => (await call('GET', PATH, { token })).body.items
const diet = { index: 0, name: 'Diet' }
const hearing = { index: 1, name: 'Hearing' }
const allergies = { index: 2, name: 'Allergies' }

/** A tracker of the account, and what stands on it. */
async function tracker({ accountId, token }: Person) {
  const id = await given.tracker(accountId)
  return {
    write: (index: number, memo: string) =>
      call('PUT', `/v3/app/trackers/${id}/remarks`, { token, body: { items: [{ index, memo }] } }),
    memos: async () =>
      (await call('GET', '/v3/app/trackers', { token })).body.trackers[0].remark.map(
        ({ name, memo }: { name: string; memo: string }) => `${name}: ${memo}`,
      ),
  }
}

test('items are saved in their order and keep their index [API-POST /app/users/extrasettings/remarks, API-GET /app/users/extrasettings/remarks, ENT-remarkItem.index, ENT-remarkItem.name]', async () => {
  const owner = await given.person()
  const { events } = await listen(app, owner.token)
  expect((await save(owner, [diet, hearing, allergies])).body).toEqual({
    result: true,
    code: 200,
    items: [diet, hearing, allergies],
  })
  await eventually(async () =>
    expect(events.find(({ event }) => event === 'lists')?.data.changed).toEqual(['remark_items']),
  )
  const { write, memos } = await tracker(owner)
  await write(0, 'Soft')
  await write(2, 'Nuts')
  await save(owner, [allergies, { ...diet, name: 'Meals' }, hearing])
  expect(await list(owner)).toEqual([allergies, { ...diet, name: 'Meals' }, hearing])
  expect(await memos()).toEqual(['Allergies: Nuts', 'Meals: Soft'])
  expect(await list(await given.person())).toEqual([])
})

test('memos of a removed item are kept, unseen, and come back with its name', async () => {
  const owner = await given.person()
  await save(owner, [diet, hearing])
  const { write, memos } = await tracker(owner)
  await write(1, 'Left ear aid')
  await save(owner, [diet])
  expect(await memos()).toEqual([])
  expect((await write(1, 'x')).body.code).toBe(404102)
  await save(owner, [diet, hearing])
  expect(await memos()).toEqual(['Hearing: Left ear aid'])
})

test('a new item never takes over the memos of a removed one, whatever index it comes with', async () => {
  const owner = await given.person()
  await save(owner, [diet, hearing])
  const { write, memos } = await tracker(owner)
  await write(1, 'Left ear aid')
  await save(owner, [diet])
  const { body } = await save(owner, [diet, { index: 1, name: 'Visitors' }])
  expect(body.items).toEqual([diet, { index: 2, name: 'Visitors' }])
  expect(await list(owner)).toEqual(body.items)
  expect(await memos()).toEqual([])
  await write(2, 'Daughter')
  // One that nothing was written under leaves its index free.
  await save(owner, [diet, { index: 2, name: 'Visitors' }, { index: 3, name: 'Mood' }])
  await save(owner, [diet, { index: 2, name: 'Visitors' }])
  expect((await save(owner, [{ index: 3, name: 'Sleep' }, diet])).body.items).toEqual([
    { index: 3, name: 'Sleep' },
    diet,
  ])
})

test.each([
  [Array.from({ length: 21 }, (_, index) => ({ index, name: `Item ${index}` })), 'body.items'],
  [[diet, { index: 0, name: 'Other' }], 'body.items'],
  [[diet, { index: 1, name: 'Diet' }], 'body.items'],
  [[{ index: 0, name: ' ' }], 'body.items.0.name'],
  [[{ index: 1000, name: 'Far' }], 'body.items.0.index'],
])('items %j are refused', async (items, info) => {
  const owner = await given.person()
  expect((await save(owner, items)).body).toMatchObject({ code: 400001, info })
  expect(await list(owner)).toEqual([])
})

test('support reads items and saves none; a guest does neither', async () => {
  const owner = await given.person()
  await save(owner, [diet])
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  expect(await list(support)).toEqual([diet])
  expect((await save(support, [])).body.code).toBe(403001)
  const token = await given.visitor(owner, 'guest')
  expect((await save({ token }, [])).body.code).toBe(403001)
  expect((await call('GET', PATH, { token })).body.code).toBe(403001)
})
