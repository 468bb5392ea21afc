/** Keys of encrypted tags, by account; sealed in the database, decrypted in memory only. Source: G85. */
import type { KeyOf } from '@whereabouts/protocol/advertisement'
import { radioKey } from '@whereabouts/protocol/aes-ccm'
import { sql } from 'kysely'
import type { Log } from '../platform/log.ts'
import type { ServerDb } from '../platform/postgres/database.ts'
import { repeat } from '../platform/repeat.ts'
import type { Seal } from '../platform/seal.ts'

/** Keys of accounts that were asked for lately are read again, all at once, this often (ms): people enter them at any server. */
const LOOK_EVERY_MS = 500
/** Decrypts nothing, and still marks its tag as one with a key: unencrypted frames in its name are not trusted. */
const NO_KEY = new Uint8Array()

interface KeyRow {
  readonly account_id: string
  readonly radio_identity: string
  readonly key_sealed: Buffer
}

interface Key {
  readonly sealed: Buffer
  readonly key: Uint8Array
}

/** By radio identity. */
type Keys = ReadonlyMap<string, Key>

interface Entry {
  keys: Promise<Keys>
  /** Since the last look. */
  isAsked: boolean
}

export class RadioKeys {
  readonly #db: ServerDb
  readonly #seal: Seal
  readonly #log: Log
  readonly #entries = new Map<string, Entry>()
  #stop: (() => void) | undefined

  constructor(settings: { db: ServerDb; seal: Seal; log: Log }) {
    this.#db = settings.db
    this.#seal = settings.seal
    this.#log = settings.log
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  close(): void {
    this.#stop?.()
  }

  /** The account's keys by radio identity, for its claimed tags. */
  async of(accountId: string): Promise<KeyOf> {
    const entry = this.#entries.get(accountId) ?? { keys: this.#load(accountId), isAsked: true }
    entry.isAsked = true
    this.#entries.set(accountId, entry)
    try {
      const keys = await entry.keys
      return (identity) => keys.get(identity)?.key
    } catch (error) {
      // The next call retries.
      if (this.#entries.get(accountId) === entry) this.#entries.delete(accountId)
      throw error
    }
  }

  /** Reads the keys of accounts again that were asked for since the last time. Never throws: until the next time the keys are as they were. */
  async look(): Promise<void> {
    for (const [accountId, { isAsked }] of this.#entries) if (!isAsked) this.#entries.delete(accountId)
    const entries = [...this.#entries]
    if (entries.length === 0) return
    for (const [, entry] of entries) entry.isAsked = false
    try {
      const rows = await this.#list(entries.map(([accountId]) => accountId))
      const rowsOf = Map.groupBy(rows, ({ account_id }) => account_id)
      for (const [accountId, entry] of entries) {
        const before = await entry.keys
        entry.keys = Promise.resolve(this.#keysOf(accountId, rowsOf.get(accountId) ?? [], before))
      }
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'Failed to read the keys of tags again; retrying')
    }
  }

  /** A key as it is stored: it decrypts for this account and tag only. `key` is hex. */
  sealed(accountId: string, identity: string, key: string): Buffer {
    return this.#seal.close(key.toLowerCase(), placeOf(accountId, identity))
  }

  /** Drops the cache after somebody changed the account's keys. */
  forget(accountId: string): void {
    this.#entries.delete(accountId)
  }

  async #load(accountId: string): Promise<Keys> {
    return this.#keysOf(accountId, await this.#list([accountId]), new Map())
  }

  async #list(accountIds: readonly string[]): Promise<readonly KeyRow[]> {
    const { rows } = await sql<KeyRow>`
      select account_id, radio_identity, key_sealed from radio_keys k
      where account_id = any(${accountIds}::uuid[]) and (
        exists (select from trackers t where t.account_id = k.account_id and t.radio_identity = k.radio_identity)
        or exists (select from carepads c where c.account_id = k.account_id and c.radio_identity = k.radio_identity))`.execute(
      this.#db,
    )
    return rows
  }

  /** Opens those that were not there before. */
  #keysOf(accountId: string, rows: readonly KeyRow[], before: Keys): Keys {
    return new Map(
      rows.map(({ radio_identity, key_sealed }) => {
        const known = before.get(radio_identity)
        const isSame = known?.sealed.equals(key_sealed) === true
        const key = isSame ? known.key : this.#open(accountId, radio_identity, key_sealed)
        return [radio_identity, { sealed: key_sealed, key }]
      }),
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
