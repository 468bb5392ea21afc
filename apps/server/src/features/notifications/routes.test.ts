import { NOTIFICATION_TYPES } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven } from '../../../../../scripts/harness/given.ts'
import { listen, notificationsTold } from '../../../../../scripts/harness/listen.ts'
import { helpOf, raised } from '../../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

interface Listed {
  readonly id: string
  readonly subject: string
  readonly message: string
}
const list = (token: string, pageToken?: string) =>
  call('GET', `/v3/app/notifications${pageToken === undefined ? '' : `?page_token=${encodeURIComponent(pageToken)}`}`, {
    token,
  })

const aboutNothing = { zone_id: null, zone_name: null, device_name: null }

test('the list says what happened, when, of which type and device [ENT-notification.id, ENT-notification.subject, ENT-notification.message, ENT-notification.created_time, ENT-notification.type, ENT-notification.metadata.event_time_ms]', async () => {
  const { token, accountId } = await given.person()
  const { events } = await listen(app, token)
  const before = clock.now()
  const [first, second] = await raised(
    app,
    accountId,
    helpOf('G3-1', 'Ito Haru', before),
    ...([
      { type: 'station_online', deviceId: 'T4-1', facts: { station_name: 'Lobby' }, happenedAtMs: before },
    ] as const),
  )
  const { body } = await list(token)
  expect(body.notifications).toEqual([
    {
      id: second,
      type: 'station_online',
      subject: 'Station online',
      message: 'Lobby is online again.',
      created_time: expect.any(Number),
      device_id: 'T4-1',
      metadata: { event_time_ms: expect.any(Number), repeat: false, late_since_ms: null, ...aboutNothing },
      alarm: null,
    },
    {
      id: first,
      type: 'help',
      subject: 'Help requested',
      message: 'Ito Haru asks for help, 2F East.',
      created_time: expect.any(Number),
      device_id: 'G3-1',
      metadata: {
        event_time_ms: expect.any(Number),
        repeat: false,
        late_since_ms: null,
        ...aboutNothing,
        device_name: 'Ito Haru',
      },
      alarm: expect.objectContaining({ alarm_id: first, state: expect.any(String), acknowledged_by: null }),
    },
  ])
  const [station, help] = body.notifications
  expect(help.created_time).toBeGreaterThanOrEqual(Math.floor(before / 1000))
  expect(help.created_time).toBeLessThanOrEqual(clock.now() / 1000)
  expect(help.metadata.event_time_ms).toBeGreaterThanOrEqual(before)
  expect(station.metadata.event_time_ms).toBe(help.metadata.event_time_ms + 1)
  // What is pushed carries the same.
  await eventually(async () => expect(notificationsTold(events)).toHaveLength(2))
  expect(notificationsTold(events).map(({ metadata }) => metadata)).toEqual([help.metadata, station.metadata])
  expect(NOTIFICATION_TYPES).toEqual(expect.arrayContaining([station.type, help.type]))
})

test('pages follow one another, newest first, and no item comes twice, whatever is raised meanwhile [API-GET /app/notifications]', async () => {
  const { token, accountId } = await given.person()
  const now = clock.now()
  const many = Array.from({ length: 120 }, (_, index) => helpOf(`G3-${index}`, `Person ${index}`, now))
  const ids = await raised(app, accountId, ...many)
  const pages: Listed[][] = []
  let next: string | undefined
  do {
    const { body } = await list(token, next)
    pages.push(body.notifications)
    next = body.metadata?.next_token
    await raised(app, accountId, helpOf('G3-new', 'Meanwhile', now))
  } while (next !== undefined)
  expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
  expect(pages.flat().map(({ id }) => id)).toEqual([...ids].reverse())
})

test('each reads in the own language, visitors in theirs', async () => {
  const owner = await given.person()
  const colleague = await given.person({ accountId: owner.accountId, class: 'readonly' })
  const visitor = await given.visitor(owner, 'guest')
  const speak = (token: string, locale: string) =>
    call('PUT', '/v3/app/users/profile', { token, body: { user: { locale } } })
  await speak(colleague.token, 'zh-tw')
  await speak(visitor, 'ja-jp')
  await raised(app, owner.accountId, helpOf('G3-1', '伊藤 ハル', clock.now()))
  const messages = await Promise.all(
    [owner.token, colleague.token, visitor].map(async (token) => (await list(token)).body.notifications[0].message),
  )
  expect(messages).toEqual([
    '伊藤 ハル asks for help, 2F East.',
    '伊藤 ハル 發出求助（2F East）。',
    '伊藤 ハルさんが助けを求めています（2F East）。',
  ])
})

test('a repeating account raises repeating alarms, one that does not others [ENT-notification.metadata.repeat]', async () => {
  const { token, accountId } = await given.person()
  const turn = (notification_ring_repeat: boolean) =>
    call('PUT', '/v3/app/users/profile', { token, body: { user: { notification_ring_repeat } } })
  await raised(app, accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  await turn(true)
  await raised(app, accountId, helpOf('G3-1', 'Ito Haru', clock.now()))
  const { body } = await list(token)
  expect(body.notifications.map(({ metadata }: { metadata: { repeat: boolean } }) => metadata.repeat)).toEqual([
    true,
    false,
  ])
})

test('messages that are only relayed are in no list and do not count as unread', async () => {
  const { token } = await given.person()
  await call('POST', '/v3/app/notifications/push', { token, body: { type: 'test', event_time_ms: clock.now() } })
  await call('POST', '/v3/app/notifications/push', { token, body: { type: 'disengage', event_time_ms: clock.now() } })
  expect((await list(token)).body.notifications).toEqual([])
  expect((await call('GET', '/v3/app/users/profile', { token })).body.unread_count).toBe(0)
})

test('everybody of the account has it unread, and reads it for himself [ENT-user.unread_count]', async () => {
  const owner = await given.person()
  const colleague = await given.person({ accountId: owner.accountId, class: 'support' })
  const visitor = await given.visitor(owner, 'guest')
  const stranger = await given.person()
  const unread = async (token: string) => (await call('GET', '/v3/app/users/profile', { token })).body.unread_count
  const read = (token: string) => call('PUT', '/v3/app/users/profile', { token, body: { user: { unread_count: 0 } } })
  const now = clock.now()
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now), helpOf('G3-2', 'Sato Kenji', now))
  const all = [owner.token, colleague.token, visitor, stranger.token]
  expect(await Promise.all(all.map(unread))).toEqual([2, 2, 2, 0])
  await read(visitor)
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now))
  expect(await Promise.all(all.map(unread))).toEqual([3, 3, 1, 0])
  await read(owner.token)
  expect(await Promise.all(all.map(unread))).toEqual([0, 3, 1, 0])
  await raised(app, owner.accountId, helpOf('G3-1', 'Ito Haru', now))
  expect(await unread(await given.visitor(owner, 'deputy'))).toBe(0)
})

test('a stranger sees nothing of it, and pages of it open to nobody else', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const now = clock.now()
  await raised(
    app,
    owner.accountId,
    ...Array.from({ length: 60 }, (_, index) => helpOf(`G3-${index}`, 'Ito Haru', now)),
  )
  expect((await list(stranger.token)).body.notifications).toEqual([])
  const { next_token } = (await list(owner.token)).body.metadata
  expect((await list(stranger.token, next_token)).body.code).toBe(400001)
  expect((await list(owner.token, next_token)).body.notifications).toHaveLength(10)
  expect((await list(owner.token, `${next_token}x`)).body.code).toBe(400001)
})

test('an event of long ago says when it happened', async () => {
  const { token, accountId } = await given.person()
  const happenedAtMs = clock.now() - 16 * 60_000
  await raised(app, accountId, helpOf('G3-1', 'Ito Haru', happenedAtMs))
  expect((await list(token)).body.notifications[0].metadata.late_since_ms).toBe(happenedAtMs)
  const { rows } = await sql`select from notifications where account_id = ${accountId}`.execute(db)
  expect(rows).toHaveLength(1)
})
