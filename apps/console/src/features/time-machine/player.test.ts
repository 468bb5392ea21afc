import type { PastChange, PastSite } from '@whereabouts/contract/history'
import type { Notification } from '@whereabouts/contract/notifications'
import { expect, test } from 'vitest'
import { givenStation, givenTracker } from '../live/given.ts'
import { Player, type PlayerDeps } from './player.ts'
import { differences, extended, type Instant, instantOf, reelOf } from './reel.ts'

const MINUTE = 60_000
/** The past begins at 0 and ends with the present. */
const NOW = 20 * 60 * MINUTE

const site = (at_ms: number, x: number): PastSite => ({
  at_ms,
  learned_ms: null,
  trackers: [givenTracker('A', { indoor_X: x }), givenTracker('B')],
  stations: [givenStation('S')],
  visits: [],
  zones: [],
  notifications: [],
})
const moved = (at_ms: number, x: number): PastChange => ({ at_ms, tracker: { device_id: 'A', indoor_X: x } })
const alarm = (at_ms: number, by: string | null): PastChange => ({
  at_ms,
  notification: {
    ...({ id: 'N', type: 'low_battery', device_id: 'A', metadata: { event_time_ms: 0 } } as Notification),
    alarm: { acknowledged_by: by, ended_at_ms: 1, going_at_ms: null, type: 'low_battery' } as Notification['alarm'],
  },
})
const xAt = (instant: Instant) => instant.trackers.get('A')?.indoor_X

test('every instant of a stretch is read, forward and back, and rows that stay the same are the same objects', () => {
  const arrives: PastChange = { at_ms: 3 * MINUTE, tracker: givenTracker('C') }
  const silent: PastChange = { at_ms: 4 * MINUTE, station: { t4_id: 'S', connection_status: 'disconnected' } }
  const unknown: PastChange = { at_ms: 1, tracker: { device_id: 'X', indoor_X: 1 } }
  const reel = extended(
    reelOf(site(0, 1)),
    [unknown, moved(MINUTE, 2), moved(2 * MINUTE, 3), arrives, silent],
    5 * MINUTE,
  )
  expect([0, MINUTE - 1, MINUTE, 5 * MINUTE, 1].map((at) => xAt(instantOf(reel, at)))).toEqual([1, 1, 2, 3, 1])
  const [early, late] = [instantOf(reel, 0), instantOf(reel, 5 * MINUTE)]
  expect([...early.trackers.keys()]).toEqual(['A', 'B'])
  expect(differences(early.trackers, late.trackers).changed.map(({ device_id }) => device_id)).toEqual(['A', 'C'])
  expect(differences(late.trackers, early.trackers).gone).toEqual(['C'])
  expect(late.stations.get('S')?.connection_status).toBe('disconnected')
  expect(differences(late.trackers, instantOf(reel, 4 * MINUTE).trackers).changed).toEqual([])
})

test('zones are those of each instant', () => {
  const [before, after]: PastSite['zones'][] = [[], [{ id: 'Z' } as PastSite['zones'][number]]]
  const reel = extended(reelOf({ ...site(0, 1), zones: before! }), [{ at_ms: MINUTE, zones: after! }], 2 * MINUTE)
  expect([0, MINUTE - 1, MINUTE, 2 * MINUTE].map((at) => instantOf(reel, at).zones)).toEqual([
    before,
    before,
    after,
    after,
  ])
})

test('alarms are open from when they were raised until somebody answered', () => {
  const reel = extended(reelOf(site(0, 1)), [alarm(MINUTE, null), alarm(2 * MINUTE, 'Mori Yuki')], 3 * MINUTE)
  const open = (at: number) => [...instantOf(reel, at).alarms.keys()]
  expect([0, MINUTE, 2 * MINUTE].map(open)).toEqual([[], ['N'], []])
})

/** A player over a past in which A moves by 1 every minute; steps are made by hand. */
function playing(given: Partial<PlayerDeps> = {}) {
  const shown: (readonly [atMs: number, x: number | null | undefined])[] = []
  const asked: string[] = []
  let step: ((elapsedMs: number) => void) | undefined
  const player = new Player({
    loadSite: async (atMs) => {
      asked.push(`site ${atMs / MINUTE}`)
      return site(atMs, Math.floor(atMs / MINUTE))
    },
    loadChanges: async (fromMs, untilMs) => {
      asked.push(`changes ${fromMs / MINUTE} to ${untilMs / MINUTE}`)
      const minutes = Array.from({ length: NOW / MINUTE + 1 }, (_, minute) => minute)
      const within = minutes.filter((minute) => minute * MINUTE > fromMs && minute * MINUTE <= untilMs)
      return { changes: within.map((minute) => moved(minute * MINUTE, minute)), until_ms: untilMs }
    },
    nowMs: () => NOW,
    firstMs: () => 0,
    show: (instant, atMs) => shown.push([atMs / MINUTE, xAt(instant)]),
    everyStep: (run) => {
      step = run
      return () => {
        step = undefined
      }
    },
    ...given,
  })
  /** Lets so many steps go by, and what they ask for arrive. */
  const steps = async (count: number, elapsedMs = 250) => {
    for (let made = 0; made < count; made++) {
      step?.(elapsedMs)
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    }
  }
  return { player, shown, asked, steps, isRunning: () => step !== undefined }
}

test.each([
  [1, 1],
  [1, 10],
  [1, 60],
  [1, 600],
  [-1, 1],
  [-1, 600],
] as const)('it plays in direction %i at %i times, and every instant shown is as it was', async (direction, speed) => {
  const { player, shown, steps } = playing()
  await player.seek(10 * 60 * MINUTE)
  player.setSpeed(speed)
  player.play(direction)
  await steps(12)
  const [last] = shown.at(-1)!
  expect(Math.sign(last - 600)).toBe(direction)
  expect(shown.length).toBeGreaterThan(5)
  for (const [minute, x] of shown) expect(x).toBe(Math.floor(minute))
})

test('it plays on through several stretches, and stops at the present and where what is kept begins', async () => {
  const { player, shown, steps, isRunning } = playing()
  await player.seek(NOW - 8 * 60 * MINUTE)
  player.setSpeed(600)
  player.play(1)
  await steps(300)
  expect(player.state.get()).toMatchObject({ atMs: NOW, direction: 0 })
  expect(isRunning()).toBe(false)
  for (const [minute, x] of shown) expect(x).toBe(Math.floor(minute))
  player.play(-1)
  await steps(900)
  expect(player.state.get()).toMatchObject({ atMs: 0, direction: 0 })
  for (const [minute, x] of shown) expect(x).toBe(Math.floor(minute))
})

test('an instant within what is loaded is shown without asking; of two questions the later one counts', async () => {
  const { player, shown, asked, steps } = playing()
  await player.seek(60 * MINUTE)
  player.setSpeed(60)
  player.play(1)
  await steps(2)
  player.pause()
  const before = asked.length
  await player.seek(61 * MINUTE)
  expect(asked).toHaveLength(before)
  expect(shown.at(-1)).toEqual([61, 61])
  await Promise.all([player.seek(300 * MINUTE), player.seek(400 * MINUTE)])
  expect(shown.at(-1)).toEqual([400, 400])
  expect(player.state.get()).toMatchObject({ atMs: 400 * MINUTE, isLoading: false })
})

test('an instant before what is kept, or in the future, is the nearest that there is', async () => {
  const { player } = playing()
  await player.seek(-5)
  expect(player.state.get().atMs).toBe(0)
  await player.seek(NOW + MINUTE)
  expect(player.state.get().atMs).toBe(NOW)
})

test('an instant that could not be had is shown as such, with nothing of another time, and play asks for it again', async () => {
  let isAway = false
  const { player, shown, steps, isRunning } = playing({
    loadSite: async (atMs) => {
      if (isAway) throw new Error('away')
      return site(atMs, Math.floor(atMs / MINUTE))
    },
  })
  await player.seek(60 * MINUTE)
  player.play(1)
  isAway = true
  await player.seek(300 * MINUTE)
  expect(player.state.get()).toMatchObject({ atMs: 300 * MINUTE, direction: 0, failure: new Error('away') })
  expect(isRunning()).toBe(false)
  isAway = false
  player.play(1)
  await steps(3)
  expect(player.state.get()).toMatchObject({ direction: 1, failure: undefined })
  expect(shown.at(-1)?.[0]).toBeGreaterThanOrEqual(300)
})

test('a failed earlier request is ignored once a later one was answered', async () => {
  const held = Promise.withResolvers<PastSite>()
  const { player, isRunning } = playing({
    loadSite: (atMs) => (atMs === 300 * MINUTE ? held.promise : Promise.resolve(site(atMs, 0))),
  })
  const early = player.seek(300 * MINUTE)
  await player.seek(60 * MINUTE)
  player.play(1)
  held.reject(new Error('away'))
  await early
  expect(player.state.get()).toMatchObject({ atMs: 60 * MINUTE, direction: 1, failure: undefined })
  expect(isRunning()).toBe(true)
})

test('its end is told to nobody, also while it plays', async () => {
  const { player, isRunning } = playing()
  await player.seek(60 * MINUTE)
  player.play(1)
  let told = 0
  player.state.subscribe(() => told++)
  player.end()
  expect(told).toBe(0)
  expect(isRunning()).toBe(false)
})

test('a failed load is shown and stops the playback; the next seek loads again', async () => {
  let isAway = true
  const { player, steps } = playing({
    loadChanges: async (_from, until_ms) => {
      if (isAway) throw new Error('away')
      return { changes: [], until_ms }
    },
  })
  await player.seek(60 * MINUTE)
  player.play(1)
  await steps(2)
  expect(player.state.get()).toMatchObject({ direction: 0, failure: new Error('away') })
  isAway = false
  await player.seek(70 * MINUTE)
  expect(player.state.get()).toMatchObject({ failure: undefined, isLoading: false })
})
