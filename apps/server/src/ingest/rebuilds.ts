/**
 * Writes the past of trackers again whose reports came late: from a stored state before them through the same fold, until it leads to a
 * state that was recorded. What differs is replaced in one transaction; what held before stays, as what was known then. One stretch between two
 * stored states at a time, so that it can be interrupted anywhere. Source: decision 0086.
 */

import type { Site } from '@whereabouts/positioning/site'
import { newTrack } from '@whereabouts/positioning/track'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { OneAtATime } from '../platform/one-at-a-time.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { concernsAllRows } from '../platform/postgres/storage-away.ts'
import type { AccountDirectory } from '../state/account-directory.ts'
import type { DeviceKey } from '../state/device-key.ts'
import type { Fence } from '../state/home.ts'
import { inTime, type LogRow } from '../state/log-row.ts'
import { hearRow } from './apply/beliefs.ts'
import type { DeviceStates } from './apply/device-states.ts'
import { foldRow, lastMsOf, NO_PAST, positionOf } from './apply/fold.ts'
import {
  beginsAfter,
  beginsAt,
  differenceOf,
  laterOf,
  leadsTo,
  type PastRows,
  rowsBetween,
  type Tolerance,
} from './apply/past-diff.ts'
import type { Pasts } from './apply/pasts.ts'
import type { Solver } from './apply/place-by-stations.ts'
import { siteThen } from './apply/site-then.ts'
import type { Sites } from './apply/sites.ts'
import { fromStoredState, toStoredState } from './apply/stored-past.ts'
import { listRowsOfDevice } from './log/read-log.ts'
import { PastPartitions, upsertPastStates, writePasts } from './write-behind/past-queries.ts'
import { type LateSpan, noEvents, type PastState, type StateAt } from './write-behind/past-rows.ts'
import {
  closeRows,
  findLateSpan,
  findStatesAround,
  isOfNight,
  listLateDevices,
  readKnownPast,
  replacePast,
  shortenLateSpan,
} from './write-behind/rebuild-queries.ts'

/** A past is made again once nothing came late for so long (ms), at the latest so long after the first that did. */
const QUIET_MS = 3000
const LATEST_MS = 30_000
/** So much work is done at once (ms), before others have their turn. */
const AT_ONCE_MS = 250
/** The solver hears what was heard so long before (ms), so that it believes what it did then. */
const WARM_UP_MS = 300_000
/** Places of the solver that are as near as this (m) are the same. */
const SAME_METRES = 0.5

interface Deps {
  readonly db: ServerDb
  readonly pool: Pool
  readonly fence: Fence
  readonly clock: Clock
  readonly directory: { account(accountId: string): Promise<AccountDirectory> }
  readonly states: DeviceStates
  readonly sites: Sites
  readonly pasts: Pasts
  /** Hot rows and pasts are written in turn. */
  readonly writes: OneAtATime
  /** After so many reports a state is stored. */
  readonly rowsOfState: number
  /** A past that cannot be made again; it is tried again later. */
  readonly onBug: (error: unknown) => void
}

/** When reports of a tracker came late (ms of the steady clock): the first and the last of those that wait. */
interface Waiting {
  readonly firstMs: number
  lastMs: number
}

export class Rebuilds {
  readonly #deps: Deps
  readonly #partitions = new PastPartitions()
  /** By account, whose turn is next first, and device. */
  readonly #waiting = new Map<string, Map<string, Waiting>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Reports of a tracker came late; that is written. */
  note({ account_id, id }: DeviceKey): void {
    const nowMs = this.#deps.clock.steady()
    let ofAccount = this.#waiting.get(account_id)
    if (ofAccount === undefined) {
      ofAccount = new Map()
      this.#waiting.set(account_id, ofAccount)
    }
    const known = ofAccount.get(id)
    if (known === undefined) ofAccount.set(id, { firstMs: nowMs, lastMs: nowMs })
    else known.lastMs = nowMs
  }

  /** What an earlier home of the accounts of shards left. */
  async load(shards: readonly number[]): Promise<void> {
    for (const device of await listLateDevices(this.#deps.db, shards)) this.note(device)
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#waiting.keys()) if (isTheirs(accountId)) this.#waiting.delete(accountId)
  }

  /** Makes pasts again that are due, account by account in turn, for a short time. Throws while the database is away. */
  async look(): Promise<void> {
    const { clock } = this.#deps
    const untilMs = clock.steady() + AT_ONCE_MS
    for (const [accountId, ofAccount] of [...this.#waiting]) {
      for (const [id, { firstMs, lastMs }] of ofAccount) {
        const nowMs = clock.steady()
        if (nowMs >= untilMs) return
        if (nowMs - lastMs < QUIET_MS && nowMs - firstMs < LATEST_MS) continue
        this.#waiting.delete(accountId)
        this.#waiting.set(accountId, ofAccount)
        await this.#try({ account_id: accountId, id })
        break
      }
    }
  }

  /** Makes all pasts of an account again that wait for it, as far as that takes no longer than a time (ms). */
  async settle(accountId: string, mostMs: number): Promise<void> {
    const untilMs = this.#deps.clock.steady() + mostMs
    for (const id of [...(this.#waiting.get(accountId)?.keys() ?? [])]) {
      let goesOn = true
      while (goesOn && this.#waiting.get(accountId)?.has(id) === true) {
        if (this.#deps.clock.steady() > untilMs) return
        goesOn = await this.#try({ account_id: accountId, id })
      }
    }
  }

  /** One stretch of a tracker's past. False: it failed, and is tried again later. */
  async #try(device: DeviceKey): Promise<boolean> {
    try {
      await this.#rebuild(device)
      return true
    } catch (error) {
      if (concernsAllRows(error)) throw error
      this.#deps.onBug(error)
      const againMs = this.#deps.clock.steady() + LATEST_MS
      this.#waiting.get(device.account_id)?.set(device.id, { firstMs: againMs, lastMs: againMs })
      return false
    }
  }

  async #rebuild(device: DeviceKey): Promise<void> {
    const { db, directory, states, sites, pasts } = this.#deps
    const { account_id, id } = device
    const account = await directory.account(account_id)
    const site = await sites.of(account_id, account)
    await states.load([{ account_id, device_id: id, sender_id: id }], new Map([[account_id, account]]))
    pasts.watch(device)
    const span = await findLateSpan(db, device)
    const isGone = account.trackers.get(id)?.device_id !== id || pasts.stateOf(device) === undefined
    if (span === undefined || isGone) {
      if (span !== undefined)
        await this.#deps.fence.run((transaction) => shortenLateSpan(transaction, device, undefined))
      return this.#forget(device)
    }
    const { before, after } = await findStatesAround(db, device, span.from_ms)
    const stretch = new Stretch({
      ...{ account, site, before, nights: await this.#nights(device, before), rowsOfState: this.#deps.rowsOfState },
    })
    const untilMs = after?.at_ms ?? lastMsOf(pasts.stateOf(device)!)
    await stretch.read(db, device, untilMs)
    await this.#deps.writes.run(() => this.#write(device, stretch, { span, before, after, account, site }))
  }

  /** The starts of nights (epoch ms) of which the recorded past tells where the tracker was. */
  async #nights(device: DeviceKey, before: StateAt | undefined): Promise<readonly number[]> {
    const fromMs = before?.at_ms ?? 0
    const { positions } = await readKnownPast(this.#deps.db, device, {
      ...{ staysMs: Number.MAX_SAFE_INTEGER, visitsMs: Number.MAX_SAFE_INTEGER, positionsMs: fromMs },
    })
    return positions.filter(isOfNight).map(({ at_ms }) => at_ms)
  }

  async #write(
    device: DeviceKey,
    stretch: Stretch,
    given: {
      readonly span: LateSpan
      readonly before: StateAt | undefined
      readonly after: StateAt | undefined
      readonly account: AccountDirectory
      readonly site: Site
    },
  ): Promise<void> {
    const { db, pool, fence, clock, pasts } = this.#deps
    const { span, before, after, account, site } = given
    const last = pasts.stateOf(device)
    // Removed meanwhile.
    if (last === undefined) return this.#forget(device)
    if (after === undefined) await stretch.read(db, device, lastMsOf(last))
    stretch.end(after?.at_ms)
    const nowMs = clock.now()
    const tolerance = toleranceOf(account, site)
    const from =
      before === undefined ? beginsAt(stretch.firstMs) : beginsAfter(fromStoredState(before.state), before.at_ms)
    // What the recorded state was still to lead to, and this one is not, goes now.
    const until =
      after === undefined
        ? undefined
        : laterOf(beginsAfter(fromStoredState(after.state), after.at_ms), beginsAfter(stretch.state, after.at_ms))
    const known = await readKnownPast(db, device, {
      ...{ staysMs: from.staysMs, visitsMs: from.leastVisitMs, positionsMs: from.positionsMs },
    })
    const recorded = rowsBetween({ ...known, ...copied(known) }, from, until)
    const { gone, come } = differenceOf(recorded, stretch.events, tolerance)
    const isAsRecorded = after !== undefined && leadsTo(stretch.state, after.state, tolerance)
    const states =
      after === undefined || isAsRecorded ? stretch.states : [...stretch.states, stretch.stateAt(after.at_ms)]
    const left = joinedLeft(leftOf(span, after, isAsRecorded), pasts.missedOf(device))
    const state = goneOnKnownSince(stretch.state, gone, nowMs)
    const replacement =
      after === undefined ? pasts.replacement(device, state, stretch.rows, { account, site }) : undefined
    const nights = gone.positions.filter(
      (row) => isOfNight(row) && !come.positions.some(({ at_ms }) => at_ms === row.at_ms),
    )
    const write = {
      ...device,
      past: null,
      events: { ...knownSince(come, nowMs), steps: stretch.events.steps },
      states: [],
      late: undefined,
    }
    await this.#partitions.ensure(pool, [{ ...write, states }])
    await fence.run(async (transaction) => {
      await closeRows(
        transaction,
        device,
        { ...gone, positions: gone.positions.filter((row) => !nights.includes(row)) },
        nowMs,
      )
      await writePasts(transaction, [write])
      await upsertPastStates(
        transaction,
        states.map((state) => ({ ...device, ...state })),
      )
      await shortenLateSpan(transaction, device, left)
      if (replacement !== undefined) await replacePast(transaction, device, replacement.past)
    })
    replacement?.goOn()
    if (left === undefined) this.#forget(device)
  }

  #forget({ account_id, id }: DeviceKey): void {
    const ofAccount = this.#waiting.get(account_id)
    ofAccount?.delete(id)
    if (ofAccount?.size === 0) this.#waiting.delete(account_id)
  }
}

type Left = Pick<LateSpan, 'from_ms' | 'until_ms'>

/** What is left to be made again after a stretch; undefined: nothing. */
function leftOf({ until_ms }: LateSpan, after: StateAt | undefined, isAsRecorded: boolean): Left | undefined {
  if (after === undefined || (isAsRecorded && until_ms <= after.at_ms)) return undefined
  return { from_ms: after.at_ms + 1, until_ms: Math.max(until_ms, after.at_ms + 1) }
}

const joinedLeft = (one: Left | undefined, other: Left | undefined): Left | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : { from_ms: Math.min(one.from_ms, other.from_ms), until_ms: Math.max(one.until_ms, other.until_ms) }

const knownSince = ({ stays, positions, visits }: ReturnType<typeof rowsBetween>, known_from_ms: number) => ({
  stays: stays.map((row) => ({ ...row, known_from_ms })),
  positions: positions.map((row) => ({ ...row, known_from_ms })),
  visits: visits.map((row) => ({ ...row, known_from_ms })),
})

/** What goes on again of rows that are closed is known since now: once it ends, it is written beside them. */
function goneOnKnownSince(state: PastState, gone: PastRows, known_from_ms: number): PastState {
  const { stay, visits } = state
  const isStay = stay !== null && gone.stays.some(({ from_ms }) => from_ms === stay.from_ms)
  return {
    ...state,
    stay: isStay ? { ...stay, known_from_ms } : stay,
    visits: visits.map((visit) => {
      const isGone = gone.visits.some(({ zone_id, from_ms }) => zone_id === visit.zone_id && from_ms === visit.from_ms)
      return isGone ? { ...visit, known_from_ms } : visit
    }),
  }
}

const copied = ({ stays, positions, visits }: Awaited<ReturnType<typeof readKnownPast>>) => ({
  ...{ stays: [...stays], positions: [...positions], visits: [...visits] },
})

/** Of places that the solver makes; all others are equal or not. */
function toleranceOf({ floors }: AccountDirectory, site: Site): Tolerance {
  const scales = new Map(floors.map(({ id, metres_per_pixel }) => [id, metres_per_pixel]))
  return (mapId) => (mapId === null || !site.maps.has(mapId) ? 0 : SAME_METRES / (scales.get(mapId) ?? SAME_METRES))
}

/** The past of a tracker from a stored state on, while it is made again. */
class Stretch {
  readonly #account: AccountDirectory
  readonly #solver: Solver | undefined
  readonly #hear: (row: LogRow) => void
  readonly #nights: number[]
  readonly #before: StateAt | undefined
  readonly #rowsOfState: number
  #readMs: number
  #firstMs: number | undefined
  state: PastState
  /** Reports since a state was stored. */
  rows = 0
  readonly events = noEvents()
  readonly states: StateAt[] = []

  constructor(given: {
    readonly account: AccountDirectory
    readonly site: Site
    readonly before: StateAt | undefined
    readonly nights: readonly number[]
    readonly rowsOfState: number
  }) {
    const { account, site, before } = given
    this.#account = account
    this.#before = before
    this.#rowsOfState = given.rowsOfState
    this.#nights = given.nights.toSorted((one, other) => one - other)
    this.state = before === undefined ? NO_PAST : fromStoredState(before.state)
    this.#readMs = before?.at_ms ?? 0
    const track = newTrack()
    const hear = (row: LogRow, mapId: string | null) => {
      if (!site.mapOfStation.has(row.sender_id)) return undefined
      hearRow(track, site, row, mapId)
      return track.estimate
    }
    this.#hear = (row) => hear(row, this.state.place?.map_id ?? null)
    this.#solver = site.maps.size === 0 ? undefined : { site, hear: (state, row) => hear(row, state.map_id) }
  }

  /** The first report (epoch ms); where there is none, the end of time. */
  get firstMs(): number {
    return this.#firstMs ?? Number.MAX_SAFE_INTEGER
  }

  /** Takes in the reports up to a time (epoch ms). */
  async read(db: ServerDb, device: DeviceKey, untilMs: number): Promise<void> {
    if (this.#solver !== undefined && this.#firstMs === undefined && this.#before !== undefined) {
      const range = { afterMs: this.#readMs - WARM_UP_MS, untilMs: this.#readMs }
      for await (const rows of listRowsOfDevice(db, device, range))
        for (const row of rows) if (row.rssi !== null) this.#hear(row)
    }
    if (untilMs <= this.#readMs) return
    const site = siteThen(this.#account)
    for await (const rows of listRowsOfDevice(db, device, { afterMs: this.#readMs, untilMs })) {
      this.#firstMs ??= rows[0]!.scanned_at_ms
      for (const row of rows) this.#take(inTime(row), site)
    }
    this.#readMs = untilMs
  }

  /** All reports were taken in, up to a time (epoch ms); undefined: up to the last. */
  end(untilMs: number | undefined): void {
    if (untilMs === undefined) this.#tellNights(Number.POSITIVE_INFINITY)
  }

  stateAt = (at_ms: number): StateAt => ({ at_ms, state: toStoredState(this.state) })

  #take(row: LogRow, site: ReturnType<typeof siteThen>): void {
    const lastMs = lastMsOf(this.state)
    const isLater = row.scanned_at_ms > lastMs
    if (isLater) this.#tellNights(row.scanned_at_ms)
    if (isLater && this.rows >= this.#rowsOfState) {
      this.states.push(this.stateAt(lastMs))
      this.rows = 0
    }
    this.state = foldRow(this.state, row, site, this.#solver, this.events)
    this.rows += 1
  }

  /** Where it was as nights began before a time (epoch ms). */
  #tellNights(untilMs: number): void {
    while (this.#nights.length > 0 && this.#nights[0]! < untilMs) {
      const nightMs = this.#nights.shift()!
      if (this.state.place !== undefined) this.events.positions.push(positionOf(this.state.place, nightMs))
    }
  }
}
