/**
 * Tags that senders hear and no account has claimed. Coalesced in memory and written in batches: a new one within a second, a
 * known one at an interval. Bounded, as any passer-by's tags are heard. Source: G85.
 */
import { isCleanText, tidyName } from '@whereabouts/domain/clean-text'
import type { RelayedReport, Sighting } from '@whereabouts/domain/observations'
import type { GeoPosition } from '@whereabouts/domain/positions'
import { MAX_NAME_LENGTH } from '@whereabouts/domain/texts'
import { sql } from 'kysely'
import { type Clock, toSeconds } from '../../platform/clock.ts'
import type { Db, ServerDb } from '../../platform/postgres/database.ts'
import { repeat } from '../../platform/repeat.ts'

const FLUSH_EVERY_MS = 1000
/** A tag that is still heard is written this often (ms), */
const REFRESH_MS = 15_000
/** or sooner if it is heard better by this much (dB): somebody holds it to a station to find it in the list. */
const CLEARLY_DB = 6
/** The best signal counts for this long (ms); an older one says nothing about where a tag is. */
const LATELY_MS = 30_000
/** A tag that was not heard for this long (ms) is dropped here; its row is deleted a day later. */
const FORGET_MS = 120_000
/** Most tags of an account; beyond them unreliable identities are dropped first, then the oldest. */
const MOST_OF_ACCOUNT = 1000
const DAY_SECONDS = 86_400

interface Stranger {
  readonly accountId: string
  readonly identity: string
  make: string
  name: string
  hasTemperature: boolean
  isEncrypted: boolean
  isAmbiguous: boolean
  sample: Uint8Array | null
  battery: number | null
  temperature: number | null
  /** The sender that heard it best of late, how strongly (dBm) and when; null where a network passed it on. */
  senderId: string
  rssiDbm: number | null
  bestAtMs: number
  /** Where it says it is. */
  position: GeoPosition | null
  /** Metres. */
  accuracy: number | null
  readonly firstMs: number
  lastMs: number
  /** 0: not written yet. */
  writtenMs: number
  writtenDbm: number | null
}

/** Of what a network passes on, no signal strength says how near it is. */
const strengthOf = (heard: Sighting | RelayedReport): number | null =>
  heard.kind === 'sighting' ? heard.rssiDbm : null
const UNHEARD_DBM = Number.NEGATIVE_INFINITY

export class UnclaimedTags {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #tell: (accountId: string) => void
  readonly #onFault: (error: unknown) => void
  /** By account and identity; who was heard last comes last. */
  readonly #accounts = new Map<string, Map<string, Stranger>>()
  #dirty = new Set<Stranger>()
  #stop: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()

  /** `tell` gets the accounts whose list changed. */
  constructor(settings: {
    db: ServerDb
    clock: Clock
    tell: (accountId: string) => void
    onFault: (error: unknown) => void
  }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#tell = settings.tell
    this.#onFault = settings.onFault
  }

  start(): void {
    this.#stop = repeat(FLUSH_EVERY_MS, async () => {
      await this.flush()
      this.#forget()
    })
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.flush()
  }

  /** A sender heard a tag that is not claimed. */
  note(accountId: string, senderId: string, heard: Sighting | RelayedReport, nowMs: number): void {
    const tag = this.#strangerOf(accountId, senderId, heard, nowMs)
    tag.lastMs = nowMs
    tag.make = heard.make ?? tag.make
    tag.name = heard.name === undefined ? tag.name : cleanName(heard.name)
    tag.hasTemperature ||= heard.temperatureCelsius !== undefined
    tag.isEncrypted = heard.isEncrypted ?? false
    tag.isAmbiguous = heard.isAmbiguous ?? false
    tag.sample = heard.encryptedSample ?? tag.sample
    tag.battery = heard.batteryPercent ?? tag.battery
    tag.temperature = heard.temperatureCelsius ?? tag.temperature
    if (heard.kind === 'relayed' && heard.position !== undefined) {
      tag.position = heard.position
      tag.accuracy = heard.accuracyMetres ?? null
    }
    const rssiDbm = strengthOf(heard)
    const heardDbm = rssiDbm ?? UNHEARD_DBM
    if (heardDbm >= (tag.rssiDbm ?? UNHEARD_DBM) || tag.senderId === senderId || nowMs - tag.bestAtMs > LATELY_MS) {
      tag.senderId = senderId
      tag.rssiDbm = rssiDbm
      tag.bestAtMs = nowMs
    }
    const isClearer = tag.rssiDbm !== null && tag.rssiDbm >= (tag.writtenDbm ?? UNHEARD_DBM) + CLEARLY_DB
    const isDue = nowMs - tag.writtenMs >= REFRESH_MS || isClearer
    if (isDue) this.#dirty.add(tag)
  }

  #strangerOf(accountId: string, senderId: string, heard: Sighting | RelayedReport, nowMs: number): Stranger {
    let account = this.#accounts.get(accountId)
    if (account === undefined) {
      account = new Map()
      this.#accounts.set(accountId, account)
    }
    const tag = account.get(heard.identity) ?? {
      accountId,
      identity: heard.identity,
      make: '',
      name: '',
      hasTemperature: false,
      isEncrypted: false,
      isAmbiguous: false,
      sample: null,
      battery: null,
      temperature: null,
      senderId,
      rssiDbm: strengthOf(heard),
      bestAtMs: nowMs,
      position: null,
      accuracy: null,
      firstMs: nowMs,
      lastMs: nowMs,
      writtenMs: 0,
      writtenDbm: strengthOf(heard),
    }
    account.delete(heard.identity)
    account.set(heard.identity, tag)
    if (account.size > MOST_OF_ACCOUNT) this.#drop(account, account.values().next().value!)
    return tag
  }

  #drop(account: Map<string, Stranger>, tag: Stranger): void {
    account.delete(tag.identity)
    this.#dirty.delete(tag)
  }

  #forget(): void {
    const beforeMs = this.#clock.now() - FORGET_MS
    for (const [accountId, account] of this.#accounts) {
      for (const tag of account.values()) {
        if (tag.lastMs > beforeMs) break
        this.#drop(account, tag)
      }
      if (account.size === 0) this.#accounts.delete(accountId)
    }
  }

  /** Writes what is due; one write at a time, and after a failure it stays due. Never throws. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch(this.#onFault)
    return this.#writing
  }

  async #write(): Promise<void> {
    const tags = [...this.#dirty]
    if (tags.length === 0) return
    this.#dirty = new Set()
    try {
      await upsertTags(this.#db, tags)
    } catch (error) {
      for (const tag of tags) this.#dirty.add(tag)
      throw error
    }
    const now = this.#clock.now()
    const grown = new Set(tags.filter(({ writtenMs }) => writtenMs === 0).map(({ accountId }) => accountId))
    for (const tag of tags) {
      tag.writtenMs = now
      tag.writtenDbm = tag.rssiDbm
    }
    if (grown.size > 0) await deleteSurplus(this.#db, [...grown])
    for (const accountId of new Set(tags.map((tag) => tag.accountId))) this.#tell(accountId)
  }
}

/** A name fit to be shown: anybody may send any, so one that disguises itself is none. */
export function cleanName(told: string): string {
  const name = tidyName(told)
  return isCleanText(name) ? [...name].slice(0, MAX_NAME_LENGTH).join('') : ''
}

/**
 * Writes sightings of tags; ignored ones stay ignored, and accounts that are gone get nothing. In key order, so that two
 * servers never deadlock.
 */
async function upsertTags(db: Db, tags: readonly Stranger[]): Promise<void> {
  const column = <Value>(pick: (tag: Stranger) => Value) => tags.map(pick)
  await sql`
    insert into unclaimed_tags as known (account_id, id, radio_identity, make, name, has_temperature, is_encrypted,
      is_ambiguous, sample, sender_id, rssi, battery, temperature, first_seen, last_seen, gps_latitude, gps_longitude,
      accuracy)
    select new.account_id, gen_random_uuid(), radio_identity, make, name, a, b, c, sample, sender_id, rssi, battery, temperature,
      first_seen, last_seen, latitude, longitude, accuracy
    from unnest(${column((tag) => tag.accountId)}::uuid[], ${column((tag) => tag.identity)}::text[],
      ${column((tag) => tag.make)}::text[], ${column((tag) => tag.name)}::text[],
      ${column((tag) => tag.hasTemperature)}::boolean[],
      ${column((tag) => tag.isEncrypted)}::boolean[], ${column((tag) => tag.isAmbiguous)}::boolean[],
      ${column((tag) => tag.sample && Buffer.from(tag.sample))}::bytea[], ${column((tag) => tag.senderId)}::text[],
      ${column((tag) => tag.rssiDbm)}::double precision[], ${column((tag) => tag.battery)}::double precision[],
      ${column((tag) => tag.temperature)}::double precision[], ${column((tag) => toSeconds(tag.firstMs))}::bigint[],
      ${column((tag) => toSeconds(tag.lastMs))}::bigint[],
      ${column((tag) => tag.position?.latitude ?? null)}::double precision[],
      ${column((tag) => tag.position?.longitude ?? null)}::double precision[],
      ${column((tag) => tag.accuracy)}::double precision[])
      as new (account_id, radio_identity, make, name, a, b, c, sample, sender_id, rssi, battery, temperature, first_seen, last_seen,
        latitude, longitude, accuracy)
    join accounts using (account_id)
    order by new.account_id, radio_identity
    on conflict (account_id, radio_identity) do update set
      make = coalesce(nullif(excluded.make, ''), known.make), name = coalesce(nullif(excluded.name, ''), known.name),
      has_temperature = known.has_temperature or excluded.has_temperature,
      is_encrypted = excluded.is_encrypted, is_ambiguous = excluded.is_ambiguous,
      sample = coalesce(excluded.sample, known.sample),
      sender_id = excluded.sender_id, rssi = excluded.rssi,
      battery = coalesce(excluded.battery, known.battery), temperature = coalesce(excluded.temperature, known.temperature),
      last_seen = greatest(excluded.last_seen, known.last_seen),
      gps_latitude = coalesce(excluded.gps_latitude, known.gps_latitude),
      gps_longitude = coalesce(excluded.gps_longitude, known.gps_longitude),
      accuracy = case when excluded.gps_latitude is null then known.accuracy else excluded.accuracy end
    where not known.ignored`.execute(db)
}

/** Deletes tags beyond the limit of each of these accounts. */
async function deleteSurplus(db: Db, accountIds: readonly string[]): Promise<void> {
  await sql`
    delete from unclaimed_tags t using (
      select account_id, id,
        row_number() over (partition by account_id order by is_ambiguous, last_seen desc, id desc) as place
      from unclaimed_tags where account_id = any(${accountIds}) and not ignored
    ) ranked
    where t.account_id = ranked.account_id and t.id = ranked.id and place > ${MOST_OF_ACCOUNT}`.execute(db)
}

/** Deletes tags that nobody heard for a day, except ignored ones; and keys of tags that no account has any more. */
export async function sweepUnclaimed(db: Db, nowMs: number): Promise<void> {
  await sql`delete from unclaimed_tags where not ignored and last_seen < ${toSeconds(nowMs) - DAY_SECONDS}`.execute(db)
  await sql`delete from radio_keys k
    where not exists (select from trackers t where t.account_id = k.account_id and t.radio_identity = k.radio_identity)
      and not exists (select from carepads c where c.account_id = k.account_id and c.radio_identity = k.radio_identity)`.execute(
    db,
  )
}
