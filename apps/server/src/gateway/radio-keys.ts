/** Keys of encrypted tags, by account; sealed in the database, decrypted in memory only. Source: G85. */
import type { KeyOf } from '@whereabouts/protocol/advertisement'
import { radioKey } from '@whereabouts/protocol/aes-ccm'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import type { Seal } from '../platform/seal.ts'

/** An account's keys are cached this long (ms). */
const BELIEVED_MS = 30_000
/** Decrypts nothing, and still marks its tag as one with a key: unencrypted frames in its name are not trusted. */
const NO_KEY = new Uint8Array()

interface Entry {
  readonly keys: Promise<ReadonlyMap<string, Uint8Array>>
  readonly readAtMs: number
}

export class RadioKeys {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #seal: Seal
  readonly #log: Log
  readonly #entries = new Map<string, Entry>()

  constructor(settings: { db: ServerDb; clock: Clock; seal: Seal; log: Log }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#seal = settings.seal
    this.#log = settings.log
  }

  /** The account's keys by radio identity, for its claimed tags. */
  async of(accountId: string): Promise<KeyOf> {
    const now = this.#clock.now()
    let entry = this.#entries.get(accountId)
    if (entry === undefined || Math.abs(now - entry.readAtMs) > BELIEVED_MS) {
      entry = { keys: this.#load(accountId), readAtMs: now }
      this.#entries.set(accountId, entry)
    }
    try {
      const keys = await entry.keys
      return (identity) => keys.get(identity)
    } catch (error) {
      // The next call retries.
      if (this.#entries.get(accountId) === entry) this.#entries.delete(accountId)
      throw error
    }
  }

  /** A key as it is stored: it decrypts for this account and tag only. `key` is hex. */
  close(accountId: string, identity: string, key: string): Buffer {
    return this.#seal.close(key.toLowerCase(), placeOf(accountId, identity))
  }

  /** Drops the cache after somebody changed the account's keys. */
  forget(accountId: string): void {
    this.#entries.delete(accountId)
  }

  async #load(accountId: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const { rows } = await sql<{ radio_identity: string; key_sealed: Buffer }>`
      select radio_identity, key_sealed from radio_keys k
      where account_id = ${accountId} and (
        exists (select from trackers t where t.account_id = k.account_id and t.radio_identity = k.radio_identity)
        or exists (select from carepads c where c.account_id = k.account_id and c.radio_identity = k.radio_identity))`.execute(
      this.#db,
    )
    return new Map(
      rows.map(({ radio_identity, key_sealed }) => [radio_identity, this.#open(accountId, radio_identity, key_sealed)]),
    )
  }

  /** A key that cannot be decrypted, as after a restore without the server's secret, affects its own tag only. */
  #open(accountId: string, identity: string, sealed: Buffer): Uint8Array {
    try {
      return radioKey(this.#seal.open(sealed, placeOf(accountId, identity))) ?? NO_KEY
    } catch (error) {
      this.#log.error(
        { reason: (error as Error).message },
        'Failed to decrypt the key of a tag; claim the tag again with its key',
      )
      return NO_KEY
    }
  }
}

const placeOf = (accountId: string, identity: string): string => `${accountId} ${identity}`
