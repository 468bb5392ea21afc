import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call } = app

const PATH = '/v3/app/users/extrasettings/class'
type Caller = Pick<Person, 'token'>
const save = ({ token }: Caller, classes: unknown) => call('POST', PATH, { token, body: { classes } })
const list = async ({ token }: Caller) => (await call('GET', PATH, { token })).body.classes
const residents = {
  index: 0,
  name: 'Residents',
  color: '#0E6070',
  urls: [
    { name: 'Care plan', url: 'https://care.example/plan' },
    { name: 'Menu', url: 'http://kitchen.example/' },
  ],
  is_staff: false,
}
const staff = { index: 9, name: 'Staff', color: '#A0522D', urls: [], is_staff: true }

test('classes are saved as a whole list, and slots left out are unused [API-POST /app/users/extrasettings/class, API-GET /app/users/extrasettings/class, ENT-trackerClass.name]', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const { events } = await listen(app, owner.token)
  const { body } = await save(owner, [staff, { ...residents, color: '#0e6070' }])
  expect(body.classes).toHaveLength(10)
  expect([body.classes[0], body.classes[9]]).toEqual([residents, staff])
  expect(body.classes[5]).toEqual({ index: 5, name: '', color: '#5A626B', urls: [], is_staff: false })
  expect(await list(owner)).toEqual(body.classes)
  await eventually(async () => expect(events.find(({ event }) => event === 'lists')?.data.changed).toEqual(['classes']))
  await save(owner, [{ ...staff, name: 'Nurses' }])
  expect((await list(owner))[0].name).toBe('')
  expect((await list(owner))[9].name).toBe('Nurses')
  expect((await list(stranger)).every(({ name }: { name: string }) => name === '')).toBe(true)
})

test('a class in use is neither emptied nor left out [VALID-30, ERR-412001]', async () => {
  const owner = await given.person()
  await save(owner, [residents, staff])
  const id = await given.tracker(owner.accountId)
  const put = (class_index: number) =>
    call('PUT', '/v3/app/trackers/class', { token: owner.token, body: { device_ids: [id], class_index } })
  await put(9)
  for (const classes of [[residents], [residents, { ...staff, name: '' }], []]) {
    const answer = await save(owner, classes)
    expect(answer).toMatchObject({ status: 412, body: { code: 412001, info: 'classes.9' } })
  }
  expect((await list(owner))[9]).toEqual(staff)
  expect((await save(owner, [{ ...staff, color: '#000000' }])).body.code).toBe(200)
  await put(-1)
  expect((await save(owner, [])).body.code).toBe(200)
})

test('emptying and filling a class at the same moment leaves a consistent state', async () => {
  const owner = await given.person()
  const ids = await Promise.all(Array.from({ length: 6 }, () => given.tracker(owner.accountId)))
  for (const id of ids) {
    await save(owner, [staff])
    const body = { device_ids: [id], class_index: 9 }
    await Promise.all([save(owner, []), call('PUT', '/v3/app/trackers/class', { token: owner.token, body })])
    const { trackers } = (await call('GET', '/v3/app/trackers', { token: owner.token })).body
    const isUsed = trackers.some((tracker: { class_index: number }) => tracker.class_index === 9)
    expect((await list(owner))[9].name !== '' || !isUsed).toBe(true)
    await call('PUT', '/v3/app/trackers/class', { token: owner.token, body: { device_ids: ids, class_index: -1 } })
  }
})

test('two who name the first classes at the same moment both end', async () => {
  const owner = await given.person()
  const answers = await Promise.all(Array.from({ length: 6 }, () => save(owner, [residents, staff])))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test.each([
  [[{ ...staff, index: 10 }], 'body.classes.0.index'],
  [[{ ...staff, color: 'red' }], 'body.classes.0.color'],
  [[{ ...staff, name: 'x'.repeat(51) }], 'body.classes.0.name'],
  [[{ ...staff, urls: [{ name: 'x', url: 'javascript:alert(1)' }] }], 'body.classes.0.urls.0.url'],
  [[{ ...staff, urls: Array(6).fill({ name: 'x', url: 'https://x.example' }) }], 'body.classes.0.urls'],
  [[staff, { ...residents, index: 9 }], 'body.classes'],
  [[staff, { ...residents, name: 'Staff' }], 'body.classes'],
])('classes %j are refused', async (classes, info) => {
  const owner = await given.person()
  expect((await save(owner, classes)).body).toMatchObject({ code: 400001, info })
})

test('support and guests read classes and save none', async () => {
  const owner = await given.person()
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  for (const person of [support, { token: await given.visitor(owner, 'guest') }]) {
    expect((await save(person, [staff])).body.code).toBe(403001)
    expect(await list(person)).toHaveLength(10)
  }
})
