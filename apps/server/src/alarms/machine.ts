/** Alarms after they are raised: delivered to consoles, escalated, mailed. Source: decision 0024. */
import type { LineChannel } from '../features/line/channel.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { AlarmDelivery, type Consoles } from './delivery.ts'
import { writeLetters } from './letters.ts'
import { takeSteps } from './life.ts'
import { sendLineMessages } from './line-messages.ts'
import { type Audience, Listeners } from './listeners.ts'
import type { PushSender } from './push.ts'
import { ringAgain } from './ring-again.ts'
import { Rounds } from './rounds.ts'

/** Polls for due steps this often (ms). */
const STEPS_EVERY_MS = 500
/** LINE messages are sent this often (ms), so that events of one moment make one message. */
const LINE_EVERY_MS = 3000

interface Deps {
  /** Another one after it was taken for dead. */
  readonly serverId: () => string
  readonly db: ServerDb
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly streams: Consoles & Audience
  readonly outbox: { wake(): void }
  readonly pushes: PushSender
  readonly line: LineChannel | undefined
  /** Origin of links; known once the server listens. */
  readonly origin: () => string
}

export class AlarmMachine {
  readonly #listeners: Listeners
  readonly #delivery: AlarmDelivery
  readonly #pushes: PushSender
  readonly #steps: Rounds
  readonly #lineMessages: Rounds | undefined

  constructor(deps: Deps) {
    const { serverId, db, clock, log, streams, pushes, line } = deps
    this.#pushes = pushes
    this.#listeners = new Listeners({ db, serverId, audience: streams, log })
    this.#delivery = new AlarmDelivery({ db, clock, streams, log })
    this.#steps = new Rounds({ everyMs: STEPS_EVERY_MS, work: () => this.#goOn(deps), log, what: 'alarms' })
    if (line !== undefined) {
      const work = () => sendLineMessages(db, { clock, line, log })
      this.#lineMessages = new Rounds({ everyMs: LINE_EVERY_MS, work, log, what: 'messages to LINE groups' })
    }
  }

  start(): void {
    this.#listeners.start()
    this.#delivery.start()
    this.#pushes.start()
    this.#steps.start()
    this.#lineMessages?.start()
  }

  /** Something was raised, or an alarm changed, and is committed: consoles, browsers and contacts are notified at once. */
  wake(): void {
    this.#delivery.wake()
    this.#pushes.wake()
    this.#steps.wake()
  }

  /** Whether alarms reach consoles of this server at all: not while it has lost the database. */
  get isTelling(): boolean {
    return this.#delivery.isTelling
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#listeners.close(),
      this.#delivery.close(),
      this.#pushes.close(),
      this.#steps.close(),
      this.#lineMessages?.close(),
    ])
  }

  async #goOn(deps: Deps): Promise<void> {
    const { db, clock, random, outbox, log } = deps
    const onFault = (error: unknown) =>
      log.error({ stack: (error as Error).stack }, 'bug: failed to handle the alarms of an account; retrying')
    const onTaken = () => {
      this.#delivery.wake()
      this.#pushes.wake()
    }
    await ringAgain(db, { clock, random, onTaken, onFault })
    await takeSteps(db, { clock, onTaken, onFault })
    if ((await writeLetters(db, deps, onFault)) > 0) outbox.wake()
  }
}
