/**
 * The pasts of trackers in memory. Reports wait a few seconds for others of an earlier time, and are taken in as the tracker's hot row is
 * written: what they add to the past is written with it, in one transaction. A report that is older than what was taken in marks
 * its time as late, to be written again (`rebuild.ts`). Source: decision 0086.
 */
import type { Estimate } from '@whereabouts/positioning/estimate'
import type { Site } from '@whereabouts/positioning/site'
import type { AccountDirectory } from '../../state/account-directory.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import type { LogRow } from '../../state/log-row.ts'
import { type OpenStay, type PastStay, pastStayOf } from '../../state/open-past.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import {
  type LateSpan,
  NOTHING_WRITTEN,
  noEvents,
  type PastEvents,
  type PastState,
  type PastWrite,
  type StateAt,
  type StoredPast,
} from '../write-behind/past-rows.ts'
import { foldRow, inPastOrder, lastMsOf, NO_PAST, positionOf } from './fold.ts'
import { asVisit } from './move-visits.ts'
import type { Solver } from './place-by-stations.ts'
import { siteThen } from './site-then.ts'
import { fromStoredState, toStoredState } from './stored-past.ts'

/** Reports wait so long (ms, by their own times) for others of earlier times: stations send theirs each second, in their own phase. */
const WAIT_MS = 3000
type Events = ReturnType<typeof noEvents>

/** A report that waits, with what the solver believed after it. */
interface Waiting {
  readonly row: LogRow
  readonly estimate: Estimate | undefined
}

interface DevicePast extends DeviceKey {
  state: PastState
  /** The position in the log of the last report that was taken in, or waits. */
  order: number
  /** Positions up to it that the state of the hot row lacks, after a start. */
  left: Set<number>
  waiting: Waiting[]
  /** Reports since a state was stored. */
  rows: number
  events: Events
  states: StateAt[]
  late: LateSpan | undefined
  /** What came late since its past is being made again. */
  missed: LateSpan | undefined
  account: AccountDirectory | undefined
  site: Site | undefined
}

export class Pasts {
  /** By account and device. */
  readonly #accounts = new Map<string, Map<string, DevicePast>>()
  readonly #onLate: (device: DeviceKey) => void
  readonly #onBug: (error: unknown) => void
  readonly #rowsOfState: number

  /**
   * `onLate`: reports of a tracker came late, and its late span was written. `onBug`: a report is left out of the past. After
   * `rowsOfState` reports the state is stored beside the history, so that a past can be written again from there.
   */
  constructor(given: {
    readonly onLate: (device: DeviceKey) => void
    readonly onBug: (error: unknown) => void
    readonly rowsOfState: number
  }) {
    this.#onLate = given.onLate
    this.#onBug = given.onBug
    this.#rowsOfState = given.rowsOfState
  }

  /** The past of a tracker as its hot row has it, whose other columns are `state`. */
  load({ account_id, id }: DeviceKey, stored: StoredPast | null, state: TrackerState | undefined): void {
    const isOurs = stored?.state !== undefined
    const known = isOurs ? fromStoredState(stored.state) : earlierPast(stored, state)
    const device: DevicePast = {
      ...{ account_id, id, state: known, order: stored?.order ?? state?.log_order ?? 0, left: new Set(stored?.left) },
      ...{ waiting: [], rows: stored?.rows ?? 0, events: noEvents(), states: [], late: undefined, missed: undefined },
      ...{ account: undefined, site: undefined },
    }
    // What an older version wrote is a past to go on from.
    if (!isOurs && known.place !== undefined)
      device.states.push({ at_ms: lastMsOf(known), state: toStoredState(known) })
    let ofAccount = this.#accounts.get(account_id)
    if (ofAccount === undefined) {
      ofAccount = new Map()
      this.#accounts.set(account_id, ofAccount)
    }
    ofAccount.set(id, device)
  }

  /** A report of a tracker, in the order of the log; one that was noted before changes nothing. */
  note(
    { account_id, id }: DeviceKey,
    row: LogRow,
    estimate: Estimate | undefined,
    { account, site }: { readonly account: AccountDirectory; readonly site: Site },
  ): void {
    if (!this.#accounts.get(account_id)?.has(id)) this.load({ account_id, id }, null, undefined)
    const device = this.#accounts.get(account_id)!.get(id)!
    if (row.log_order <= device.order && !device.left.delete(row.log_order)) return
    device.order = Math.max(device.order, row.log_order)
    device.account = account
    device.site = site
    if (row.scanned_at_ms > lastMsOf(device.state)) device.waiting.push({ row, estimate })
    else {
      device.late = withLate(device.late, row)
      device.missed = withLate(device.missed, row)
    }
  }

  /**
   * Folds the reports that have waited long enough at `nowMs` (epoch ms). Answers for each device, in their order, what to write with its
   * hot row.
   */
  take(devices: readonly DeviceKey[], nowMs: number): readonly PastWrite[] {
    return devices.map((key) => {
      const device = this.#accounts.get(key.account_id)?.get(key.id)
      return device === undefined ? { ...key, ...NOTHING_WRITTEN } : this.#takeOne(device, nowMs)
    })
  }

  #takeOne(device: DevicePast, nowMs: number): PastWrite {
    const { account_id, id } = device
    this.#takeIn(device, nowMs - WAIT_MS)
    const { past, steps } = this.#present(device)
    const { events, states, late } = device
    device.events = noEvents()
    device.states = []
    device.late = undefined
    return { account_id, id, past, events: { ...events, steps: new Map([...events.steps, ...steps]) }, states, late }
  }

  /** They could not be written. */
  putBack(writes: readonly PastWrite[]): void {
    for (const { account_id, id, events, states, late } of writes) {
      const device = this.#accounts.get(account_id)?.get(id)
      if (device === undefined) continue
      device.events = joined(events, device.events)
      device.states = [...states, ...device.states]
      if (late !== undefined) device.late = device.late === undefined ? late : joinedSpan(late, device.late)
    }
  }

  /** They were written. */
  written(writes: readonly PastWrite[]): void {
    for (const write of writes) if (write.late !== undefined) this.#onLate(write)
  }

  /** The first position in the log of a report of a tracker that its past lacks; undefined: it lacks none. */
  lacksFrom({ account_id, id }: DeviceKey): number | undefined {
    const waiting = this.#accounts.get(account_id)?.get(id)?.waiting ?? []
    if (waiting.length === 0) return undefined
    return waiting.reduce((first, { row }) => Math.min(first, row.log_order), Number.POSITIVE_INFINITY)
  }

  /** What it goes on from; undefined: the tracker is not here. */
  stateOf({ account_id, id }: DeviceKey): PastState | undefined {
    return this.#accounts.get(account_id)?.get(id)?.state
  }

  /** From now on it is noted which reports come late. */
  watch({ account_id, id }: DeviceKey): void {
    const device = this.#accounts.get(account_id)?.get(id)
    if (device !== undefined) device.missed = undefined
  }

  /** What came late since. */
  missedOf({ account_id, id }: DeviceKey): LateSpan | undefined {
    return this.#accounts.get(account_id)?.get(id)?.missed
  }

  /**
   * Its past was made again up to its last report, and `rows` reports since a state was stored: what its hot row has then. It goes on from
   * there once `goOn` is called. Undefined: it is gone.
   */
  replacement(
    { account_id, id }: DeviceKey,
    state: PastState,
    rows: number,
    { account, site }: { readonly account: AccountDirectory; readonly site: Site },
  ): { readonly past: StoredPast; readonly goOn: () => void } | undefined {
    const device = this.#accounts.get(account_id)?.get(id)
    if (device === undefined) return undefined
    const waiting = [...device.waiting]
    const { past } = this.#present({ ...device, state, rows, waiting, account, site })
    const goOn = () => {
      // What they would add is in what was made again.
      Object.assign(device, { state, rows, events: noEvents(), states: [] })
    }
    return { past, goOn }
  }

  /** Devices that are gone. */
  forget(accountId: string, ids: readonly string[]): void {
    for (const id of ids) this.#accounts.get(accountId)?.delete(id)
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#accounts.keys()) if (isTheirs(accountId)) this.#accounts.delete(accountId)
  }

  /** Takes in what waits up to a time (epoch ms). */
  #takeIn(device: DevicePast, untilMs: number): void {
    const { waiting } = device
    if (waiting.length === 0) return
    waiting.sort((one, other) => inPastOrder(one.row, other.row))
    let count = 0
    for (; count < waiting.length && waiting[count]!.row.scanned_at_ms <= untilMs; count += 1) {
      const { row, estimate } = waiting[count]!
      if (device.rows >= this.#rowsOfState && row.scanned_at_ms > lastMsOf(device.state)) {
        device.states.push({ at_ms: lastMsOf(device.state), state: toStoredState(device.state) })
        device.rows = 0
      }
      device.state = this.#fold(device, device.state, { row, estimate }, device.events)
      device.rows += 1
    }
    if (count > 0) device.waiting = waiting.slice(count)
  }

  #fold({ account, site }: DevicePast, state: PastState, { row, estimate }: Waiting, events: Events): PastState {
    const solver: Solver | undefined = site!.maps.size === 0 ? undefined : { site: site!, hear: () => estimate }
    try {
      return foldRow(state, row, siteThen(account!), solver, events)
    } catch (error) {
      this.#onBug(error)
      return state
    }
  }

  /** As readers see it, with what waits. */
  #present(device: DevicePast): { readonly past: StoredPast; readonly steps: ReadonlyMap<string, number> } {
    const { state, order, rows, waiting } = device
    const events = noEvents()
    let last = state
    for (const one of waiting.sort((one, other) => inPastOrder(one.row, other.row)))
      last = this.#fold(device, last, one, events)
    const stays: PastStay[] = last.stay === null ? events.stays : [...events.stays, presentStay(last.stay)]
    const sure = last.visits.filter(({ isSure }) => isSure).map(asVisit)
    const left = waiting.map(({ row }) => row.log_order)
    const visits = [...events.visits, ...sure]
    const positions = last.waitingMs === null ? events.positions : [...events.positions, positionOf(last.place!)]
    const past = { stays, visits, positions, state: toStoredState(state), order, left, rows }
    return { past, steps: events.steps }
  }
}

/** A stay that goes on; its last sighting may be at the place where it may be settling. */
const presentStay = (stay: OpenStay): PastStay => ({
  ...pastStayOf(stay),
  until_ms: Math.max(stay.until_ms, stay.next?.until_ms ?? 0),
})

/** What can be gone on from of a hot row of an older version. */
const earlierPast = (stored: StoredPast | null, state: TrackerState | undefined): PastState => {
  if (state === undefined) return NO_PAST
  const [stay] = stored?.stays ?? []
  return {
    ...NO_PAST,
    place: state,
    steps: stored?.steps ?? null,
    stay: stay === undefined ? null : openAgain(stay),
    visits: (stored?.visits ?? []).map(({ ended: _, ended_ms: __, ...visit }) => ({
      ...visit,
      ...{ isSure: true, outside_ms: null, isSilent: false },
    })),
  }
}

/** Without the number of strengths that its mean is of, which only its open form has. */
function openAgain({ rssi = null, ...stay }: PastStay): OpenStay {
  return { ...stay, rssi_sum: rssi ?? 0, rssi_count: rssi === null ? 0 : 1 }
}

const withLate = (span: LateSpan | undefined, { scanned_at_ms: atMs, received_at_ms }: LogRow): LateSpan =>
  joinedSpan(span, { from_ms: atMs, until_ms: atMs, reports: 1, since_ms: received_at_ms })

const joinedSpan = (one: LateSpan | undefined, other: LateSpan): LateSpan =>
  one === undefined
    ? other
    : {
        from_ms: Math.min(one.from_ms, other.from_ms),
        until_ms: Math.max(one.until_ms, other.until_ms),
        reports: one.reports + other.reports,
        since_ms: Math.min(one.since_ms, other.since_ms),
      }

const joined = (one: PastEvents, other: PastEvents): Events => ({
  stays: [...one.stays, ...other.stays],
  positions: [...one.positions, ...other.positions],
  visits: [...one.visits, ...other.visits],
  steps: new Map([...one.steps, ...other.steps]),
})
