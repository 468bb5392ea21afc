/**
 * The feed of an account's readers: its trackers and carepads as they are and who is in which zone, then what changed. Read from
 * the database once the home of the account has written it, so that it does not matter at which server that is; a second behind, and only
 * while somebody reads.
 */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { Background } from '../context.ts'
import { presentCarepad } from '../features/carepads/present.ts'
import { listCarepads } from '../features/carepads/queries.ts'
import { readPlaceNames } from '../features/trackers/place-names.ts'
import { presentTracker } from '../features/trackers/present.ts'
import { type ListedTracker, listChangedTrackers, listTrackers, stateOf } from '../features/trackers/queries.ts'
import type { PageStart } from '../platform/http/page-token.ts'
import type { Db } from '../platform/postgres/database.ts'
import { flushHotRows } from '../state/flush-hot-rows.ts'
import { type Crossing, type Stay, ZoneStays } from '../state/zone-stays.ts'

/** The database is polled for changes this often (ms). */
const LOOK_EVERY_MS = 1000
/** Everything is read again this often (ms): silence and removal change no hot row. */
const WHOLE_EVERY_MS = 60_000
/** A report may be stored this much later (ms) than it is received, and servers' clocks differ a little. */
const MARGIN_MS = 3000
const AT_ONCE = 10_000
/** After a reading, changes are followed for this long (ms), as the next reading usually comes soon. */
const LINGER_MS = 30_000

type Device = Tracker | Carepad

export interface Feed {
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly carepads: ReadonlyMap<string, Carepad>
  /** Settles once everything was read for the first time. */
  readonly ready: Promise<void>
  stays(): readonly Stay[]
}

/** What changed since the last poll; the first poll brings everything. */
export interface Changes {
  readonly trackers: readonly Tracker[]
  readonly carepads: readonly Carepad[]
  readonly crossings: readonly Crossing[]
  readonly gone: { readonly trackers: readonly string[]; readonly carepads: readonly string[] }
}

class AccountFeed implements Feed {
  readonly trackers = new Map<string, Tracker>()
  readonly carepads = new Map<string, Carepad>()
  readonly listeners = new Set<(changes: Changes) => void>()
  readonly ready: Promise<void>
  #isReady: () => void = () => {}
  #looking: Promise<void> = Promise.resolve()
  readonly #app: Background
  readonly #accountId: string
  readonly #stays = new ZoneStays()
  #timer: NodeJS.Timeout | undefined
  #lookedAtMs = 0
  #wholeAtMs = Number.NEGATIVE_INFINITY
  #isOver = false
  /** So did the last look: that is said once. */
  #hasFailed = false

  constructor(app: Background, accountId: string) {
    this.#app = app
    this.#accountId = accountId
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve
    })
  }

  stays(): readonly Stay[] {
    return this.#stays.all()
  }

  /** Resolves once everything was read for the first time; rejects where that has just failed. The next try comes a second later. */
  async wasRead(): Promise<void> {
    if (this.#wholeAtMs === Number.NEGATIVE_INFINITY) await this.#looking
  }

  async run(): Promise<void> {
    this.#looking = this.#look()
    await this.#looking.then(
      () => {
        this.#hasFailed = false
      },
      (error: Error) => {
        if (!this.#hasFailed)
          this.#app.log.warn({ reason: error.message }, 'Failed to look up what readers may see; retrying')
        this.#hasFailed = true
      },
    )
    if (!this.#isOver) this.#timer = setTimeout(() => this.run(), LOOK_EVERY_MS)
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const now = this.#app.clock.now()
    const isWhole = Math.abs(now - this.#wholeAtMs) >= WHOLE_EVERY_MS
    const { db } = this.#app
    await flushHotRows(this.#app, this.#accountId)
    const names = await readPlaceNames(db, this.#accountId)
    const rows = isWhole
      ? await this.#all(now)
      : await listChangedTrackers(db, this.#accountId, this.#lookedAtMs - MARGIN_MS, now)
    const trackers = rows.map((row) => presentTracker(row, stateOf(row), names, now))
    const carepads = await this.#allCarepads()
    const crossings = await this.#stays.look(db, this.#accountId)
    const changes: Changes = {
      trackers: take(this.trackers, trackers, ({ device_id }) => device_id),
      carepads: take(this.carepads, carepads, ({ carepad_id }) => carepad_id),
      crossings,
      gone: {
        trackers: isWhole
          ? drop(
              this.trackers,
              trackers.map(({ device_id }) => device_id),
            )
          : [],
        carepads: drop(
          this.carepads,
          carepads.map(({ carepad_id }) => carepad_id),
        ),
      },
    }
    this.#isReady()
    this.#lookedAtMs = now
    if (isWhole) this.#wholeAtMs = now
    for (const listener of this.listeners) listener(changes)
  }

  #all(nowMs: number): Promise<ListedTracker[]> {
    return everyRow(this.#app.db, this.#accountId, nowMs)
  }

  async #allCarepads(): Promise<Carepad[]> {
    const nowMs = this.#app.clock.now()
    const rows = await everyPage(
      (start) => listCarepads(this.#app.db, this.#accountId, { start, size: AT_ONCE, nowMs }),
      ({ carepad_id }) => carepad_id,
    )
    return rows.map(presentCarepad)
  }
}

async function everyRow(db: Db, accountId: string, nowMs: number): Promise<ListedTracker[]> {
  const lists = await Promise.all(
    [false, true].map((watches) =>
      everyPage(
        (start) => listTrackers(db, accountId, { watches, start, size: AT_ONCE, nowMs }),
        ({ device_id }) => device_id,
      ),
    ),
  )
  return lists.flat()
}

/** The account's own trackers, care watches and phones as they are now. */
export async function everyTracker(db: Db, accountId: string, nowMs: number): Promise<Tracker[]> {
  const [rows, names] = await Promise.all([everyRow(db, accountId, nowMs), readPlaceNames(db, accountId)])
  return rows.map((row) => presentTracker(row, stateOf(row), names, nowMs))
}

/** All rows of a list that answers one row more than a page has where there is a next one. */
async function everyPage<Row extends { created_at: number }>(
  list: (start: PageStart | undefined) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<Row[]> {
  const all: Row[] = []
  for (let start: PageStart | undefined; ; ) {
    const rows = await list(start)
    all.push(...rows.slice(0, AT_ONCE))
    const last = rows[AT_ONCE - 1]
    if (rows.length <= AT_ONCE || last === undefined) return all
    start = { created_at: last.created_at, id: idOf(last) }
  }
}

/** Puts devices into the map and answers those that changed. */
function take<D extends Device>(known: Map<string, D>, devices: readonly D[], idOf: (device: D) => string): D[] {
  return devices.filter((device) => {
    const before = known.get(idOf(device))
    known.set(idOf(device), device)
    return JSON.stringify(before) !== JSON.stringify(device)
  })
}

/** Removes devices from the map that no longer exist, and answers their ids. */
function drop(known: Map<string, Device>, ids: readonly string[]): string[] {
  const left = new Set(ids)
  const gone = [...known.keys()].filter((id) => !left.has(id))
  for (const id of gone) known.delete(id)
  return gone
}

export class AccountFeeds {
  readonly #app: Background
  readonly #feeds = new Map<string, AccountFeed>()

  constructor(app: Background) {
    this.#app = app
  }

  /**
   * Notifies the listener of the account's changes until the answered function is called. What was already read for other listeners
   * is in `feed` at once.
   */
  watch(
    accountId: string,
    listener: (changes: Changes) => void,
  ): { readonly feed: AccountFeed; readonly stop: () => void } {
    let feed = this.#feeds.get(accountId)
    if (feed === undefined) {
      feed = new AccountFeed(this.#app, accountId)
      this.#feeds.set(accountId, feed)
      void feed.run()
    }
    const watched = feed
    watched.listeners.add(listener)
    return {
      feed: watched,
      stop: () => {
        watched.listeners.delete(listener)
        if (watched.listeners.size > 0 || this.#feeds.get(accountId) !== watched) return
        watched.stop()
        this.#feeds.delete(accountId)
      },
    }
  }

  /** Everything of the account, at most a second old. A repeated request is answered at once. Rejects while it cannot be read. */
  async read(accountId: string): Promise<Feed> {
    const { feed, stop } = this.watch(accountId, () => {})
    setTimeout(stop, LINGER_MS).unref()
    await feed.wasRead()
    return feed
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.stop()
    this.#feeds.clear()
  }
}
