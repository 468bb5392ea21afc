import type { StreamEvent } from '@whereabouts/contract/stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import { expect, test } from 'vitest'
import type { MarkerChange } from '../../map/marker.ts'
import { givenMap, givenStation, givenTracker, heardIndoors, NOW, pages } from './given.ts'
import { freshnessOf, LiveStore } from './live-store.ts'

function given() {
  const markers = new Map<string, MarkerChange>()
  let nowMs = NOW * 1000
  let steadyMs = 0
  let resyncs = 0
  const lists: string[] = []
  const store = new LiveStore({
    feed: {
      apply: (changes) => {
        for (const change of changes) markers.set(change.id, { ...markers.get(change.id), ...change })
      },
      remove: (ids) => {
        for (const id of ids) markers.delete(id)
      },
      setPlanes: () => {},
    },
    now: () => Math.floor(nowMs / 1000),
    nowMs: () => nowMs,
    steadyMs: () => steadyMs,
    schedule: (run) => run(),
    compareNames: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
    onResync: () => {
      resyncs++
    },
    onLists: (changed) => lists.push(...changed),
  })
  return {
    store,
    markers,
    lists,
    resyncs: () => resyncs,
    pass: (ms: number) => {
      nowMs += ms
      steadyMs += ms
      store.tick()
    },
    setClock: (ms: number) => {
      nowMs += ms
    },
  }
}

/** A list whose pages come when the test says so. */
function slowPages<Row>() {
  let give: (rows: Row[] | undefined) => void = () => {}
  async function* list() {
    for (;;) {
      const rows = await new Promise<Row[] | undefined>((resolve) => {
        give = resolve
      })
      if (!rows) return
      yield rows
    }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    list: list(),
    async give(rows: Row[] | undefined) {
      await turn()
      give(rows)
      await turn()
    },
  }
}

const trackersEvent = (...trackers: (Partial<Tracker> & { device_id: string })[]): StreamEvent => ({
  event: 'trackers',
  id: '1',
  data: { trackers },
})
const heartbeat: StreamEvent = { event: 'heartbeat', id: '1', data: { server_time_ms: 0 } }

test('a change that comes while its list is loaded wins over the list, in the row and on the map', async () => {
  const { store, markers } = given()
  const slow = slowPages<Tracker>()
  const loading = store.loadTrackers(slow.list)
  store.take([trackersEvent({ device_id: 'a', battery: 5, qualified_location_info: heardIndoors('t4', 'new', 7, 8) })])
  await slow.give([givenTracker('a', { battery: 80, qualified_location_info: heardIndoors('t4', 'old', 1, 2) })])
  await slow.give(undefined)
  await loading
  expect(store.trackers.get('a')).toMatchObject({ battery: 5 })
  expect(markers.get('a')).toMatchObject({ indoor: { plane: 'new', x: 7, y: 8 }, lowBattery: true })
})

test('a device nobody listed arrives whole by the stream and is there; a piece of an unknown one is not', async () => {
  const { store, markers } = given()
  await store.loadTrackers(pages<Tracker>())
  store.take([
    trackersEvent(givenTracker('new', { name: 'Phone of Anna', device_model: 'mobile' }), { device_id: 'x' }),
  ])
  expect(store.trackers.rows().map(({ name }) => name)).toEqual(['Phone of Anna'])
  expect(markers.get('new')).toMatchObject({ name: 'Phone of Anna', kind: 'phone', state: 'connected' })
})

test('a piece that follows a new device in one message counts, and who waits for the device hears of it', async () => {
  const { store, markers } = given()
  await store.loadTrackers(pages<Tracker>())
  let heard = 0
  store.subscribeRow('new', () => heard++)
  store.take([trackersEvent(givenTracker('new', { battery: 80 }), { device_id: 'new', battery: 5 })])
  expect(store.trackers.get('new')).toMatchObject({ name: 'new', battery: 5 })
  expect(markers.get('new')).toMatchObject({ lowBattery: true })
  expect(heard).toBe(1)
})

test('a device that left its list leaves the table and the map', async () => {
  const { store, markers } = given()
  await store.loadTrackers(pages([givenTracker('a')], [givenTracker('b')]))
  await store.loadTrackers(pages([givenTracker('b')]))
  expect(store.trackers.rows().map(({ device_id }) => device_id)).toEqual(['b'])
  expect([...markers.keys()]).toEqual(['b'])
})

test('a removed device leaves the table and the map at once, also while its list loads, and no other row changes', async () => {
  const { store, markers } = given()
  const gone = (device_ids: string[], t4_ids: string[] = []): StreamEvent => ({
    event: 'gone',
    id: '1',
    data: { device_ids, t4_ids },
  })
  await store.loadTrackers(
    pages(['a', 'b', 'c', 'd'].map((id) => givenTracker(id, { battery: id.charCodeAt(0) - 96 }))),
  )
  await store.loadStations(pages([givenStation('t4')]))
  store.take([gone(['b', 'nobody'], ['t4'])])
  expect(store.stations.count).toBe(0)
  expect([...markers.keys()]).toEqual(['a', 'c', 'd'])
  store.take([trackersEvent({ device_id: 'd', name: 'Anna' })])
  const { slots } = store.trackers.listing({ sort: 'name', filter: '', attention: new Set() })
  const rows = [...slots].map((slot) => store.trackers.at(slot))
  expect(rows.map((row) => [row?.device_id, row?.battery])).toEqual([
    ['d', 4],
    ['a', 1],
    ['c', 3],
  ])
  expect(store.trackers.get('b')).toBeUndefined()

  const slow = slowPages<Tracker>()
  const loading = store.loadTrackers(slow.list)
  store.take([gone(['a'])])
  await slow.give([givenTracker('a'), givenTracker('c')])
  await slow.give(undefined)
  await loading
  expect(store.trackers.rows().map(({ device_id }) => device_id)).toEqual(['c'])
  expect([...markers.keys()]).toEqual(['c'])
})

test('lists of calls of their own are passed on by name', () => {
  const { store, lists } = given()
  store.take([{ event: 'lists', id: '1', data: { changed: ['classes', 'unclaimed'] } }])
  expect(lists).toEqual(['classes', 'unclaimed'])
})

test('a list that breaks off keeps what was there; a failed first load is reported', async () => {
  const { store } = given()
  async function* broken(): AsyncGenerator<Tracker[]> {
    yield Promise.reject(new Error('503'))
  }
  await expect(store.loadTrackers(broken())).rejects.toThrow('503')
  expect(store.status.devices).toBe('failed')
  await store.loadTrackers(pages([givenTracker('a')]))
  await expect(store.loadTrackers(broken())).rejects.toThrow('503')
  expect(store.status.devices).toBe('ready')
  expect(store.trackers.count).toBe(1)
})

test('a first list that breaks off is reported as failed, however much of it arrived', async () => {
  const { store } = given()
  async function* half(): AsyncGenerator<Tracker[]> {
    yield [givenTracker('a')]
    yield Promise.reject(new Error('503'))
  }
  await expect(store.loadTrackers(half())).rejects.toThrow('503')
  expect(store.status.devices).toBe('failed')
  expect(store.trackers.count).toBe(1)
})

test('resync asks for the lists again', () => {
  const { store, resyncs } = given()
  store.take([{ event: 'resync', id: '1', data: {} }])
  expect(resyncs()).toBe(1)
})

test.each([
  [1900, 0],
  [2100, 1],
])(
  'a stream that first opens %i ms after the lists were asked for makes them load again %i times',
  async (ms, times) => {
    const { store, resyncs, pass } = given()
    await store.loadTrackers(pages([givenTracker('a')]))
    pass(ms)
    store.setStreamState('open')
    expect(resyncs()).toBe(times)
    store.setStreamState('lost')
    pass(60_000)
    store.setStreamState('open')
    expect(resyncs()).toBe(times)
  },
)

test('after more than 15 seconds without a word what is shown counts as old, until the next word', () => {
  const { store, pass } = given()
  store.take([heartbeat])
  pass(15_000)
  expect(store.status.isStale).toBe(false)
  pass(1)
  expect(store.status.isStale).toBe(true)
  store.take([heartbeat])
  expect(store.status.isStale).toBe(false)
})

test('device updates are no heartbeat: they may continue while alarms do not arrive', () => {
  const { store, pass } = given()
  pass(1000)
  store.take([heartbeat])
  const provenAtMs = (NOW + 1) * 1000
  pass(10_000)
  store.take([trackersEvent({ device_id: 'a', battery: 41 })])
  expect(store.status).toMatchObject({ isStale: false, isUnproven: false })
  pass(5001)
  expect(store.status).toMatchObject({ isStale: false, isUnproven: true, provenAtMs })
  store.take([trackersEvent({ device_id: 'a', battery: 40 })])
  expect(store.status).toMatchObject({ isStale: false, isUnproven: true, provenAtMs })
  store.take([heartbeat])
  expect(store.status).toMatchObject({ isUnproven: false, provenAtMs: provenAtMs + 15_001 })
})

test.each([
  [{ is_telling: false }, true],
  [{ is_telling: true }, false],
  // Of a server of before.
  [{}, false],
])('the beginning of a stream that says %o leaves alarms unproven: %s', (says, isUnproven) => {
  const { store, pass } = given()
  pass(16_000)
  store.take([{ event: 'hello', id: '1', data: { server_time_ms: 0, ...says } }])
  expect(store.status).toMatchObject({ isStale: false, isUnproven })
})

test('a server without what devices report says so, until it has it again or another connection begins', () => {
  const { store, pass } = given()
  const live = (is_live: boolean) => store.take([{ event: 'live', id: '', data: { is_live } }])
  expect(store.status.frozenAtMs).toBeNull()
  pass(3000)
  live(false)
  pass(5000)
  store.take([heartbeat])
  expect(store.status).toMatchObject({ isStale: false, frozenAtMs: (NOW + 3) * 1000 })
  expect(freshnessOf(store.status)).toEqual({ atMs: (NOW + 3) * 1000, isStale: true })
  live(true)
  expect(store.status.frozenAtMs).toBeNull()
  expect(freshnessOf(store.status)).toEqual({ atMs: (NOW + 8) * 1000, isStale: false })
  live(false)
  store.take([{ event: 'hello', id: '1', data: { server_time_ms: 0 } }])
  expect(store.status.frozenAtMs).toBeNull()
})

test('where alarms were never proven they are not since the beginning', () => {
  const { store, pass } = given()
  pass(15_000)
  store.take([trackersEvent({ device_id: 'a', battery: 41 })])
  expect(store.status.isUnproven).toBe(false)
  pass(1)
  expect(store.status).toMatchObject({ isStale: false, isUnproven: true, provenAtMs: NOW * 1000 })
})

test("silence is told in time though this machine's clock was set back", () => {
  const { store, pass, setClock } = given()
  store.take([heartbeat])
  setClock(-3_600_000)
  pass(15_001)
  expect(store.status).toMatchObject({ isStale: true, isUnproven: true })
})

test('a station is connected up to 930 seconds after it was last seen, and never when it says it is not [STN-03]', async () => {
  const { store, markers, pass } = given()
  const stations = [
    givenStation('on time', { lastseen_time: NOW - 930 }),
    givenStation('late', { lastseen_time: NOW - 931 }),
    givenStation('says no', { lastseen_time: NOW - 10, connection_status: 'disconnected' }),
  ]
  await store.loadStations(pages(stations))
  const states = () => stations.map(({ t4_id }) => markers.get(t4_id)?.state)
  expect(states()).toEqual(['connected', 'offline', 'offline'])
  pass(1000)
  expect(states()).toEqual(['offline', 'offline', 'offline'])
})

test('a listener for one device hears only of its changes', async () => {
  const { store } = given()
  await store.loadTrackers(pages([givenTracker('a'), givenTracker('b')]))
  let heard = 0
  const stop = store.subscribeRow('a', () => heard++)
  store.take([trackersEvent({ device_id: 'b', battery: 1 })])
  expect(heard).toBe(0)
  store.take([trackersEvent({ device_id: 'a', battery: 1 })])
  expect(heard).toBe(1)
  stop()
  store.take([trackersEvent({ device_id: 'a', battery: 2 })])
  expect(heard).toBe(1)
})

test('floor plans stand by building, floor and name', () => {
  const { store } = given()
  store.setMaps([
    givenMap('c', { building: 'B', floor: '1F' }),
    givenMap('b', { building: 'A', floor: '2F' }),
    givenMap('a', { building: 'A', floor: '1F' }),
  ])
  expect(store.maps.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
