/** What every bus promises, as a table of tests: the one of a single server and the one between several. */
import { expect, test } from 'vitest'
import type { Bus, BusFault, BusMessage } from '../../apps/server/src/bus/bus.ts'
import type { Log } from '../../apps/server/src/platform/log.ts'
import { eventually } from './given.ts'
import { patient } from './patience.ts'

/** The bus of one server that asks and of one that answers, with the lines they wrote; a single server has one for both. */
export interface Pair {
  readonly asking: Bus
  readonly answering: Bus
  readonly lines: readonly LogLine[]
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly about: unknown
}

/** A log that keeps its lines. */
export function keptLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  const keep = (level: LogLine['level']) => (about: unknown) => void lines.push({ level, about })
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') } as Log, lines }
}

export const HOME = 'consoles.7'
export const LIVE = 'live.6f1d2c3b-4a59-4e87-9b60-0c1d2e3f4a5b'
/** Nothing that is answered takes so long (ms). */
export const LONG_MS = patient(30_000)
/** Nobody answers, so any time is long enough (ms). */
const SHORT_MS = 30

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
export const bytes = (said: string): Uint8Array => new TextEncoder().encode(said)
export const reasonOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (fault: BusFault) => fault.reason,
  )

const echo = async ({ payload }: BusMessage): Promise<Uint8Array> => bytes(`heard ${text(payload)}`)

/** Resolves once what was subscribed at that bus is known everywhere: a message on its connection came after. */
export async function subscribed({ answering }: Pick<Pair, 'answering'>): Promise<void> {
  const over = answering.subscribe('consoles.60000', echo)
  await eventually(() => answering.request('consoles.60000', bytes('?'), LONG_MS))
  over()
}

/** `makePair`: with how long handlers may run on when a bus closes (ms). */
export function testsOfBus(kind: string, makePair: (drainMs?: number) => Promise<Pair>): void {
  test(`${kind}: a request is answered, and bytes are copied on the way`, async () => {
    const pair = await makePair()
    const answer = bytes('nothing yet')
    pair.answering.subscribe(HOME, async ({ subject, payload }) => {
      expect(subject).toBe(HOME)
      answer.set(payload)
      payload.fill(0)
      return answer
    })
    await subscribed(pair)
    const payload = bytes('twelve bytes')
    const asked = pair.asking.request(HOME, payload.subarray(0, 11), LONG_MS)
    payload.fill(0)
    const answered = await asked
    answer.fill(0)
    expect(text(answered)).toBe('twelve byte')
  })

  test(`${kind}: where nobody subscribes, or no longer, a request fails at once`, async () => {
    const pair = await makePair()
    expect(await reasonOf(pair.asking.request(HOME, bytes(''), LONG_MS))).toBe('no responder')
    const over = pair.answering.subscribe(HOME, echo)
    await subscribed(pair)
    expect(text(await pair.asking.request(HOME, bytes(''), LONG_MS))).toBe('heard ')
    over()
    await subscribed(pair)
    expect(await reasonOf(pair.asking.request(HOME, bytes(''), LONG_MS))).toBe('no responder')
  })

  test(`${kind}: a request that nobody answers ends by its time-out, and a late answer harms nothing`, async () => {
    const pair = await makePair()
    let answer = (_payload: Uint8Array) => {}
    pair.answering.subscribe(HOME, () => new Promise((resolve) => (answer = resolve)))
    pair.answering.subscribe('consoles.8', () => undefined)
    await subscribed(pair)
    expect(await reasonOf(pair.asking.request(HOME, bytes(''), SHORT_MS))).toBe('time-out')
    expect(await reasonOf(pair.asking.request('consoles.8', bytes(''), SHORT_MS))).toBe('time-out')
    answer(bytes('late'))
    pair.answering.subscribe('consoles.9', echo)
    await subscribed(pair)
    expect(text(await pair.asking.request('consoles.9', bytes('then'), LONG_MS))).toBe('heard then')
  })

  test(`${kind}: a handler that throws answers nothing, is told once with its subject, and serves the next message`, async () => {
    const pair = await makePair()
    pair.answering.subscribe(HOME, ({ payload }) => {
      if (text(payload) === 'throw') throw new Error('thrown')
      return text(payload) === 'reject' ? Promise.reject(new Error('rejected')) : Promise.resolve(payload)
    })
    await subscribed(pair)
    for (const said of ['throw', 'reject', 'throw']) {
      expect(await reasonOf(pair.asking.request(HOME, bytes(said), SHORT_MS))).toBe('time-out')
    }
    expect(text(await pair.asking.request(HOME, bytes('well'), LONG_MS))).toBe('well')
    const told = pair.lines.filter(({ level }) => level !== 'info')
    expect(told).toEqual([{ level: 'warn', about: { subject: HOME, err: expect.any(Error) } }])
  })

  test(`${kind}: messages of one sender arrive in order, at every subscriber, until it unsubscribes`, async () => {
    const pair = await makePair()
    const heard: string[][] = [[], []]
    const [overFirst] = heard.map((mine) =>
      pair.answering.subscribe(LIVE, ({ payload }) => void mine.push(text(payload)) as undefined),
    )
    await subscribed(pair)
    const sent = Array.from({ length: 500 }, (_, number) => `${number}`)
    for (const said of sent) pair.asking.publish(LIVE, bytes(said))
    await eventually(async () => expect(heard[1]).toHaveLength(sent.length))
    expect(heard).toEqual([sent, sent])
    pair.asking.publish(LIVE, bytes('last'))
    overFirst!()
    await eventually(async () => expect(heard[1]).toHaveLength(sent.length + 1))
    // What was on its way no longer arrives.
    expect(heard[0]!.length).toBe(sent.length)
  })

  test(`${kind}: of several who answer the first is heard`, async () => {
    const pair = await makePair()
    let answer = (_payload: Uint8Array) => {}
    pair.answering.subscribe(HOME, () => new Promise((resolve) => (answer = resolve)))
    pair.answering.subscribe(HOME, echo)
    pair.answering.subscribe(HOME, () => undefined)
    await subscribed(pair)
    expect(text(await pair.asking.request(HOME, bytes('one'), LONG_MS))).toBe('heard one')
    answer(bytes('two'))
  })

  test(`${kind}: closing answers what has arrived, and then nothing more can be asked`, async () => {
    const pair = await makePair()
    let arrived = () => {}
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve))
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    pair.answering.subscribe(HOME, async (message) => {
      arrived()
      await mayGoOn
      return echo(message)
    })
    await subscribed(pair)
    const asked = pair.asking.request(HOME, bytes('in time'), LONG_MS)
    await hasArrived
    const closed = pair.answering.close()
    goOn()
    expect(text(await asked)).toBe('heard in time')
    await closed
    expect(await reasonOf(pair.answering.request(HOME, bytes(''), LONG_MS))).toBe('closed')
    pair.answering.publish(HOME, bytes('lost'))
  })

  test(`${kind}: a handler that never ends keeps no server from stopping`, async () => {
    const pair = await makePair(SHORT_MS)
    let arrived = () => {}
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve))
    pair.answering.subscribe(HOME, () => {
      arrived()
      return new Promise(() => {})
    })
    await subscribed(pair)
    const asked = reasonOf(pair.asking.request(HOME, bytes(''), SHORT_MS))
    await hasArrived
    await pair.answering.close()
    expect(['time-out', 'closed']).toContain(await asked)
  })

  test(`${kind}: a request that waits when its own server stops fails at once`, async () => {
    const pair = await makePair()
    pair.answering.subscribe(HOME, () => undefined)
    await subscribed(pair)
    const asked = reasonOf(pair.asking.request(HOME, bytes(''), LONG_MS))
    await pair.asking.close()
    expect(await asked).toBe('closed')
  })

  test(`${kind}: a message over the limit is refused before it is sent, and an answer too; the largest arrives`, async () => {
    const pair = await makePair()
    const { maxPayload } = pair.asking
    pair.answering.subscribe(HOME, async ({ payload }) =>
      payload.length === maxPayload ? bytes('whole') : new Uint8Array(maxPayload + 1),
    )
    await subscribed(pair)
    const tooLarge = new Uint8Array(maxPayload + 1)
    expect(await reasonOf(pair.asking.request(HOME, tooLarge, LONG_MS))).toBe('too large')
    expect(() => pair.asking.publish(HOME, tooLarge)).toThrow(
      `A message of ${maxPayload + 1} bytes is larger than the ${maxPayload} that the bus carries.`,
    )
    expect(await reasonOf(pair.asking.request(HOME, bytes('small'), SHORT_MS))).toBe('time-out')
    expect(text(await pair.asking.request(HOME, tooLarge.subarray(1), LONG_MS))).toBe('whole')
  })

  test(`${kind}: nothing but subjects of ours is subscribed or addressed`, async () => {
    const { asking } = await makePair()
    const foreign = [
      '',
      '>',
      'consoles.*',
      'consoles.-1',
      'consoles.01',
      'consoles.7 8',
      'consoles.7.8',
      'home.7',
      'live.',
      'live.Anna',
      `${LIVE}\r\nPUB x`,
    ]
    for (const subject of foreign) {
      await expect(asking.request(subject, bytes(''), LONG_MS)).rejects.toThrow('bug:')
      expect(() => asking.publish(subject, bytes(''))).toThrow('bug:')
      expect(() => asking.subscribe(subject, echo)).toThrow('bug:')
    }
  })
}
