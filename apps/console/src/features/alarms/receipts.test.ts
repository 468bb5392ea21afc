import { MAX_ALARMS } from '@whereabouts/domain/alarms'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { soundAllowed, sounding } from '../../lib/sound.ts'
import { givenEvent } from './given.ts'
import { pageAudience } from './page-audience.ts'
import { makeReceipts } from './receipts.ts'

const page = { visibilityState: 'visible', listeners: new Set<() => void>() }
function turn(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  for (const listener of page.listeners) listener()
}

beforeEach(() => {
  vi.useFakeTimers()
  turn('visible')
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.visibilityState
    },
    addEventListener: (_name: string, listener: () => void) => page.listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => page.listeners.delete(listener),
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

/** What the server was told, call by call; it refuses as long as told to. */
function given() {
  const told: (readonly string[])[] = []
  const over = new Set<string>()
  const server = { isAway: false }
  const say = async (ids: readonly string[]) => {
    told.push(ids)
    if (server.isAway) throw new Error('away')
  }
  const receipts = makeReceipts({ say, isOver: (id) => over.has(id), audience: pageAudience, log: () => {} })
  onTestFinished(() => receipts.stop())
  return { receipts, told, over, server }
}

test('receipts that arrive together are sent together, each once, and retried until the server has them', async () => {
  const { receipts, told, server } = given()
  server.isAway = true
  receipts.show([givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b' })])
  receipts.show([givenEvent(51, { id: 'a' })])
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([['a', 'b']])
  server.isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('no receipt is sent for an alarm that was answered meanwhile', async () => {
  const { receipts, told, over, server } = given()
  server.isAway = true
  receipts.show([givenEvent(51, { id: 'a' }), givenEvent(52, { id: 'b' })])
  await vi.advanceTimersByTimeAsync(1000)
  over.add('a')
  await vi.advanceTimersByTimeAsync(3000)
  over.add('b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['a', 'b'], ['b']])
})

test('old receipts are forgotten, however many arrive', async () => {
  const { receipts, told } = given()
  const many = Array.from({ length: 2 * MAX_ALARMS + 1 }, (_, at) => givenEvent(at, { id: `alarm ${at}` }))
  receipts.show(many)
  await vi.advanceTimersByTimeAsync(1000)
  receipts.show(many)
  await vi.advanceTimersByTimeAsync(1000)
  expect(told.slice(1)).toEqual([['alarm 0']])
})

test('after its end nothing is told, whatever was under way', async () => {
  const { receipts, told, server } = given()
  server.isAway = true
  receipts.show([givenEvent(51, { id: 'a' })])
  vi.advanceTimersByTime(50)
  receipts.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['a']])
})

test('a page that nobody sees shows an alarm once it sounds: that it may sound is not enough', async () => {
  const { receipts, told } = given()
  turn('hidden')
  soundAllowed.set(true)
  onTestFinished(() => {
    soundAllowed.set(false)
    sounding.set(false)
  })
  receipts.show([givenEvent(51, { id: 'a' })])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  sounding.set(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['a']])
  // One that comes while it sounds is heard by that.
  receipts.show([givenEvent(52, { id: 'b' })])
  sounding.set(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([['a'], ['b']])
})

test('a page that somebody turns to shows what came before', async () => {
  const { receipts, told } = given()
  turn('hidden')
  receipts.show([givenEvent(51, { id: 'a' })])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  turn('visible')
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([['a']])
})
