/**
 * Which devices an observation is about: the account's trackers and carepads, the sending station or phone, which is created by its
 * first report, and tags that can be claimed. Makes the rows of the log from it. Source: G41, G42, G85.
 */
import { isCleanText } from '@whereabouts/domain/clean-text'
import type {
  Observation,
  ObservationItem,
  OwnLocation,
  RelayedReport,
  Sighting,
  TagReading,
} from '@whereabouts/domain/observations'
import { isRadioIdentity } from '@whereabouts/protocol/radio-identity'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import type { ServerDb } from '../../platform/postgres/database.ts'
import type { KnownTracker } from '../../state/account-directory.ts'
import type { LogRow, NewRow } from '../../state/log-row.ts'
import type { Directory } from './directory.ts'
import { createPhone, createStation, createTag, stationIdOf } from './newcomers.ts'
import { baseRow, locationRows, relayedRow, saidOf, sightingRow, type Times } from './rows-of-observation.ts'
import type { UnclaimedTags } from './unclaimed-tags.ts'

/** Phones report late; a tag they heard longer ago (ms) may be anywhere now. */
const OLD_NEWS_MS = 60_000

/** A sender whose credential was accepted. */
export interface Sender {
  readonly accountId: string
  readonly senderId: string
  /** The station the credential was made for, or that this sender was recognised as. */
  readonly t4Id: string | null
  /** What it is called in a broker's topics; its device gets this name. */
  readonly label?: string
}

/** A sender as its front door identified it. */
export interface IdentifiedSender extends Sender {
  /** Of its credential. */
  readonly generation: number
}

/** Whether a sender reports as a station, which stands still and listens, or as a phone, which knows its location. */
export type SpeaksAs = 'station' | 'phone'

/** What a phone says of itself, or heard itself: it is there. */
type OwnWord = OwnLocation | Sighting | TagReading

/** What others told it, and that its connection ended, are no words of its own. */
const isOwnWord = (item: ObservationItem): item is OwnWord =>
  item.kind === 'location' || item.kind === 'sighting' || item.kind === 'reading'

export interface Rows {
  readonly rows: readonly NewRow[]
  /** Sightings of tags that no device of the account matches. */
  readonly unknown: number
}

export class Recogniser {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #directory: Directory
  readonly #unclaimed: UnclaimedTags

  constructor(settings: {
    db: ServerDb
    clock: Clock
    directory: Directory
    unclaimed: UnclaimedTags
  }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#directory = settings.directory
    this.#unclaimed = settings.unclaimed
  }

  /** The rows of an observation; none of them is stored yet. Refuses with 401001 a sender whose credential was just revoked. */
  rowsOf(sender: Sender, speaksAs: SpeaksAs, observation: Observation, time: Times): Promise<Rows> {
    return speaksAs === 'station'
      ? this.#rowsOfStation(sender, observation, time)
      : this.#rowsOfPhone(sender, observation, time)
  }

  async #rowsOfStation(sender: Sender, observation: Observation, time: Times): Promise<Rows> {
    const t4Id = await this.#stationOf(sender)
    const base = baseRow(sender.accountId, t4Id, observation.seq, time)
    const { rows, unknown } = await this.#sightings(base, observation)
    const status = observation.items.find((item) => item.kind === 'status')
    const said = status === undefined ? undefined : saidOf(status)
    // A station that hears no known device is alive all the same, and states are rebuilt from the log.
    const [
      first = { ...base, device_id: t4Id, connected: status?.online ?? true, firmware: status?.firmware ?? null },
      ...rest
    ] = rows
    return { rows: [said === undefined ? first : { ...first, said }, ...rest], unknown }
  }

  async #rowsOfPhone(sender: Sender, observation: Observation, time: Times): Promise<Rows> {
    const base = baseRow(sender.accountId, sender.senderId, observation.seq, time)
    const words = observation.items.filter(isOwnWord)
    const own: LogRow[] = []
    if (words.length > 0 && (await this.#knowsPhone(sender, words))) {
      const said = words
        .filter((word) => word.kind === 'location')
        .flatMap((word) => locationRows(base, word, observation.seq))
      own.push(...(said.length > 0 ? said : [{ ...base, device_id: sender.senderId }]))
    }
    const { rows, unknown } = await this.#sightings(base, observation)
    return { rows: [...own, ...rows], unknown }
  }

  /** Sightings of the account's trackers, and of its stations by each other. */
  async #sightings(base: LogRow, observation: Observation): Promise<Rows> {
    const heard = observation.items.filter(
      (item) => item.kind === 'sighting' || item.kind === 'reading' || item.kind === 'relayed',
    )
    if (heard.length === 0) return { rows: [], unknown: 0 }
    const identities = heard.map(({ identity }) => identity)
    const { trackers, carepads, stations } = await this.#directory.accountKnowing(base.account_id, identities)
    // Phones move: what they hear of a station says nothing of it.
    const isStation = stations.has(base.sender_id)
    const rows: NewRow[] = []
    let unknown = 0
    for (const item of heard) {
      const tracker = trackers.get(item.identity) ?? (await this.#takenIn(base, item, carepads))
      const neighbour = isStation && item.identity !== base.sender_id ? stations.get(item.identity)?.t4_id : undefined
      const carepadId = carepads.get(item.identity)?.carepad_id
      const deviceId = tracker?.device_id ?? carepadId ?? neighbour
      if (deviceId === undefined) {
        this.#noteStranger(base, item)
        unknown += 1
        continue
      }
      // One tag may be both. One press of its button is one call for help.
      if (tracker !== undefined && carepadId !== undefined) {
        const row =
          item.kind === 'relayed' ? relayedRow(base, carepadId, item) : sightingRow(base, carepadId, item, observation)
        rows.push({ ...row, help: null })
      }
      // The place of a phone that is not trackable is not stored.
      if (tracker?.trackable === false) {
        unknown += 1
        continue
      }
      if (item.kind === 'relayed') {
        rows.push(relayedRow(base, deviceId, item))
        continue
      }
      const row = sightingRow(base, deviceId, item, observation)
      if (item.kind === 'sighting' && (item.settingsTime !== undefined || item.upgrade !== undefined)) {
        rows.push({ ...row, commandReport: { settingsTime: item.settingsTime, upgrade: item.upgrade } })
      } else rows.push(row)
    }
    return { rows, unknown }
  }

  /**
   * The tracker of a device of the account's own network that nobody has claimed and that calls for help: it becomes one at once
   * (G97). Undefined for all others.
   */
  async #takenIn(
    { account_id }: LogRow,
    item: Sighting | TagReading | RelayedReport,
    carepads: ReadonlyMap<string, unknown>,
  ): Promise<KnownTracker | undefined> {
    if (item.kind !== 'relayed' || item.isOwned !== true || carepads.has(item.identity)) return undefined
    if (item.help !== true && item.isOfCall !== true) return undefined
    await createTag(this.#db, account_id, item, toSeconds(this.#clock.now()))
    const now = await this.#directory.lookFor(account_id, [item.identity])
    return now.trackers.get(item.identity)
  }

  /** A tag that can be claimed. Our own devices are bound, not claimed, so their ids are left out here (G42). */
  #noteStranger(base: LogRow, item: Sighting | TagReading | RelayedReport): void {
    // It would look like another in the inbox.
    if (!isCleanText(item.identity)) return
    if (item.kind === 'reading' || base.received_at_ms - base.scanned_at_ms > OLD_NEWS_MS) return
    // Of a mesh's devices, those that say nothing a tracker or a carepad could show are left where they are.
    const isTelling = item.kind !== 'relayed' || item.position !== undefined || item.temperatureCelsius !== undefined
    if (!isTelling && item.isOwned !== true) return
    if (item.isAmbiguous === undefined && !isRadioIdentity(item.identity)) return
    this.#unclaimed.note(base.account_id, base.sender_id, item, base.received_at_ms)
  }

  /** The station of a sender: known by its credential, or created by the first report of a station of another make (G85). */
  async #stationOf(sender: Sender): Promise<string> {
    const t4Id = sender.t4Id ?? stationIdOf(sender.senderId)
    const { stations } = await this.#directory.account(sender.accountId)
    if (stations.has(t4Id)) return t4Id
    await createStation(this.#db, sender, t4Id, toSeconds(this.#clock.now()))
    this.#directory.forget(sender.accountId)
    return t4Id
  }

  /** The first message of a phone creates its tracker, with or without a location (G85, G97). One that is not trackable counts as unknown. */
  async #knowsPhone(sender: Sender, words: readonly OwnWord[]): Promise<boolean> {
    const { trackers } = await this.#directory.account(sender.accountId)
    const known = trackers.get(sender.senderId)
    if (known !== undefined) return known.trackable
    const platform = words.find((word) => word.kind === 'location')?.platform ?? ''
    await createPhone(this.#db, sender, platform, toSeconds(this.#clock.now()))
    const now = await this.#directory.lookFor(sender.accountId, [sender.senderId])
    return now.trackers.has(sender.senderId)
  }
}
