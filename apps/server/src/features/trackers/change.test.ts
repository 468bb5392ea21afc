import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { dataUrl, png, withChunk } from '../media/test-pictures.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

type Caller = Pick<Person, 'token'>
const put = ({ token }: Caller, path: string, body: object) => call('PUT', `/v3/app/trackers/${path}`, { token, body })
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/trackers?count=10000', { token })).body.trackers
const one = async (caller: Caller, id: string) =>
  (await list(caller)).find(({ device_id }: { device_id: string }) => device_id === id)

/** An owner's tracker, and who has no business with it. */
async function tracker() {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  return { owner, id, stranger: await given.person(), guest: { token: await given.visitor(owner, 'guest') } }
}

/** Everybody but the owner's people is refused, and nothing changes. */
async function refusesOthers(path: (id: string) => string, body: object): Promise<void> {
  const { owner, id, stranger, guest } = await tracker()
  const before = await one(owner, id)
  expect((await put(stranger, path(id), body)).body.code).toBe(404103)
  expect((await put(owner, path('nobody'), body)).body.code).toBe(404103)
  expect((await put(guest, path(id), body)).body.code).toBe(403001)
  expect(await one(owner, id)).toEqual(before)
}

test('a tracker gets a name, then a photo, and loses the photo again [API-PUT /app/trackers/{id}, ENT-tracker.name, ENT-tracker.photo]', async () => {
  const { owner, id } = await tracker()
  const { events } = await listen(app, owner.token)
  expect((await put(owner, id, { name: ' Wheelchair 7 ' })).body.tracker).toMatchObject({
    name: 'Wheelchair 7',
    photo: '',
  })
  const { body } = await put(owner, id, { photo: dataUrl(await png(600, 600)) })
  expect(body.tracker).toMatchObject({
    name: 'Wheelchair 7',
    photo: expect.stringMatching(/^\/v3\/app\/media\/.+\.png$/),
  })
  expect((await call('GET', body.tracker.photo, { token: owner.token })).status).toBe(200)
  expect(await one(owner, id)).toEqual(body.tracker)
  // That alone: where it is consoles may know better than the hot row this was read from.
  const changed = { device_id: id, name: 'Wheelchair 7', photo: body.tracker.photo }
  await eventually(async () => expect(toldOf(events, id)).toEqual(changed))
  expect((await put(owner, id, { photo: '' })).body.tracker.photo).toBe('')
  expect((await call('GET', body.tracker.photo, { token: owner.token })).status).toBe(404)
})

test('a name another device has is refused, the own one is not [ERR-400102]', async () => {
  const { owner, id } = await tracker()
  const other = await given.tracker(owner.accountId, { name: 'Gate' })
  expect(await put(owner, id, { name: 'Gate' })).toMatchObject({ status: 400, body: { code: 400102 } })
  expect((await put(owner, other, { name: 'Gate' })).body.code).toBe(200)
})

test.each([
  ['no picture', async () => dataUrl(Buffer.from('<svg/>')), 'photo.type'],
  [
    'two megabytes and more',
    async () => dataUrl(Buffer.concat([await png(9, 9), Buffer.alloc(2 << 20)])),
    'photo.size',
  ],
  ['two frames', async () => dataUrl(withChunk(await png(9, 9), 'acTL', Buffer.alloc(8))), 'photo.type'],
])('a photo that is %s is refused with 400001', async (_what, photo, info) => {
  const { owner, id } = await tracker()
  const before = await one(owner, id)
  expect((await put(owner, id, { name: 'New', photo: await photo() })).body).toMatchObject({ code: 400001, info })
  expect(await one(owner, id)).toEqual(before)
})

test('nobody else renames a tracker', () => refusesOthers((id) => id, { name: 'Mine now' }))

test('a switch says whether its silence is an alarm [ENT-tracker.offline_alert]', async () => {
  const { owner, id } = await tracker()
  const { events } = await listen(app, owner.token)
  expect((await one(owner, id)).offline_alert).toBe(false)
  for (const alert of [true, false]) {
    expect((await put(owner, `${id}/offline`, { alert })).body.code).toBe(200)
    expect((await one(owner, id)).offline_alert).toBe(alert)
    await eventually(async () => expect(toldOf(events, id).offline_alert).toBe(alert))
  }
  await refusesOthers((other) => `${other}/offline`, { alert: true })
})

/** A class of an account. */
const nameClass = (accountId: string, index: number) =>
  sql`insert into tracker_classes (account_id, index, name, color)
    values (${accountId}, ${index}, ${`Class ${index}`}, '#112233')`.execute(db)

test('trackers are put into a class, and out of it [API-PUT /app/trackers/class, ENT-tracker.class_index, ENT-trackerClass.index]', async () => {
  const { owner, id } = await tracker()
  const second = await given.tracker(owner.accountId)
  await nameClass(owner.accountId, 2)
  const { events } = await listen(app, owner.token)
  const device_ids = [id, second, id]
  expect((await put(owner, 'class', { device_ids, class_index: 2 })).body).toEqual({ result: true, code: 200 })
  for (const device of [id, second]) expect((await one(owner, device)).class_index).toBe(2)
  await eventually(async () => expect(toldOf(events, second)).toMatchObject({ class_index: 2 }))
  await put(owner, 'class', { device_ids: [second], class_index: -1 })
  expect((await one(owner, id)).class_index).toBe(2)
  expect((await one(owner, second)).class_index).toBe(-1)
})

test('a class nobody has named takes no trackers, nor does a slot there is not', async () => {
  const { owner, id } = await tracker()
  const answer = await put(owner, 'class', { device_ids: [id], class_index: 3 })
  expect(answer.body).toMatchObject({ code: 404102, info: 'class_index' })
  for (const class_index of [10, -2, 1.5, '1']) {
    expect((await put(owner, 'class', { device_ids: [id], class_index })).body.code).toBe(400001)
  }
})

test('a batch of ten thousand trackers names the three foreign ones and changes the others [ERR-409002]', async () => {
  const { owner, stranger, guest } = await tracker()
  const own = Array.from({ length: 9_997 }, (_, index) => `B-${String(index).padStart(5, '0')}`)
  await sql`insert into trackers (account_id, device_id, name, device_model, created_at)
    select ${owner.accountId}, id, id, 'g3', 1 from unnest(${own}::text[]) as id`.execute(db)
  const foreign = await Promise.all([1, 2].map(() => given.tracker(stranger.accountId)))
  await nameClass(owner.accountId, 0)
  const device_ids = [foreign[0]!, ...own.slice(0, 5000), 'nobody', ...own.slice(5000), foreign[1]!]
  expect((await put(guest, 'class', { device_ids, class_index: 0 })).body.code).toBe(403001)
  const { status, body } = await put(owner, 'class', { device_ids, class_index: 0 })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 409002,
    failed_list: [foreign[0], 'nobody', foreign[1]].map((id) => ({ id, code: 404103 })),
  })
  const classes = new Map(
    (await list(owner)).map((item: { device_id: string; class_index: number }) => [item.device_id, item.class_index]),
  )
  expect(own.filter((id) => classes.get(id) !== 0)).toEqual([])
  for (const id of foreign) expect((await one(stranger, id)).class_index).toBe(-1)
  expect((await put(owner, 'class', { device_ids: [...device_ids, 'one more'], class_index: 0 })).body.code).toBe(
    400001,
  )
  expect((await put(owner, 'class', { device_ids: [], class_index: 0 })).body.code).toBe(400001)
})

test('batches that meet in another order both end', async () => {
  const { owner } = await tracker()
  const ids = await Promise.all(Array.from({ length: 40 }, () => given.tracker(owner.accountId)))
  await nameClass(owner.accountId, 1)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      put(owner, 'class', { device_ids: turn % 2 === 0 ? ids : ids.toReversed(), class_index: 1 }),
    ),
  )
  expect(answers.map(({ body }) => body.code)).toEqual(Array(8).fill(200))
})

/** The items of an account, by index. */
const nameItems = (accountId: string, names: readonly string[]) =>
  sql`insert into remark_items (account_id, index, name, place)
    select ${accountId}, place - 1, name, place from unnest(${names}::text[]) with ordinality as new (name, place)`.execute(
    db,
  )

test('remarks are kept with who wrote them and when; those left out stay, and an empty one is cleared [API-PUT /app/trackers/{id}/remarks, API-DELETE /app/trackers/{id}/remarks, ENT-tracker.remark, ENT-remarkItem.name, ENT-remarkItem.index, ENT-remarkItem.editor, ENT-remarkItem.memo, ENT-remarkItem.update_time]', async () => {
  const { owner, id } = await tracker()
  await nameItems(owner.accountId, ['Diet', 'Hearing'])
  const { events } = await listen(app, owner.token)
  const at = Math.floor(clock.now() / 1000)
  const first = await put(owner, `${id}/remarks`, { items: [{ index: 1, name: 'Hearing', memo: 'Left ear aid' }] })
  const hearing = {
    index: 1,
    name: 'Hearing',
    memo: 'Left ear aid',
    editor: 'Mori Yuki',
    update_time: expect.any(Number),
  }
  expect(first.body.remark).toEqual([hearing])
  expect(first.body.remark[0].update_time).toBeGreaterThanOrEqual(at)
  clock.move(5000)
  const second = await put(owner, `${id}/remarks`, {
    items: [
      { index: 0, memo: 'Soft food\nno nuts' },
      { index: 1, memo: 'Left ear aid' },
    ],
  })
  expect(second.body.remark).toMatchObject([{ index: 0, memo: 'Soft food\nno nuts' }, first.body.remark[0]])
  expect((await one(owner, id)).remark).toEqual(second.body.remark)
  await eventually(async () => expect(toldOf(events, id).remark).toEqual(second.body.remark))
  expect((await put(owner, `${id}/remarks`, { items: [{ index: 0, memo: ' ' }] })).body.remark).toMatchObject([
    { index: 1 },
  ])
  const cleared = await call('DELETE', `/v3/app/trackers/${id}/remarks`, { token: owner.token })
  expect(cleared.body).toEqual({ result: true, code: 200 })
  expect((await one(owner, id)).remark).toEqual([])
})

test('a remark needs an item of the account, and is not too long', async () => {
  const { owner, id, stranger } = await tracker()
  await nameItems(owner.accountId, ['Diet'])
  const code = async (items: object[]) => (await put(owner, `${id}/remarks`, { items })).body.code
  expect(
    await code([
      { index: 0, memo: 'fine' },
      { index: 7, memo: 'x' },
    ]),
  ).toBe(404102)
  expect(await code([{ index: 0, memo: 'x'.repeat(501) }])).toBe(400001)
  expect(await code([])).toBe(400001)
  expect((await one(owner, id)).remark).toEqual([])
  const remove = ({ token }: Caller) => call('DELETE', `/v3/app/trackers/${id}/remarks`, { token })
  expect((await remove(stranger)).body.code).toBe(404103)
  await refusesOthers((other) => `${other}/remarks`, { items: [{ index: 0, memo: 'x' }] })
})

test('a read-only guest sees trackers without what is written on them, in lists and live', async () => {
  const { owner, id, guest } = await tracker()
  await nameItems(owner.accountId, ['Diet'])
  const { events } = await listen(app, guest.token)
  await put(owner, `${id}/remarks`, { items: [{ index: 0, memo: 'Secret' }] })
  await put(owner, id, { name: 'Told' })
  await eventually(async () => expect(toldOf(events, id).name).toBe('Told'))
  expect(JSON.stringify(events)).not.toContain('Secret')
  const { body } = await call('GET', '/v3/app/trackers', { token: guest.token })
  expect(body.trackers).toMatchObject([{ name: 'Told', remark: [] }])
  expect((await one(owner, id)).remark).toHaveLength(1)
})

test('a phone that may not be tracked leaves the list and is not placed any more, until it may again [API-POST /device/trackable]', async () => {
  const { owner, stranger, guest, id } = await tracker()
  await given.tracker(owner.accountId, { id: 'phone-1', model: 'mobile' })
  const password = await given.credential(owner.accountId, 'phone-1')
  let seq = 0
  const locate = (gps_latitude: number) => {
    seq += 1
    const body = {
      phone_id: 'phone-1',
      key: password,
      seq,
      scanned_at_ms: clock.now(),
      gps_latitude,
      gps_longitude: 139,
    }
    return call('POST', '/v3/device/report', { body })
  }
  const set = ({ token }: Caller, device_id: string, trackable: boolean) =>
    call('POST', '/v3/device/trackable', { token, body: { device_id, trackable } })
  await locate(35)
  await eventually(async () => expect(await one(owner, 'phone-1')).toMatchObject({ gps_latitude: 35 }))
  const { events } = await listen(app, owner.token)
  expect((await set(owner, 'phone-1', false)).body).toEqual({ result: true, code: 200 })
  expect(await one(owner, 'phone-1')).toBeUndefined()
  await eventually(async () =>
    expect(events.find(({ event }) => event === 'gone')?.data).toEqual({ device_ids: ['phone-1'], t4_ids: [] }),
  )
  const offer = { device_id: 'phone-1', email: 'friend@example.com' }
  expect((await call('POST', '/v3/app/sharing', { token: owner.token, body: offer })).body.code).toBe(400114)
  clock.move(1000)
  expect((await locate(36)).body).toMatchObject({ code: 200, stored: 0 })
  expect((await set(owner, 'phone-1', true)).body.code).toBe(200)
  expect(await one(owner, 'phone-1')).toMatchObject({ gps_latitude: 35 })
  clock.move(1000)
  await locate(37)
  await eventually(async () => expect(await one(owner, 'phone-1')).toMatchObject({ gps_latitude: 37 }))
  expect((await set(stranger, 'phone-1', false)).body.code).toBe(404103)
  expect((await set(guest, 'phone-1', false)).body.code).toBe(403001)
  // Only phones have that choice.
  expect((await set(owner, id, false)).body.code).toBe(404103)
})
