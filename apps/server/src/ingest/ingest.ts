/**
 * From an adapter's observation to stored rows, moved states and an honest answer to the sender.
 * Source: architecture §1 and §4; G09, G85; security rules 43, 46-49.
 */
import type { Observation, OwnLocation, Sighting } from '@whereabouts/domain/observations'
import type { Pool } from 'pg'
import { type Clock, toSeconds } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { refuse } from '../platform/refusal.ts'
import { Directory } from './directory.ts'
import { Fleet, type FleetListener } from './fleet.ts'
import type { GatewayCounts } from './gateway-counts.ts'
import type { LogRow } from './log-row.ts'
import { LogWriter, type Written } from './log-writer.ts'
import { createPhone, createStation, stationIdOf } from './newcomers.ts'

/** Reports older than this are history nobody keeps: acknowledged and not stored. Source: G10, 90 days. */
const RETENTION_MS = 90 * 86_400_000
/** A sender's clock may run ahead of ours by this much (ms) before its time is doubted. */
const CLOCK_TOLERANCE_MS = 1000
/** Writers; devices are dealt among them, so that two batches never wait for the same row. */
const WRITERS = 2

/** A sender whose credential was accepted. */
export interface Sender {
  readonly accountId: string
  readonly senderId: string
  /** The station the credential was made for, or that this sender turned out to be. */
  readonly t4Id: string | null
}

/** Whether a sender speaks as a station, which stands still and listens, or as a phone, which knows where it is. */
export type SpeaksAs = 'station' | 'phone'

export interface Accepted {
  readonly stored: number
  readonly repeated: number
  /** Sightings of devices the account does not have. */
  readonly unknown: number
}

export interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const none: Accepted = { stored: 0, repeated: 0, unknown: 0 }

export class Ingest {
  readonly directory: Directory
  readonly fleet: Fleet
  readonly #clock: Clock
  readonly #db: Db
  readonly #counts: GatewayCounts
  readonly #writers: LogWriter[]
  readonly #log: Log
  #applying: Promise<void> = Promise.resolve()
  #pendingApplies = 0
  #closing = false

  constructor(settings: {
    db: Db
    pool: Pool
    clock: Clock
    listener: FleetListener
    counts: GatewayCounts
    log: Log
  }) {
    const { db, pool, clock, log } = settings
    this.#db = db
    this.#clock = clock
    this.#counts = settings.counts
    this.#log = log
    this.directory = new Directory(db, clock)
    this.fleet = new Fleet({
      db,
      clock,
      directory: this.directory,
      listener: settings.listener,
      onFault: (error) => log.warn({ reason: (error as Error).message }, 'hot rows wait for the database'),
    })
    const writer = () =>
      new LogWriter({
        pool,
        random: Math.random,
        onStored: (rows) => this.#applyLater(rows),
        onAway: (error) => log.warn({ reason: (error as Error).message }, 'the log waits for the database'),
      })
    this.#writers = Array.from({ length: WRITERS }, writer)
  }

  start(): Promise<void> {
    return this.fleet.start()
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#writers.map((writer) => writer.close()))
    await this.#applying
    await this.fleet.close()
  }

  /** True while a sender may hand over more. */
  get hasRoom(): boolean {
    return this.#writers.every((writer) => writer.hasRoom)
  }

  /**
   * Stores an observation and resolves after COMMIT. Waits as long as the database is away.
   * Refuses with 500002 when too much is waiting already.
   */
  async accept(sender: Sender, speaksAs: SpeaksAs, observation: Observation, receivedAtMs: number): Promise<Accepted> {
    if (!this.hasRoom) throw refuse('storageBusy', { retryAfterSeconds: 2 })
    const claimedMs = observation.scannedAtMs ?? receivedAtMs
    if (claimedMs < receivedAtMs - RETENTION_MS) {
      this.#counts.add(sender, 'tooOld', receivedAtMs)
      return none
    }
    const time = { receivedAtMs, claimedMs, clockAhead: claimedMs > receivedAtMs + CLOCK_TOLERANCE_MS }
    if (time.clockAhead) this.#counts.add(sender, 'clockAhead', receivedAtMs)

    const { rows, unknown } = await this.#toRows(sender, speaksAs, observation, time)
    if (unknown > 0) this.#counts.add(sender, 'unknownDevice', receivedAtMs, unknown)
    if (rows.length === 0) return { ...none, unknown }
    const written = await this.#write(rows)
    const poisoned = written.reduce((sum, part) => sum + part.poisoned, 0)
    if (poisoned > 0) this.#counts.add(sender, 'poisoned', receivedAtMs, poisoned)
    return {
      stored: written.reduce((sum, part) => sum + part.stored.length, 0),
      repeated: written.reduce((sum, part) => sum + part.repeated, 0),
      unknown,
    }
  }

  async #toRows(
    sender: Sender,
    speaksAs: SpeaksAs,
    observation: Observation,
    time: Times,
  ): Promise<{ rows: LogRow[]; unknown: number }> {
    const rows: LogRow[] = []
    let unknown = 0
    let isOnline = true
    const t4Id = speaksAs === 'station' ? await this.#stationOf(sender) : null
    const senderId = t4Id ?? sender.senderId
    const base = baseRow(sender.accountId, senderId, observation.seq, time)
    for (const item of observation.items) {
      if (item.kind === 'sighting') {
        const deviceId = await this.#resolve(sender.accountId, item.identity)
        if (deviceId === undefined) unknown += 1
        else rows.push(sightingRow(base, deviceId, item, observation))
      } else if (item.kind === 'location') {
        if (await this.#knowsPhone(sender, item)) rows.push(locationRow(base, sender.senderId, item))
      } else if (t4Id !== null) {
        isOnline = item.online
        const said = {
          lastseen_ms: base.scanned_at_ms,
          ...(item.ip === undefined ? {} : { ip: item.ip }),
          ...(item.firmware === undefined ? {} : { firmware: item.firmware }),
        }
        this.fleet.setStation(sender.accountId, t4Id, said, await this.directory.account(sender.accountId))
      }
    }
    // A station that hears nobody we know is alive all the same, and the log is what states are rebuilt from.
    if (rows.length === 0 && t4Id !== null) rows.push({ ...base, device_id: t4Id, connected: isOnline })
    return { rows, unknown }
  }

  /** The station a sender is: known by its credential, or made when a station of another make first speaks (G85). */
  async #stationOf(sender: Sender): Promise<string> {
    const t4Id = sender.t4Id ?? stationIdOf(sender.senderId)
    const { stations } = await this.directory.account(sender.accountId)
    if (stations.has(t4Id)) return t4Id
    await createStation(this.#db, sender, t4Id, toSeconds(this.#clock.now()))
    this.directory.forget(sender.accountId)
    return t4Id
  }

  async #resolve(accountId: string, identity: string): Promise<string | undefined> {
    const account = await this.directory.accountKnowing(accountId, ({ trackers }) => trackers.has(identity))
    return account.trackers.get(identity)?.device_id
  }

  /** The first location of a phone's credential makes a tracker (G85); a sign of life without a place does not. */
  async #knowsPhone(sender: Sender, item: OwnLocation): Promise<boolean> {
    const account = await this.directory.account(sender.accountId)
    if (account.trackers.has(sender.senderId)) return true
    if (item.position === undefined) return false
    await createPhone(this.#db, sender, item.platform ?? '', toSeconds(this.#clock.now()))
    this.directory.forget(sender.accountId)
    return true
  }

  #write(rows: readonly LogRow[]): Promise<Written[]> {
    if (rows.length === 1) return this.#writers[writerOf(rows[0]!.device_id)]!.push(rows).then((written) => [written])
    const parts = this.#writers.map(() => [] as LogRow[])
    for (const row of rows) parts[writerOf(row.device_id)]!.push(row)
    return Promise.all(parts.flatMap((part, index) => (part.length === 0 ? [] : [this.#writers[index]!.push(part)])))
  }

  /** States follow the log in its order; a database that is away delays them and loses nothing. */
  #applyLater(rows: readonly LogRow[]): void {
    if (rows.length === 0) return
    this.#pendingApplies += 1
    this.#applying = this.#applying.then(async () => {
      for (;;) {
        try {
          await this.fleet.apply(rows)
          this.#pendingApplies -= 1
          return
        } catch (error) {
          // At the end nobody waits: the rows are in the log, and the next start plays them again.
          if (this.#closing) return
          this.#log.warn({ reason: (error as Error).message }, 'states wait for the database')
          await new Promise((next) => setTimeout(next, 500))
        }
      }
    })
  }

  /** Batches stored but not yet seen in the states. */
  get pendingApplies(): number {
    return this.#pendingApplies
  }
}

interface Times {
  readonly receivedAtMs: number
  readonly claimedMs: number
  readonly clockAhead: boolean
}

const writerOf = (deviceId: string): number => {
  let sum = 0
  for (let index = 0; index < deviceId.length; index += 1) sum = (sum * 31 + deviceId.charCodeAt(index)) | 0
  return Math.abs(sum) % WRITERS
}

function baseRow(accountId: string, senderId: string, seq: string, time: Times): LogRow {
  return {
    account_id: accountId,
    device_id: '',
    // A time in the future counts as now (wire formats §0); the claimed one then makes the repeat recognisable.
    scanned_at_ms: Math.min(time.claimedMs, time.receivedAtMs),
    sender_id: senderId,
    seq: time.clockAhead ? `${seq}@${time.claimedMs}` : seq,
    received_at_ms: time.receivedAtMs,
    clock_ahead: time.clockAhead,
    rssi: null,
    connected: null,
    battery: null,
    firmware: null,
    moving: null,
    heading: null,
    speed: null,
    steps: null,
    temperature: null,
    help: null,
    gps_latitude: null,
    gps_longitude: null,
    accuracy: null,
  }
}

const readingsOf = (item: Sighting | OwnLocation) => ({
  battery: item.batteryPercent ?? null,
  firmware: item.firmware ?? null,
  moving: item.moving ?? null,
  heading: item.headingDegrees ?? null,
  speed: item.speedMetresPerSecond ?? null,
  steps: item.steps ?? null,
  temperature: item.temperatureCelsius ?? null,
  help: item.help ?? null,
})

const sightingRow = (base: LogRow, deviceId: string, item: Sighting, observation: Observation): LogRow => ({
  ...base,
  ...readingsOf(item),
  device_id: deviceId,
  rssi: item.rssiDbm,
  connected: item.connected ?? null,
  gps_latitude: observation.senderPosition?.latitude ?? null,
  gps_longitude: observation.senderPosition?.longitude ?? null,
})

const locationRow = (base: LogRow, deviceId: string, item: OwnLocation): LogRow => ({
  ...base,
  ...readingsOf(item),
  device_id: deviceId,
  sender_id: deviceId,
  gps_latitude: item.position?.latitude ?? null,
  gps_longitude: item.position?.longitude ?? null,
  accuracy: item.accuracyMetres ?? null,
})
