import type { PushMessage } from '@whereabouts/contract/push-message'
import { expect, test } from 'vitest'
import { awayPage } from './away-page.ts'
import { isOver, shownOf } from './shown.ts'
import { wordsFor } from './words.ts'

const words = wordsFor('en-us', [])
const push = (change: Partial<PushMessage> = {}): PushMessage => ({
  ...{ id: 'n-1', alarm_id: 'n-1', type: 'help', event_time_ms: 50, repeat: true, device_id: 'G3-1' },
  ...{ title: 'Help requested', body: 'Open the console to see who and where.' },
  ...change,
})

test('an alarm stands until somebody touches it, is felt, and shows no more than was pushed', () => {
  const { title, options } = shownOf(push(), words)
  expect([title, options.body, options.tag]).toEqual([
    'Help requested',
    'Open the console to see who and where.',
    'n-1',
  ])
  expect(options).toMatchObject({ requireInteraction: true, silent: false, renotify: true, vibrate: expect.any(Array) })
  expect(shownOf(push({ repeat: false }), words).options.requireInteraction).toBe(false)
})

test.each(['disengage', 'station_online'] as const)('%s disturbs nobody', (type) => {
  const { options } = shownOf(push({ type, repeat: false }), words)
  expect(options).toMatchObject({ silent: true, renotify: false, requireInteraction: false })
  expect(options.vibrate).toBeUndefined()
})

test('an unreadable push is shown too, in the language of the browser', () => {
  expect(shownOf(undefined, wordsFor(undefined, ['fr-CH', 'ja'])).title).toBe('Something happened')
  expect(shownOf(undefined, wordsFor(undefined, ['ko', 'ja-JP'])).title).toBe('新しい出来事があります')
  expect(shownOf(undefined, wordsFor('zh-tw', ['ja'])).title).toBe('有新的事件')
})

test('a stop ends what is shown of events up to it, and no other push does', () => {
  const dataOf = (event_time_ms: number) => shownOf(push({ event_time_ms }), words).options.data
  const stop = push({ type: 'disengage', event_time_ms: 50 })
  expect([49, 50, 51].map((time) => isOver(dataOf(time), stop))).toEqual([true, true, false])
  expect(isOver(dataOf(49), push({ event_time_ms: 50 }))).toBe(false)
  expect(isOver(null, stop)).toBe(false)
  // Whatever it was, nobody has seen it.
  expect(isOver(shownOf(undefined, words).options.data, stop)).toBe(false)
})

test('answering an alarm in the list closes its notifications, however often it was sent again, and no others', () => {
  const dataOf = (change: Partial<PushMessage>) => shownOf(push(change), words).options.data
  const answered = push({ id: 'n-9', type: 'disengage', alarm_id: null, event_time_ms: 0, alarm_ids: ['n-1', 'n-2'] })
  expect(isOver(dataOf({ id: 'n-1', alarm_id: 'n-1' }), answered)).toBe(true)
  expect(isOver(dataOf({ id: 'again', alarm_id: 'n-2' }), answered)).toBe(true)
  expect(isOver(dataOf({ id: 'n-3', alarm_id: 'n-3', event_time_ms: 0 }), answered)).toBe(false)
  expect(isOver(dataOf({ alarm_id: null }), answered)).toBe(false)
  // Shown by a worker of before, which kept no alarm with it.
  expect(isOver({ deviceId: null, eventTimeMs: 50 }, answered)).toBe(false)
})

test('several answers leave one silent notification', () => {
  const tagOf = (id: string) => shownOf(push({ id, type: 'disengage', alarm_ids: [id] }), words).options.tag
  expect(tagOf('n-8')).toBe(tagOf('n-9'))
})

test('the page without a server runs what came with it alone, and is kept nowhere', async () => {
  const response = awayPage(words, 'bm9uY2U=')
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html.match(/<(script|style)(?! nonce="bm9uY2U=")/g)).toBeNull()
  expect(html).toContain('The server cannot be reached')
})
