/** Schedules on real servers: people press for help, run low on battery or walk into a zone; consoles ring, and people answer. */
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { between, type Chance, oneOf, whole } from '../seeded.ts'
import { AlarmConsole } from './console.ts'
import type { Cause, ConsoleBook } from './ledger.ts'
import { without } from './promises.ts'
import { type AlarmAccount, type CauseType, type Report, reportOf, type Sender } from './site.ts'

const RETRY_MS = 200
/** Who walks into a zone is heard there so often, with this time (ms) between. */
const POSITIONS = 4
const POSITION_EVERY_MS = 1000
/** What may happen to each tracker of a schedule. */
const CAUSES: readonly (readonly CauseType[])[] = [['help'], ['low_battery'], ['help', 'enter_danger_zone']]

/** Of this machine, true time (epoch ms). */
export const now = () => performance.timeOrigin + performance.now()

interface Door {
  readonly origin: string
  readonly mqttPort: number
}

interface Settings {
  readonly chance: Chance
  /** Causes and answers of a schedule fall within this time (ms). */
  readonly roughMs: number
  /** Where the next caller gets through to. */
  readonly door: () => Door
}

/** A console, and the server that each of its streams went to. */
interface Listener {
  readonly console: AlarmConsole
  readonly streams: { readonly atMs: number; readonly origin: string }[]
}

/** A server that heard nothing and said nothing for a while. */
export interface Pause {
  readonly origin: string
  readonly fromMs: number
  readonly toMs: number
}

export class RealSchedules {
  readonly causes: Cause[] = []
  readonly #settings: Settings
  readonly #listeners: Listener[] = []

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** One schedule: presses, two tabs and another browser, and people who answer. Resolves once its senders were told that all is safe. */
  async live(account: AlarmAccount): Promise<void> {
    const { chance } = this.#settings
    const consoles = this.#openConsoles(account)
    const isAnswered = chance() < 0.7
    await Promise.all([
      ...consoles.map(async (console) => {
        await wait(between(chance, 0, 1500))
        console.open()
      }),
      ...account.trackers.map((tracker, place) => this.#happen(account, tracker, oneOf(chance, CAUSES[place]!))),
      this.#answer(isAnswered ? consoles : []),
    ])
  }

  /** A station tells it over HTTP or MQTT until it is safe, so many times. */
  async tell(sender: Sender, report: Report, times: number): Promise<void> {
    const isOverMqtt = this.#settings.chance() < 0.5
    for (let left = times; left > 0; ) {
      const isSafe = isOverMqtt ? await this.#publish(sender, report.body) : await this.#post(report)
      if (isSafe) left -= 1
      else await wait(RETRY_MS)
    }
  }

  /** Closes all consoles; their books until then. A console whose server is paused hears nothing, so it is not live. */
  endBooks(endedAtMs: number, pauses: readonly Pause[] = []): ConsoleBook[] {
    return this.#listeners.map(({ console, streams }) => {
      const book = console.endBook()
      console.close()
      const deaf = pauses.filter(({ origin, fromMs, toMs }) => {
        const before = streams.findLast(({ atMs }) => atMs <= fromMs)
        return before?.origin === origin || streams.some((one) => one.origin === origin && one.atMs < toMs)
      })
      const rings = book.rings.filter(({ atMs }) => atMs <= endedAtMs)
      return { ...book, rings, live: without(book.live, deaf) }
    })
  }

  #openConsoles(account: AlarmAccount): readonly AlarmConsole[] {
    const { chance, door } = this.#settings
    const { accountId, people } = account
    const [owner, deputy] = people
    const place = this.#listeners.length
    return [owner!, owner!, deputy!].slice(0, whole(chance, 1, 3)).map(({ token, mayAnswer }, tab) => {
      const streams: Listener['streams'] = []
      const noting = (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        const { origin, pathname } = new URL(String(input))
        if (pathname.endsWith('/stream')) streams.push({ atMs: now(), origin })
        return fetch(input, init)
      }
      const console = new AlarmConsole({
        ...{ name: `console ${place + tab}`, accountId, token, mayAnswer },
        ...{ fetch: noting as typeof fetch, origin: () => door().origin, now, random: chance },
        clockErrorMs: between(chance, -100, 100),
      })
      this.#listeners.push({ console, streams })
      return console
    })
  }

  /** Who hears a ring presses after a while. */
  async #answer(consoles: readonly AlarmConsole[]): Promise<void> {
    const { chance, roughMs } = this.#settings
    for (const endsAt = now() + roughMs; now() < endsAt && consoles.length > 0; ) {
      await wait(between(chance, 300, 1500))
      const console = oneOf(chance, consoles)
      if (console.isRinging && chance() < 0.5) await console.press()
    }
  }

  /** Something happens to the wearer of a tracker, and stations report it. */
  async #happen({ accountId, senders }: AlarmAccount, tracker: string, type: CauseType): Promise<void> {
    const { chance, roughMs } = this.#settings
    const cause: Cause = { accountId, deviceId: tracker, type, safeAtMs: undefined }
    this.causes.push(cause)
    if (type === 'enter_danger_zone') {
      await wait(between(chance, 0, roughMs / 4))
      for (let seq = 1; seq <= POSITIONS; seq += 1) {
        const said = { type, seq, scannedAtMs: Math.round(now()), tracker }
        await this.tell(senders[2]!, reportOf(senders[2]!, said), 1)
        await wait(POSITION_EVERY_MS)
      }
      cause.safeAtMs = now()
      return
    }
    await wait(between(chance, 0, roughMs - 1000))
    const hear = async (sender: Sender) => {
      const seq = whole(chance, 1, 1_000_000)
      const said = { type, seq, scannedAtMs: Math.round(now()), tracker }
      await this.tell(sender, reportOf(sender, said), chance() < 0.2 ? 2 : 1)
      cause.safeAtMs ??= now()
    }
    await Promise.all(senders.slice(0, whole(chance, 1, 2)).map(hear))
  }

  async #post(report: Report): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(10_000)
      const response = await fetch(`${this.#settings.door().origin}/v3/device/report`, { ...report, signal })
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      // The server is gone, or its answer is: the station sends it again.
      return false
    }
  }

  async #publish({ senderId, password }: Sender, body: string): Promise<boolean> {
    const { mqttPort } = this.#settings.door()
    const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
      ...{ clientId: `${senderId}-${Math.random()}`, username: senderId, password },
      ...{ reconnectPeriod: 0, connectTimeout: 5000 },
    })
    client.on('error', () => {})
    try {
      return await Promise.race([
        client.publishAsync(`whereabouts/${senderId}/up`, body, { qos: 1 }).then(() => true),
        new Promise<false>((resolve) => client.on('close', () => resolve(false))),
        wait(10_000, false),
      ])
    } catch {
      return false
    } finally {
      client.end(true)
    }
  }
}
