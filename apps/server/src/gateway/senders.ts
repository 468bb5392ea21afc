/** Identifies senders: by the credential's password, never by what a message says of itself. Source: G85; security rule 40. */
import { hash } from 'node:crypto'
import type { CredentialKind, HardwareKind, SenderKind } from '@whereabouts/domain/senders'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { GatewayCounts } from '../ingest/receive/gateway-counts.ts'
import type { IdentifiedSender } from '../ingest/receive/recogniser.ts'
import { type Clock, toSeconds } from '../platform/clock.ts'
import type { Db, ServerDb } from '../platform/postgres/database.ts'
import { refuse } from '../platform/refusal.ts'
import { repeat } from '../platform/repeat.ts'

export interface KnownSender extends IdentifiedSender {
  readonly kind: SenderKind
  /** The key of OwnTracks' encryption as it is stored. */
  readonly payloadKeySealed?: Buffer | null
  /** Epoch seconds; null: nothing was accepted yet. */
  readonly lastUsed: number | null
  /** Epoch seconds, to the minute; null: it never proved who it is. A name in a broker's topics proves nothing itself. */
  readonly connectedAt?: number | null
  /** Of a name in a broker's topics that is no sender yet: makes it one, or answers undefined where there are too many. */
  readonly enter?: () => Promise<KnownSender | undefined>
}

/** A credential is cached this long (ms), so a revoked one is refused within it. */
const TRUST_MS = 1000
/** Cached credentials are read again, all at once, this often (ms): before they expire. */
const LOOK_EVERY_MS = 500
/** The times a sender last connected and was last heard are written at most this often (s). */
const USED_EVERY_S = 60
const isDue = (writtenAt: number | null, atSeconds: number): boolean =>
  writtenAt === null || atSeconds - writtenAt >= USED_EVERY_S

interface Known {
  sender: KnownSender
  untilMs: number
  /** It was used since the last refresh. */
  isAsked: boolean
  /** Open connections, and how to close them. */
  readonly connections: Set<() => void>
}

export class Senders {
  readonly #db: ServerDb
  readonly #clock: Clock
  readonly #onAway: (error: unknown) => void
  readonly #onFirstUse: (accountId: string) => void
  readonly #onWrongUser: (sender: KnownSender) => void
  /** By a hash of the password, as passwords are never stored. */
  readonly #known = new Map<string, Known>()
  /** Keys that are to be looked up next. */
  readonly #unknown = new Set<string>()
  /** The answer for them, once the last look-up has ended. */
  #lookingUp: Promise<ReadonlyMap<string, KnownSender>> | undefined
  #lastLookUp: Promise<unknown> = Promise.resolve()
  /** Senders whose times are still to be written. */
  #used = new Map<string, { readonly sender: KnownSender; connectedAt: number | null; usedAt: number | null }>()
  #stop: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()

  /** `onFirstUse` gets the account of a sender that connected or was heard for the first time, `onWrongUser` who came by another's name. */
  constructor(settings: {
    db: ServerDb
    clock: Clock
    onAway: (error: unknown) => void
    onFirstUse: (accountId: string) => void
    onWrongUser: (sender: KnownSender) => void
  }) {
    this.#db = settings.db
    this.#clock = settings.clock
    this.#onAway = settings.onAway
    this.#onFirstUse = settings.onFirstUse
    this.#onWrongUser = settings.onWrongUser
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  /** Writes pending uses a last time. */
  async close(): Promise<void> {
    this.#stop?.()
    await this.#looking
    await this.#writeUsed()
  }

  /** The sender of a password; refuses an unknown or revoked one with 401001. A user name, if sent, must fit. */
  async identify(password: string | undefined, username?: string): Promise<KnownSender> {
    if (password === undefined || password === '' || password.length > 256) throw refuse('unauthorized')
    const key = keyOf(password)
    const known = this.#known.get(key)
    if (known !== undefined) known.isAsked = true
    const isBelieved = known !== undefined && known.untilMs > this.#clock.now()
    const sender = isBelieved ? known.sender : await this.#lookUp(key)
    if (username !== undefined && username !== sender.senderId) {
      this.#onWrongUser(sender)
      throw refuse('unauthorized')
    }
    return this.#proved(sender)
  }

  /**
   * The tracker that an account registered under this IMEI, as one of this maker; refuses any other with 401001. An IMEI is no secret:
   * see decision 0058.
   */
  async identifyHardware(kind: HardwareKind, imei: string): Promise<KnownSender> {
    const key = keyOfHardware(kind, imei)
    const known = this.#known.get(key)
    if (known !== undefined) known.isAsked = true
    const isBelieved = known !== undefined && known.untilMs > this.#clock.now()
    return this.#proved(isBelieved ? known.sender : await this.#lookUp(key))
  }

  /** Registers an open connection of a sender that was just identified; `end` is called when its credential is revoked. */
  connected(password: string, end: () => void): () => void {
    return this.#connected(keyOf(password), end)
  }

  /** The same for a tracker that was identified by its IMEI. */
  hardwareConnected(kind: HardwareKind, imei: string, end: () => void): () => void {
    return this.#connected(keyOfHardware(kind, imei), end)
  }

  #connected(key: string, end: () => void): () => void {
    const known = this.#known.get(key)
    known?.connections.add(end)
    // Revoked at this very moment.
    if (known === undefined) end()
    return () => known?.connections.delete(end)
  }

  /** Notes that a message of the sender was accepted. */
  used(sender: KnownSender, nowMs: number): void {
    const atSeconds = toSeconds(nowMs)
    if (isDue(sender.lastUsed, atSeconds)) this.#toWrite(sender).usedAt = atSeconds
  }

  /** Notes that a sender proved who it is. */
  #proved(sender: KnownSender): KnownSender {
    const atSeconds = toSeconds(this.#clock.now())
    if (isDue(sender.connectedAt ?? null, atSeconds)) this.#toWrite(sender).connectedAt = atSeconds
    return sender
  }

  #toWrite(sender: KnownSender) {
    const key = `${sender.accountId}/${sender.senderId}`
    const times = this.#used.get(key) ?? { sender, connectedAt: null, usedAt: null }
    this.#used.set(key, times)
    return times
  }

  /** Drops the cache of an account, so that its senders are read again. */
  forget(accountId: string): void {
    for (const known of this.#known.values()) if (known.sender.accountId === accountId) known.untilMs = 0
    void this.look()
  }

  /** Refreshes all senders that were used lately or are connected, and writes their uses. Never throws. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .then(() => this.#writeUsed())
      .catch(this.#onAway)
    return this.#looking
  }

  async #look(): Promise<void> {
    for (const [key, { isAsked, connections }] of this.#known) {
      if (!isAsked && connections.size === 0) this.#known.delete(key)
    }
    if (this.#known.size === 0) return
    const keys = [...this.#known.keys()]
    for (const known of this.#known.values()) known.isAsked = false
    const fromMs = this.#clock.now()
    const found = await findSenders(this.#db, keys)
    for (const key of keys) {
      const known = this.#known.get(key)
      const sender = found.get(key)
      if (known === undefined) continue
      if (sender !== undefined) Object.assign(known, { sender, untilMs: fromMs + TRUST_MS })
      else {
        this.#known.delete(key)
        for (const end of known.connections) end()
      }
    }
  }

  /** Senders that are asked for while others are looked up are looked up next, in one query. */
  async #lookUp(key: string): Promise<KnownSender> {
    this.#unknown.add(key)
    this.#lookingUp ??= this.#lastLookUp.then(() => {
      const keys = [...this.#unknown]
      this.#unknown.clear()
      const found = this.#lookUpAll(keys)
      this.#lookingUp = undefined
      this.#lastLookUp = found.catch(() => {})
      return found
    })
    const sender = (await this.#lookingUp).get(key)
    if (sender === undefined) throw refuse('unauthorized')
    return sender
  }

  async #lookUpAll(keys: readonly string[]): Promise<ReadonlyMap<string, KnownSender>> {
    const untilMs = this.#clock.now() + TRUST_MS
    const found = await findSenders(this.#db, keys)
    for (const [key, sender] of found) {
      const known = this.#known.get(key)
      if (known === undefined) this.#known.set(key, { sender, untilMs, isAsked: true, connections: new Set() })
      else Object.assign(known, { sender, untilMs, isAsked: true })
    }
    return found
  }

  async #writeUsed(): Promise<void> {
    const used = [...this.#used.values()]
    if (used.length === 0) return
    this.#used = new Map()
    await sql`
      update credentials c set last_used = greatest(c.last_used, used.at), connected_at = greatest(c.connected_at, used.connected_at)
      from unnest(${used.map(({ sender }) => sender.accountId)}::uuid[],
        ${used.map(({ sender }) => sender.senderId)}::text[], ${used.map(({ usedAt }) => usedAt)}::bigint[],
        ${used.map(({ connectedAt }) => connectedAt)}::bigint[])
        as used (account_id, sender_id, at, connected_at)
      where c.account_id = used.account_id and c.sender_id = used.sender_id`.execute(this.#db)
    const firsts = used
      .filter(
        ({ sender, usedAt, connectedAt }) =>
          (sender.lastUsed === null && usedAt !== null) || (sender.connectedAt === null && connectedAt !== null),
      )
      .map(({ sender }) => sender.accountId)
    for (const accountId of new Set(firsts)) this.#onFirstUse(accountId)
  }
}

/** The same hash as `hashToken`, as text. */
const keyOf = (password: string): string => hash('sha256', password, 'base64')

/** A space stands in no hash. */
const keyOfHardware = (kind: HardwareKind, imei: string): string => `${kind} ${imei}`

/**
 * Valid senders by their keys: password hashes, or maker and IMEI. Cross-account by nature: the password, or the account that
 * registered the IMEI, names the account.
 */
async function findSenders(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, KnownSender>> {
  const hashes = keys.filter((key) => !key.includes(' ')).map((key) => Buffer.from(key, 'base64'))
  const hardware = keys.filter((key) => key.includes(' '))
  const { rows } = await sql<KnownSender & { password_hash: Buffer }>`
    select account_id as "accountId", sender_id as "senderId", t4_id as "t4Id", kind, last_used as "lastUsed",
      connected_at as "connectedAt",
      generation, payload_key_sealed as "payloadKeySealed", password_hash
    from credentials
    where revoked_at is null and (password_hash = any(${hashes}::bytea[])
      or (kind in ('teltonika', 'gt06') and sender_id = any(${hardware.map((key) => key.split(' ')[1])}::text[])))`.execute(
    db,
  )
  const byHash = rows.map(({ password_hash, ...sender }) => [password_hash.toString('base64'), sender] as const)
  const byImei = rows.map(({ password_hash: _, ...sender }) => [`${sender.kind} ${sender.senderId}`, sender] as const)
  const asked = new Set(keys)
  return new Map([...byHash, ...byImei].filter(([key]) => asked.has(key)))
}

/** Refuses a protocol the credential is not for. */
export function mustSpeak(sender: KnownSender, kind: CredentialKind): void {
  if (sender.kind !== 'any' && sender.kind !== kind) throw refuse('forbidden')
}

/** The same over HTTP, where nothing counts a refusal by itself. */
export function mustSpeakOverHttp(
  counts: GatewayCounts,
  sender: KnownSender,
  kind: CredentialKind,
  nowMs: number,
): void {
  try {
    mustSpeak(sender, kind)
  } catch (refusal) {
    counts.add(sender, 'forbidden', nowMs)
    throw refusal
  }
}

/** Basic auth's user and password; undefined where the header is missing or of another form. */
export function basicAuth(authorization: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** The sender of a request: by Basic auth, or by its password alone as bearer token. Refuses with 401001. */
export async function identifyOverHttp(
  { senders }: { readonly senders: Senders },
  { headers: { authorization } }: FastifyRequest,
  reply: FastifyReply,
): Promise<KnownSender> {
  const basic = basicAuth(authorization)
  const token = /^Bearer ([A-Za-z0-9_-]+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined && token === undefined) {
    reply.header('www-authenticate', 'Basic realm="Whereabouts"')
    throw refuse('unauthorized')
  }
  return senders.identify(basic?.password ?? token, basic?.username)
}
