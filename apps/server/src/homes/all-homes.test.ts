/** Servers that share accounts, on one bus in the process. Their homes keep what reaches them. */
import { randomUUID } from 'node:crypto'
import type { Observation } from '@whereabouts/domain/observations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytes, keptLog } from '../../../../scripts/harness/bus-promises.ts'
import { type Bus, BusFault } from '../bus/bus.ts'
import { LocalBus } from '../bus/local-bus.ts'
import { homeSubject } from '../bus/subjects.ts'
import { systemClock } from '../platform/clock.ts'
import { refuse } from '../platform/refusal.ts'
import { Moved } from '../state/home.ts'
import type { Homes } from './account-home.ts'
import { AllHomes } from './all-homes.ts'
import type { Handover } from './handover.ts'
import {
  decodeMessage,
  ENVELOPE,
  encodeAsked,
  encodeMessage,
  encodeQuestion,
  type Late,
  type Question,
} from './questions.ts'
import type { Holder, ShardTable, ShardWatcher } from './shard-table.ts'
import { SHARDS, shardOf } from './share-out.ts'

const accepted = (stored: number) => ({ stored, repeated: 0, unknown: 0 })
const observation = (seq: string, identity = 'tag'): Observation => ({
  seq,
  items: [{ kind: 'sighting', identity, rssiDbm: -60 }],
})

/** A home that keeps what reaches it; `answer` says what becomes of a handover. */
function keepingHomes(answer: (seqs: readonly string[]) => Promise<void>) {
  const stored: string[] = []
  const asked: { readonly accountId: string; readonly question: Question }[] = []
  const homes: Homes = {
    of: (accountId) => ({
      async accept(_sender, _speaksAs, observations) {
        const seqs = observations.map(({ seq }) => seq)
        await answer(seqs)
        stored.push(...seqs)
        return accepted(seqs.length)
      },
      tell: async (question) => void asked.push({ accountId, question }),
      flush: async () => void asked.push({ accountId, question: { kind: 'flush' } }),
      settle: async () => void asked.push({ accountId, question: { kind: 'settle' } }),
      async believedOf(deviceId) {
        asked.push({ accountId, question: { kind: 'believedOf', deviceId } })
        return deviceId === 'unplaced' ? undefined : 'not there'
      },
    }),
  }
  return { homes, stored, asked }
}

/** Two servers; the first holds all shards. Time passes as somebody waits. */
function twoServers({ around = (bus: Bus) => bus, answer = async (_seqs: readonly string[]) => {} } = {}) {
  let nowMs = 0
  const clock = { ...systemClock, steady: () => nowMs }
  const after = (ms: number, work: () => void) => {
    setImmediate(() => {
      nowMs += ms
      work()
    })
  }
  const { log, lines } = keptLog()
  const bus = new LocalBus({ log, clock: systemClock })
  /** Who holds a shard by the database. */
  const holders = new Map<number, Holder>()
  let epoch = 0
  const newServer = () => {
    const serverId = randomUUID()
    const held = new Map<number, number>()
    const watchers: ShardWatcher[] = []
    let seen = new Map<number, Holder>()
    let onRefresh = () => {}
    const table: ShardTable = {
      serverId,
      holderOf: (shard) => seen.get(shard),
      async refresh() {
        onRefresh()
        seen = new Map(holders)
      },
      held: () => held,
      watch: (watcher) => void watchers.push(watcher),
    }
    const { homes: local, stored, asked } = keepingHomes(answer)
    const homes = new AllHomes({ bus: around(bus), table, local, clock, log, tally: { count: () => {} }, after })
    return {
      ...{ homes, stored, asked, table },
      watchRefresh(work: () => void) {
        onRefresh = work
      },
      take(shard: number) {
        epoch += 1
        holders.set(shard, { serverId, epoch })
        held.set(shard, epoch)
        for (const watcher of watchers) watcher.taken(shard, epoch)
      },
      release(shard: number) {
        holders.delete(shard)
        held.delete(shard)
        for (const watcher of watchers) watcher.released(shard)
      },
    }
  }
  const [one, other] = [newServer(), newServer()]
  for (let shard = 0; shard < SHARDS; shard += 1) one.take(shard)
  return { one, other, bus, lines, seen: () => nowMs }
}

type Server = ReturnType<typeof twoServers>['one']

const handOver = ({ homes }: Server, accountId: string, ...observations: readonly Observation[]) =>
  homes.of(accountId).accept({ accountId, senderId: 'phone', t4Id: null, generation: 3 }, 'phone', observations, 1)

test('what is handed over at any server is stored once, at the home that the account has then', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ report: fc.nat({ max: 3 }), atFirst: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ move: fc.nat({ max: 3 }) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { one, other } = twoServers()
      const accounts = Array.from({ length: 4 }, () => randomUUID())
      const expected = new Map<Server, string[]>([
        [one, []],
        [other, []],
      ])
      let underWay: Promise<unknown>[] = []
      for (const [at, each] of steps.entries()) {
        const accountId = accounts['report' in each ? each.report : each.move]!
        const shard = shardOf(accountId)
        const [from, to] = one.table.held().has(shard) ? [one, other] : [other, one]
        if ('move' in each) {
          await Promise.all(underWay)
          underWay = []
          from.release(shard)
          to.take(shard)
          continue
        }
        underWay.push(handOver(each.atFirst ? one : other, accountId, observation(String(at))))
        expected.get(from)!.push(String(at))
      }
      expect(await Promise.all(underWay)).toEqual(underWay.map(() => accepted(1)))
      for (const [{ stored }, seqs] of expected) expect(stored.toSorted()).toEqual(seqs.toSorted())
    }),
    { numRuns: 60 },
  )
})

test('while a shard moves, reports wait for its next home, and are refused with a time to come again where none comes; changes wait longer', async () => {
  const { one, other, seen } = twoServers()
  const accountId = randomUUID()
  const shard = shardOf(accountId)
  await one.table.refresh()
  one.release(shard)
  let looks = 0
  one.watchRefresh(() => {
    looks += 1
    if (looks === 5) other.take(shard)
  })
  expect(await handOver(one, accountId, observation('1'))).toEqual(accepted(1))
  expect(other.stored).toEqual(['1'])
  other.release(shard)
  one.watchRefresh(() => {})
  const beganMs = seen()
  await expect(handOver(one, accountId, observation('2'))).rejects.toMatchObject({
    ...{ errorName: 'storageBusy', retryAfterSeconds: 2 },
  })
  await expect(one.homes.of(accountId).flush()).rejects.toMatchObject({ errorName: 'storageBusy' })
  expect(seen() - beganMs).toBeLessThan(5000)
  // Others take over from a server that died.
  const told = one.homes.of(accountId).tell({ kind: 'changed' })
  one.watchRefresh(() => {
    if (seen() - beganMs > 11_000 && !other.table.held().has(shard)) other.take(shard)
  })
  await told
  expect(other.asked).toMatchObject([{ question: { kind: 'changed' } }])
})

test('what a home had begun when its shard moved is handed to the next one, also what other servers handed it', async () => {
  const servers = twoServers({
    answer: async (seqs) => {
      if (!seqs[0]!.startsWith('late') || moved.has(seqs[0]!)) return
      moved.add(seqs[0]!)
      if (one.table.held().has(shard)) {
        one.release(shard)
        other.take(shard)
      }
      throw new Moved()
    },
  })
  const { one, other } = servers
  const moved = new Set<string>()
  const accountId = randomUUID()
  const shard = shardOf(accountId)
  await one.table.refresh()
  expect(await handOver(one, accountId, observation('late here'))).toEqual(accepted(1))
  other.release(shard)
  one.take(shard)
  expect(await handOver(other, accountId, observation('late elsewhere'))).toEqual(accepted(1))
  expect([one.stored, other.stored]).toEqual([[], ['late here', 'late elsewhere']])
})

test('a refusal of the home reaches the sender as it is; a bug and a slow account there harm no other handover of the message', async () => {
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => (goOn = resolve))
  const { one, other, lines } = twoServers({
    answer: async ([seq]) => {
      if (seq === 'slow') await slow
      if (seq === 'too much') throw refuse('tooManyRequests', { retryAfterSeconds: 600 })
      if (seq === 'bug') throw new TypeError('a bug')
    },
  })
  const accountId = randomUUID()
  const outcomes = await Promise.allSettled(
    ['too much', 'bug', 'good'].map((seq) => handOver(other, accountId, observation(seq))),
  )
  const late = handOver(other, randomUUID(), observation('slow'))
  expect(await handOver(other, accountId, observation('quick'))).toEqual(accepted(1))
  goOn()
  expect(await late).toEqual(accepted(1))
  expect(outcomes).toMatchObject([
    { reason: { errorName: 'tooManyRequests', retryAfterSeconds: 600 } },
    { reason: { errorName: 'serverError' } },
    { value: accepted(1) },
  ])
  expect(one.stored).toEqual(['good', 'quick', 'slow'])
  expect(lines).toMatchObject([{ level: 'error' }])
})

const heard = { senderId: 'phone', atMs: 1, rssiDbm: null, accuracy: 4, battery: null, temperature: 21.5 }
const mapId = randomUUID()
/** One of each kind, and of each form. */
type Asking = Exclude<Question, Handover | Late>
const questions: { readonly [Kind in Asking['kind']]: readonly Extract<Asking, { kind: Kind }>[] } = {
  changed: [{ kind: 'changed' }],
  gone: [
    { kind: 'gone', stations: ['T4'] },
    { kind: 'gone', trackers: ['G3', 'TAG'], endsStays: true },
  ],
  adopt: [
    { kind: 'adopt', deviceId: 'TAG', heard: { ...heard, position: { latitude: 35, longitude: 139 } } },
    { kind: 'adopt', deviceId: 'TAG', heard: { ...heard, rssiDbm: -60, position: null } },
  ],
  loadMap: [{ kind: 'loadMap', mapId }],
  moveOnMap: [
    { kind: 'moveOnMap', mapId, resized: null },
    { kind: 'moveOnMap', mapId, resized: { before: { width: 10, height: 20 }, after: { width: 5, height: 9 } } },
  ],
  flush: [{ kind: 'flush' }],
  settle: [{ kind: 'settle' }],
  believedOf: [
    { kind: 'believedOf', deviceId: 'unplaced' },
    { kind: 'believedOf', deviceId: 'stranger' },
  ],
}

test.each(Object.values(questions).flat())('at any server, the home is asked the same: $kind', async (question) => {
  const { one, other } = twoServers()
  const accountId = randomUUID()
  for (const { homes } of [one, other]) {
    const home = homes.of(accountId)
    if (question.kind === 'flush') await home.flush()
    else if (question.kind === 'settle') await home.settle()
    else if (question.kind !== 'believedOf') await home.tell(question)
    else {
      const belief = await home.believedOf(question.deviceId)
      expect(belief).toBe(question.deviceId === 'unplaced' ? undefined : 'not there')
    }
  }
  expect(one.asked).toEqual([
    { accountId, question },
    { accountId, question },
  ])
  expect(other.asked).toEqual([])
})

test('what others write on the bus is done by no home: it is none of ours, or of an epoch that is over', async () => {
  const { one, other, bus, lines } = twoServers()
  const accountId = randomUUID()
  const epoch = one.table.held().get(shardOf(accountId))!
  const handover: Handover = {
    kind: 'handover',
    sender: { senderId: 'phone', t4Id: null },
    generation: 0,
    speaksAs: 'phone',
    observations: [observation('1')],
    receivedAtMs: 1,
  }
  const asked = (of: number, question: Question, account: string = accountId) =>
    encodeAsked(of, account, encodeQuestion(question))
  const subject = homeSubject(one.table.serverId)
  const good = asked(epoch, { kind: 'changed' })
  const foreign = [
    bytes('{'),
    bytes('[{"epoch":1}]'),
    good,
    encodeMessage([good, bytes('{}')]),
    encodeMessage([asked(epoch, handover, accountId.toUpperCase())]),
  ]
  for (const payload of foreign) await expect(bus.request(subject, payload, 20)).rejects.toThrow(BusFault)
  const elsewhere = encodeMessage([asked(epoch - 1, handover), asked(epoch + 1, { kind: 'changed' })])
  const answer = await bus.request(subject, elsewhere, 20)
  expect(JSON.parse(new TextDecoder().decode(answer))).toEqual([{ kind: 'moved' }, { kind: 'moved' }])
  expect([one.stored, one.asked]).toEqual([[], []])
  expect(lines.every(({ level }) => level === 'warn')).toBe(true)
  expect(await handOver(other, accountId, observation('2'))).toEqual(accepted(1))
})

test('reports of many accounts are one message for their home; only those of a shard that moves go on to its next home', async () => {
  const asked: number[] = []
  const counting = (bus: Bus): Bus => ({
    ...narrow(1_000_000, [])(bus),
    request(subject, payload, timeoutMs) {
      asked.push(decodeMessage(payload).length)
      return bus.request(subject, payload, timeoutMs)
    },
  })
  const { one, other } = twoServers({ around: counting })
  await other.table.refresh()
  const accounts = Array.from({ length: 50 }, () => randomUUID())
  const shard = shardOf(accounts[0]!)
  const moving = accounts.filter((accountId) => shardOf(accountId) === shard)
  one.release(shard)
  other.watchRefresh(() => {
    if (!other.table.held().has(shard)) other.take(shard)
  })
  const stored = accounts.map((accountId) => handOver(other, accountId, observation(accountId)))
  expect(await Promise.all(stored)).toEqual(accounts.map(() => accepted(1)))
  expect(asked).toEqual([accounts.length, moving.length])
  expect(other.stored.toSorted()).toEqual(moving.toSorted())
  expect(one.stored).toHaveLength(accounts.length - moving.length)
})

/** A bus that carries less. */
const narrow =
  (maxPayload: number, sizes: number[]) =>
  (bus: Bus): Bus => ({
    isConnected: true,
    maxPayload,
    request(subject, payload, timeoutMs) {
      sizes.push(payload.length)
      return bus.request(subject, payload, timeoutMs)
    },
    publish: (subject, payload) => bus.publish(subject, payload),
    subscribe: (subject, handler) => bus.subscribe(subject, handler),
    onConnection: () => () => {},
    close: () => bus.close(),
  })

test('reports larger than a message go in parts; an observation larger than one is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 20 }), async (lengths) => {
      const sizes: number[] = []
      const { one, other } = twoServers({ around: narrow(1000, sizes) })
      const observations = lengths.map((length, at) => observation(String(at), 'x'.repeat(length)))
      const isTooLarge = (each: Observation) => {
        const sender = { senderId: 'phone', t4Id: null }
        const told = { sender, generation: 3, speaksAs: 'phone', observations: [each], receivedAtMs: 1 } as const
        const { length } = encodeQuestion({ kind: 'handover', ...told })
        return length > 1000 - ENVELOPE.bytes - ENVELOPE.askedBytes
      }
      const accountId = randomUUID()
      const stored = handOver(other, accountId, ...observations)
      if (observations.some(isTooLarge)) {
        await expect(stored).rejects.toMatchObject({ errorName: 'invalidInput', info: 'body too large' })
      } else {
        expect(await stored).toEqual(accepted(lengths.length))
        expect(one.stored).toEqual(observations.map(({ seq }) => seq))
      }
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(1000)
    }),
    { numRuns: 40 },
  )
})

test('a server holds so much for a home that does not answer, and goes on handing over to others', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const { one, other } = twoServers({ answer: ([seq]) => (seq === 'large' ? answered : Promise.resolve()) })
  const slow = randomUUID()
  const quick = Array.from({ length: SHARDS }, () => randomUUID()).find((id) => shardOf(id) !== shardOf(slow))!
  const large = observation('large', 'x'.repeat(1_000_000))
  const held = Array.from({ length: 20 }, () => handOver(other, slow, large))
  const isRefused = await Promise.all(held.slice(8).map((each) => each.catch((error) => error.errorName)))
  expect(isRefused).toEqual(Array(12).fill('storageBusy'))
  expect(await handOver(other, quick, observation('1'))).toEqual(accepted(1))
  answer()
  expect(await Promise.all(held.slice(0, 8))).toEqual(Array(8).fill(accepted(1)))
  expect(await handOver(other, slow, large)).toEqual(accepted(1))
  expect(one.stored).toHaveLength(10)
})

test('what people changed is told to a home that could not be reached once it can be, in its order', async () => {
  let isAway = true
  const cut = (bus: Bus): Bus => ({
    ...narrow(100_000, [])(bus),
    request: (...asked) => (isAway ? Promise.reject(new BusFault('away', 'as the test says')) : bus.request(...asked)),
  })
  const { one, other } = twoServers({ around: cut })
  const accountId = randomUUID()
  await other.table.refresh()
  const home = other.homes.of(accountId)
  await home.tell({ kind: 'gone', trackers: ['tag'] })
  await home.tell({ kind: 'changed' })
  await other.homes.tellAgain()
  expect(one.asked).toEqual([])
  // Nothing is committed yet.
  const mapId = randomUUID()
  await expect(home.tell({ kind: 'loadMap', mapId })).rejects.toMatchObject({ errorName: 'storageBusy' })
  isAway = false
  await other.homes.tellAgain()
  await other.homes.tellAgain()
  expect(one.asked.map(({ question }) => question)).toEqual([{ kind: 'gone', trackers: ['tag'] }, { kind: 'changed' }])
})

test('an answer that is lost, or none of ours, is refused as one that may come again', async () => {
  let fault: () => Promise<Uint8Array> = async () => bytes('[]')
  const { other } = twoServers({ around: (bus) => ({ ...narrow(100_000, [])(bus), request: () => fault() }) })
  const accountId = randomUUID()
  await other.table.refresh()
  const away = { errorName: 'storageBusy', retryAfterSeconds: 2 }
  await expect(handOver(other, accountId, observation('1'))).rejects.toMatchObject(away)
  await expect(other.homes.of(accountId).flush()).rejects.toMatchObject(away)
  for (const reason of ['time-out', 'away', 'closed'] as const) {
    fault = () => Promise.reject(new BusFault(reason, 'as the test says'))
    await expect(handOver(other, accountId, observation('1'))).rejects.toMatchObject(away)
  }
})
