import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { untilIdle, VirtualTime } from './alarms/virtual-time.ts'
import { bytes, HOME, keptLog, LIVE, LONG_MS, reasonOf, testsOfBus, text } from './bus-promises.ts'
import { seededRandom } from './seeded.ts'
import { type BusFaults, type SimulatedBus, SimulatedNetwork } from './simulated-bus.ts'

testsOfBus('simulated', async (drainMs) => {
  const { log, lines } = keptLog()
  const network = new SimulatedNetwork(seededRandom(1))
  return { asking: network.join(log, drainMs), answering: network.join(log, drainMs), lines }
})

/** Servers on one network in a time that stands still but for `pass`. */
function simulated(count: number, seed = 7) {
  const chance = seededRandom(seed)
  const time = new VirtualTime(chance)
  onTestFinished(time.install())
  const network = new SimulatedNetwork(chance)
  const buses = Array.from({ length: count }, () => network.join(keptLog().log))
  const pass = async (ms: number) => {
    const until = time.now + ms
    do await untilIdle()
    while (time.step(until))
    await untilIdle()
  }
  return { network, buses: buses as [SimulatedBus, SimulatedBus, ...SimulatedBus[]], pass, time }
}

/** What arrives of so many messages under faults. */
async function heardOf(messages: number, faults: Partial<BusFaults>, seed?: number): Promise<number[]> {
  const { network, buses, pass } = simulated(2, seed)
  network.faults = { lost: 0, doubled: 0, reordered: 0, delayMs: 100, ...faults }
  const heard: number[] = []
  buses[1].subscribe(LIVE, ({ payload }) => void heard.push(Number(text(payload))) as undefined)
  for (let number = 0; number < messages; number += 1) buses[0].publish(LIVE, bytes(`${number}`))
  await pass(200)
  return heard
}

const ALL = Array.from({ length: 200 }, (_, number) => number)
const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

test('late messages keep their order, and faults of each kind do what they are called', async () => {
  expect(await heardOf(200, {})).toEqual(ALL)
  const left = await heardOf(200, { lost: 0.5 })
  expect(left.length).toBeGreaterThan(50)
  expect(left.length).toBeLessThan(150)
  expect(left).toEqual(inOrder(left))
  const doubled = await heardOf(200, { doubled: 0.5 })
  expect(doubled.length).toBeGreaterThan(250)
  expect([...new Set(doubled)]).toEqual(ALL)
  const reordered = await heardOf(200, { reordered: 0.5 })
  expect(reordered).not.toEqual(ALL)
  expect(inOrder(reordered)).toEqual(ALL)
})

test('one seed draws the same faults again, and another one others', async () => {
  const faults = { lost: 0.3, doubled: 0.3, reordered: 0.3 }
  const first = await heardOf(200, faults, 1)
  expect(await heardOf(200, faults, 1)).toEqual(first)
  expect(await heardOf(200, faults, 2)).not.toEqual(first)
})

test('a request whose answer is lost ends by its time-out, though the work was done', async () => {
  const { network, buses, pass } = simulated(2)
  let done = 0
  buses[1].subscribe(HOME, async ({ payload }) => {
    done += 1
    network.faults = { lost: 1, doubled: 0, reordered: 0, delayMs: 0 }
    return payload
  })
  const asked = reasonOf(buses[0].request(HOME, bytes('report'), LONG_MS))
  await pass(LONG_MS)
  expect([await asked, done]).toEqual(['time-out', 1])
})

test('servers that are parted reach others and not each other, and what was on its way is lost', async () => {
  const { network, buses, pass } = simulated(3)
  const [one, other, third] = buses
  const heard: string[] = []
  for (const bus of [other, third!])
    bus.subscribe(LIVE, ({ payload }) => void heard.push(`${bus.id} ${text(payload)}`) as undefined)
  other.subscribe(HOME, async ({ payload }) => payload)
  one.publish(LIVE, bytes('early'))
  network.part(one, other, true)
  expect(await reasonOf(one.request(HOME, bytes(''), LONG_MS))).toBe('no responder')
  await pass(10)
  expect(heard).toEqual(['2 early'])
  network.part(one, other, false)
  const asked = one.request(HOME, bytes('again'), LONG_MS)
  await pass(10)
  expect(text(await asked)).toBe('again')
})

test('while the bus is away requests fail at once, and servers are told as it goes and comes', async () => {
  const { network, buses, pass } = simulated(2)
  const [one, other] = buses
  const told: boolean[] = []
  one.onConnection((isConnected) => told.push(isConnected))
  other.subscribe(HOME, () => new Promise(() => {}))
  const waits = reasonOf(one.request(HOME, bytes(''), LONG_MS))
  await pass(10)
  network.setAway(true)
  expect([await waits, await reasonOf(one.request(HOME, bytes(''), LONG_MS))]).toEqual(['away', 'away'])
  network.setAway(false)
  expect(told).toEqual([false, true])
})

test('what a handler begins belongs to its server, whoever asked', async () => {
  const { buses, pass } = simulated(2)
  const server = new AsyncLocalStorage<string>()
  const owners: (string | undefined)[] = []
  server.run('answering', () =>
    buses[1].subscribe(HOME, async ({ payload }) => {
      owners.push(server.getStore())
      return payload
    }),
  )
  await server.run('asking', async () => {
    const asked = buses[0].request(HOME, bytes(''), LONG_MS)
    await pass(10)
    await asked
    owners.push(server.getStore())
  })
  expect(owners).toEqual(['answering', 'asking'])
})
