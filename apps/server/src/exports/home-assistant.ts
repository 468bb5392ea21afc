/**
 * Home Assistant, connected to our broker with a reader's credential: trackers and carepads appear there by themselves. We retain
 * nothing: a subscription is answered with the current state. Source: wire formats §7.2.
 */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { Tracker } from '@whereabouts/contract/trackers'
import { writtenName } from '@whereabouts/domain/protected-names'
import {
  type HomeAssistantTopics,
  isHomeAssistantBirth,
  type OutgoingMessage,
  type Reading,
  removalOfRetained,
  serverStatus,
  thermometerDiscovery,
  thermometerRemoval,
  thermometerState,
  trackerDiscovery,
  trackerLost,
  trackerPlace,
  trackerRemoval,
} from '@whereabouts/protocol/home-assistant'
import type { Background } from '../context.ts'
import type { Reader, ReaderListener } from '../gateway/readers.ts'
import type { AccountFeeds, Changes } from './account-feed.ts'

/** The temperature of a thermometer that is silent for this long (s) expires; they report once a minute or oftener. */
const THERMOMETER_EXPIRES_S = 900
/** What a reader does not accept is retried after this long (ms). */
const RETRY_MS = 1000

/** All messages about one tracker. */
function messagesOfTracker(tracker: Tracker, topics: HomeAssistantTopics): OutgoingMessage[] {
  const { device_id: id, name, make, device_model, qualified_location_info: info } = tracker
  const discovery = trackerDiscovery(
    { id, name, make, model: make === '' ? device_model.toUpperCase() : 'Tag', isPhone: device_model === 'mobile' },
    topics,
  )
  if (info === null) return [discovery]
  const place = trackerPlace(
    id,
    {
      latitude: tracker.gps_latitude ?? undefined,
      longitude: tracker.gps_longitude ?? undefined,
      accuracyMetres: info.accuracy ?? undefined,
      batteryPercent: tracker.battery ?? undefined,
      room: info.reason_data.rooms?.[0] ?? info.reason_data.station_name,
      floor: info.reason_data.indoor_map_name,
    },
    topics,
  )
  if (tracker.connected) return [discovery, ...place]
  const lost = trackerLost(id, topics)
  return [discovery, ...place.filter(({ topic }) => topic !== lost.topic), lost]
}

function messagesOfCarepad(carepad: Carepad, topics: HomeAssistantTopics): OutgoingMessage[] {
  const { carepad_id: id, make, temperature, humidity } = carepad
  const thermometer = { id, name: writtenName(carepad), make, expiresAfterSeconds: THERMOMETER_EXPIRES_S }
  const state = (reading: Reading, value: number | null) =>
    value === null ? [] : [thermometerState(reading, { id, value }, topics)]
  return [
    thermometerDiscovery('temperature', thermometer, topics),
    ...state('temperature', temperature),
    // Most carepads measure none.
    ...(humidity === null ? [] : [thermometerDiscovery('humidity', thermometer, topics)]),
    ...state('humidity', humidity),
  ]
}

/** Topics that a reader subscribed to. Source: MQTT 3.1.1 §4.7. */
class Filters {
  /** By filter; undefined for one without wildcards. */
  readonly #patterns = new Map<string, RegExp | undefined>()

  add(filter: string): void {
    this.#patterns.set(filter, /[+#]/.test(filter) ? toPattern(filter) : undefined)
  }

  delete(filter: string): void {
    this.#patterns.delete(filter)
  }

  matches(topic: string): boolean {
    if (this.#patterns.has(topic)) return true
    for (const pattern of this.#patterns.values()) if (pattern?.test(topic) === true) return true
    return false
  }
}

function toPattern(filter: string): RegExp {
  const levels = filter
    .split('/')
    .map((level) => (level === '+' ? '[^/]*' : level === '#' ? '.*' : level.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${levels.join('/').replace(/\/\.\*$/, '(?:/.*)?')}$`)
}

/** One connection. */
class Session {
  readonly #reader: Reader
  readonly #topics: HomeAssistantTopics
  readonly #filters = new Filters()
  /** What a broker would retain, by topic. */
  readonly #kept = new Map<string, string>()
  /** Not yet sent, by topic: the newest counts. */
  readonly #waiting = new Map<string, OutgoingMessage>()
  readonly #stop: () => void
  /** Settles once everything that is to be told is known. */
  readonly #fed: Promise<void>
  #isOver = false
  #timer: NodeJS.Timeout | undefined

  constructor(reader: Reader, feeds: AccountFeeds) {
    this.#reader = reader
    this.#topics = reader.topics ?? { discovery: 'homeassistant', base: `whereabouts/${reader.senderId}` }
    this.#publish([serverStatus(true, this.#topics)])
    const { feed, stop } = feeds.watch(reader.accountId, (changes) => this.#take(changes))
    this.#stop = stop
    this.#fed = feed.ready
    const gone = { trackers: [], carepads: [] }
    this.#take({ trackers: [...feed.trackers.values()], carepads: [...feed.carepads.values()], gone })
  }

  subscribed(filters: readonly string[]): void {
    const added = new Filters()
    for (const filter of filters) {
      added.add(filter)
      this.#filters.add(filter)
    }
    for (const [topic, payload] of this.#kept) {
      if (added.matches(topic)) this.#waiting.set(topic, { topic, payload, retain: true })
    }
    this.#send()
  }

  unsubscribed(filters: readonly string[]): void {
    for (const filter of filters) this.#filters.delete(filter)
  }

  /** Home Assistant restarted and forgot everything. */
  sayAgain(): void {
    for (const [topic, payload] of this.#kept) {
      if (this.#filters.matches(topic)) this.#waiting.set(topic, { topic, payload, retain: true })
    }
    this.#send()
  }

  /** The server shuts down: report everything as unavailable. */
  farewell(): void {
    this.end()
    const { topic, payload } = serverStatus(false, this.#topics)
    if (this.#filters.matches(topic)) this.#deliver({ topic, payload, retain: true })
  }

  /** Of all that was told. */
  get topics(): readonly string[] {
    return [...this.#kept.keys()]
  }

  /** The broker retained this configuration: what is gone since is taken away. */
  async found(topic: string, config: string): Promise<void> {
    const removal = removalOfRetained(topic, config, this.#topics)
    if (removal.length === 0) return
    await this.#fed
    if (this.#isOver || this.#kept.has(topic)) return
    for (const message of removal) this.#waiting.set(message.topic, message)
    this.#send()
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#stop()
  }

  #take({ trackers, carepads, gone }: Omit<Changes, 'crossings'>): void {
    const topics = this.#topics
    this.#publish([
      ...trackers.flatMap((tracker) => messagesOfTracker(tracker, topics)),
      ...carepads.flatMap((carepad) => messagesOfCarepad(carepad, topics)),
      ...gone.trackers.flatMap((id) => trackerRemoval(id, topics)),
      ...gone.carepads.flatMap((id) => thermometerRemoval(id, topics)),
    ])
  }

  #publish(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) {
      const { topic, payload } = message
      if ((this.#kept.get(topic) ?? '') === payload) continue
      if (payload === '') this.#kept.delete(topic)
      else this.#kept.set(topic, payload)
      if (this.#filters.matches(topic)) this.#waiting.set(topic, message)
    }
    this.#send()
  }

  /** One whose connection ends on the way is said again to the next. */
  #deliver(message: OutgoingMessage): void {
    this.#reader.send(message).catch(() => {})
  }

  #send(): void {
    clearTimeout(this.#timer)
    for (const [topic, message] of this.#waiting) {
      if (!this.#reader.isReady()) {
        this.#timer = setTimeout(() => this.#send(), RETRY_MS)
        return
      }
      this.#waiting.delete(topic)
      this.#deliver(message)
    }
  }
}

/** Serves readers over MQTT until the answered function is called. */
export function exportToHomeAssistant({ readers }: Pick<Background, 'readers'>, feeds: AccountFeeds): () => void {
  const sessions = new Map<Reader, Session>()
  const listener: ReaderListener = {
    subscribed(reader, filters) {
      const session = sessions.get(reader) ?? new Session(reader, feeds)
      sessions.set(reader, session)
      session.subscribed(filters)
    },
    unsubscribed(reader, filters) {
      sessions.get(reader)?.unsubscribed(filters)
    },
    said(reader, topic, payload) {
      if (isHomeAssistantBirth(topic, payload, reader.topics)) sessions.get(reader)?.sayAgain()
    },
    found(reader, topic, payload) {
      void sessions.get(reader)?.found(topic, payload)
    },
    left(reader) {
      const session = sessions.get(reader)
      session?.end()
      sessions.delete(reader)
      return session?.topics ?? []
    },
  }
  readers.attend(listener)
  return () => {
    for (const session of sessions.values()) session.farewell()
    sessions.clear()
  }
}
