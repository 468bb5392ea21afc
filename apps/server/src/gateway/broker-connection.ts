/**
 * A server's connection to one broker: connects, subscribes, hands messages on, and connects again with back-off until it is stopped.
 * Source: decision 0055.
 */
import type { BrokerFault } from '@whereabouts/domain/brokers'
import { type BrokerReading, filtersOf } from '@whereabouts/protocol/broker-topics'
import {
  discoveryFilters,
  type HomeAssistantTopics,
  isDiscoveryTopic,
  serverStatus,
} from '@whereabouts/protocol/home-assistant'
import type { Background } from '../context.ts'
import { reachOf } from '../platform/net/broker-addresses.ts'
import { type BrokerLink, type BrokerMessage, LinkFault, openLink } from '../platform/net/broker-link.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import { takeBrokerMessage } from './broker-messages.ts'
import type { BrokerRow, LinkState } from './broker-queries.ts'
import { BrokerSenders } from './broker-senders.ts'
import type { Reader } from './readers.ts'

/** The broker keeps messages of QoS 1 this long (s) while no server is connected, as during an upgrade. */
const SESSION_S = 3600
/** Pauses between tries (ms), growing; a wrong password waits longer from the start, as brokers lock out who guesses. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const PASSWORD_PAUSE_MS = 15_000
/** Messages on their way to the broker, above which Home Assistant's wait. */
const MAX_OUTGOING = 100

/** Its name at the broker; short, as MQTT 3.1.1 brokers may refuse more than 23 characters. */
const clientIdOf = (brokerId: string, slot: number): string => `wb-${brokerId.replaceAll('-', '').slice(0, 14)}-${slot}`

/** Where what we publish begins on a broker: servers and accounts that use the same one do not meet. */
export const exportTopicsOf = ({
  broker_id,
  discovery_prefix,
}: Pick<BrokerRow, 'broker_id' | 'discovery_prefix'>): HomeAssistantTopics => ({
  discovery: discovery_prefix,
  base: `whereabouts/${broker_id.slice(0, 8)}`,
})

async function clearRetained(link: BrokerLink, topics: readonly string[]): Promise<void> {
  for (let from = 0; from < topics.length; from += MAX_OUTGOING) {
    const some = topics.slice(from, from + MAX_OUTGOING)
    await Promise.all(some.map((topic) => link.publish({ topic, payload: '', retain: true })))
  }
}

export class BrokerConnection {
  readonly row: BrokerRow
  readonly slot: number
  readonly #app: Background
  readonly #password: string | undefined
  readonly #reading: BrokerReading
  readonly senders: BrokerSenders
  #state: LinkState['state'] = 'connecting'
  #stateSinceMs: number
  #fault: BrokerFault | '' = ''
  #link: BrokerLink | undefined
  #reader: Reader | undefined
  readonly #counts: Record<string, number> = {}
  #lastMessageMs: number | null = null
  #isShared = false
  #isOver = false
  #wake: () => void = () => {}
  readonly #running: Promise<void>
  /** Messages of the current second, by the monotonic clock. */
  #second = { startedMs: Number.NEGATIVE_INFINITY, count: 0 }

  constructor(app: Background, row: BrokerRow, slot: number, isShared: boolean) {
    this.#app = app
    this.row = row
    this.slot = slot
    this.#isShared = isShared
    this.#stateSinceMs = app.clock.now()
    this.#password =
      row.password_sealed === null ? undefined : app.brokerPasswords.open(row.password_sealed, row.broker_id)
    this.#reading = {
      reads: row.reads,
      theengsBase: row.theengs_base,
      zigbee2mqttBase: row.zigbee2mqtt_base,
    }
    this.senders = new BrokerSenders(app, row.account_id, row.broker_id)
    this.#running = this.#run()
  }

  get state(): LinkState {
    return {
      state: this.#state,
      stateSinceMs: this.#stateSinceMs,
      fault: this.#fault,
      protocolVersion: this.#link?.version ?? null,
      shares: this.#isShared && this.#link?.offersSharing === true,
      counts: this.#counts,
      lastMessageMs: this.#lastMessageMs,
    }
  }

  /** Shares messages out with other servers, or has them alone; connects again where that changes. */
  share(isShared: boolean): void {
    if (this.#isShared === isShared) return
    this.#isShared = isShared
    if (this.#link?.offersSharing === true) void this.#link.end()
  }

  /** Ends it; `forget` leaves nothing of us at the broker. */
  async stop({ forget = false } = {}): Promise<void> {
    this.#isOver = true
    this.#wake()
    const link = this.#link
    if (link !== undefined) {
      if (forget) await link.unsubscribe(this.#everyFilter()).catch(() => {})
      if (this.#reader !== undefined) {
        const told = this.#leaveReader()
        const away = serverStatus(false, exportTopicsOf(this.row))
        await link.publish(away).catch(() => {})
        if (forget) await clearRetained(link, [...told, away.topic]).catch(() => {})
      }
      await link.end({ forget })
    }
    await this.#running
  }

  async #run(): Promise<void> {
    for (let tries = 0; !this.#isOver; tries++) {
      this.#change('connecting', this.#fault)
      const startedMs = this.#app.clock.steady()
      const fault = await this.#connect().catch((error: unknown) => {
        if (error instanceof LinkFault) return error.fault
        if (isStorageAway(error))
          this.#app.log.warn(
            { reason: (error as Error).message },
            'Failed to serve a broker, as the database is away; retrying',
          )
        else this.#app.log.error({ stack: (error as Error).stack }, 'bug: failed to serve a broker; retrying')
        return 'ended' as const
      })
      if (this.#isOver) return
      this.#change('failed', fault)
      // A connection that held for a while resets its back-off; one that changes its subscription reconnects at once.
      if (this.#app.clock.steady() - startedMs > LONGEST_PAUSE_MS) tries = 0
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS)
      const atLeastMs = fault === 'bad_credentials' ? PASSWORD_PAUSE_MS : 0
      await this.#pause(Math.max(pauseMs, atLeastMs) * (0.5 + Math.random() / 2))
    }
  }

  /** One connection from its beginning to its end; answers or rejects with why it ended. */
  async #connect(): Promise<BrokerFault> {
    const { row } = this
    const reach = reachOf(this.#app.settings.brokers, row.signed_up)
    if (reach === undefined) throw new LinkFault('not_allowed')
    const topics = exportTopicsOf(row)
    const tellsHomeAssistant = this.slot === 0 && row.discovery_prefix !== ''
    const will = tellsHomeAssistant ? serverStatus(false, topics) : undefined
    const run = { isGone: false }
    await this.senders.load()
    const link = await openLink({
      address: {
        host: row.host,
        port: row.port,
        tls: row.tls,
        caCertificate: row.ca_certificate,
        username: row.username,
        password: this.#password,
      },
      reach,
      clientId: clientIdOf(row.broker_id, this.slot),
      // A further slot ends with its server, so that no messages wait for a dead one.
      sessionSeconds: this.slot === 0 ? SESSION_S : 0,
      will,
      onMessage: (message) => this.#take(message, () => run.isGone),
      onCut: () => this.#count('tooLarge'),
    })
    void link.ended.then(() => {
      run.isGone = true
      this.#leaveReader()
      this.#link = undefined
    })
    if (this.#isOver) {
      await link.end()
      return 'ended'
    }
    this.#link = link
    try {
      await this.#subscribe(link, tellsHomeAssistant)
    } catch (error) {
      await link.end()
      throw error instanceof LinkFault ? error : new LinkFault('ended')
    }
    return await link.ended
  }

  async #subscribe(link: BrokerLink, tellsHomeAssistant: boolean): Promise<void> {
    const filters = filtersOf(this.#reading)
    const isShared = this.#isShared && link.offersSharing
    const wanted = isShared ? filters.map((filter) => this.#sharedFilter(filter)) : filters
    if (link.isResumed) {
      const kept = new Set(wanted)
      await link.unsubscribe(this.#everyFilter().filter((filter) => !kept.has(filter)))
    }
    const refused = wanted.length === 0 ? [] : await link.subscribe(wanted)
    if (wanted.length > 0 && refused.length === wanted.length) throw new LinkFault('may_not_read')
    this.#change('connected', refused.length > 0 ? 'may_not_read' : '')
    if (tellsHomeAssistant) {
      this.#enterReader(link)
      await link.subscribe(discoveryFilters(exportTopicsOf(this.row)))
    }
  }

  /** Servers share by broker as it is set up: other accounts, and other sites, have all messages for themselves. */
  #sharedFilter(filter: string): string {
    return `$share/whereabouts-${this.row.broker_id.slice(0, 8)}/${filter}`
  }

  /** All that an earlier connection may have subscribed to. */
  #everyFilter(): readonly string[] {
    const reads = ['espresense', 'theengs', 'owntracks', 'shelly', 'zigbee2mqtt', 'native'] as const
    const plain = filtersOf({ ...this.#reading, reads })
    return [...plain, ...plain.map((filter) => this.#sharedFilter(filter))]
  }

  async #take(message: BrokerMessage, isGone: () => boolean): Promise<void> {
    if (this.row.discovery_prefix !== '' && isDiscoveryTopic(message.topic, exportTopicsOf(this.row))) {
      const { listener } = this.#app.readers
      if (this.#reader === undefined || listener === undefined) return
      if (message.isRetained) listener.found(this.#reader, message.topic, message.payload.toString())
      else listener.said(this.#reader, message.topic, message.payload.toString())
      return
    }
    await this.#brake(isGone)
    const source = await takeBrokerMessage(this.#app, this.senders, this.#reading, message, isGone)
    this.#lastMessageMs = this.#app.clock.now()
    this.#count(source?.kind ?? 'other')
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1
  }

  /** So many messages a second; what is more waits unread, so that the broker holds it back or drops it. */
  async #brake(isGone: () => boolean): Promise<void> {
    for (;;) {
      const nowMs = this.#app.clock.steady()
      if (nowMs - this.#second.startedMs >= 1000) this.#second = { startedMs: nowMs, count: 0 }
      if (this.#second.count < this.#app.limits.brokerMessagesPerSecond) {
        this.#second.count += 1
        return
      }
      await new Promise((next) => setTimeout(next, 1000 - (nowMs - this.#second.startedMs)))
      if (isGone()) throw new Error('The connection has ended.')
    }
  }

  #enterReader(link: BrokerLink): void {
    const { account_id: accountId, broker_id: brokerId } = this.row
    const topics = exportTopicsOf(this.row)
    let underWay = 0
    const reader: Reader = {
      accountId,
      senderId: brokerId,
      topics,
      isReady: () => underWay < MAX_OUTGOING,
      send: (message) => {
        underWay += 1
        const sent = link.publish(message).finally(() => {
          underWay -= 1
        })
        // One that is not acknowledged ends the connection; the next one says everything again.
        sent.catch(() => link.end())
        return sent
      },
    }
    this.#reader = reader
    this.#app.readers.listener?.subscribed(reader, [`${topics.discovery}/#`, `${topics.base}/#`])
  }

  /** Answers the topics that the broker retains of what it was told. */
  #leaveReader(): readonly string[] {
    const told = this.#reader === undefined ? [] : (this.#app.readers.listener?.left(this.#reader) ?? [])
    this.#reader = undefined
    return told
  }

  #change(state: LinkState['state'], fault: BrokerFault | ''): void {
    if (this.#state !== state || this.#fault !== fault) this.#stateSinceMs = this.#app.clock.now()
    this.#state = state
    this.#fault = fault
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
