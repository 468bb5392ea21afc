/** Who a sender is: its credential's password, and nothing it says of itself. Source: G85; security rule 40. */
import { hash } from 'node:crypto'
import type { CredentialKind } from '@whereabouts/domain/senders'
import { sql } from 'kysely'
import type { Sender } from '../ingest/ingest.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { refuse } from '../platform/refusal.ts'
import { hashToken, newToken } from '../platform/tokens.ts'

export interface KnownSender extends Sender {
  readonly kind: CredentialKind
}

/** A credential is looked up again after this long (ms), so a revoked one is shut out within it. */
const TRUST_MS = 1000

export class Senders {
  readonly #db: Db
  readonly #clock: Clock
  /** By a hash of the password, for passwords are kept nowhere. */
  readonly #known = new Map<string, { sender: KnownSender; untilMs: number }>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The sender of a password; refuses an unknown or revoked one with 401001. A user name, where sent, must fit. */
  async identify(password: string | undefined, username?: string): Promise<KnownSender> {
    if (password === undefined || password === '' || password.length > 256) throw refuse('unauthorized')
    const key = hash('sha256', password, 'base64')
    const now = this.#clock.now()
    const known = this.#known.get(key)
    const sender = known !== undefined && known.untilMs > now ? known.sender : await this.#lookUp(password, key, now)
    if (username !== undefined && username !== sender.senderId) throw refuse('unauthorized')
    return sender
  }

  /** Takes every sender of an account for a stranger from now on, unless the database says otherwise. */
  forget(accountId: string): void {
    for (const [key, { sender }] of this.#known) if (sender.accountId === accountId) this.#known.delete(key)
  }

  async #lookUp(password: string, key: string, now: number): Promise<KnownSender> {
    const { rows } = await sql<KnownSender>`
      select account_id as "accountId", sender_id as "senderId", t4_id as "t4Id", kind
      from credentials where password_hash = ${hashToken(password)} and revoked_at is null`.execute(this.#db)
    const sender = rows[0]
    if (sender === undefined) {
      this.#known.delete(key)
      throw refuse('unauthorized')
    }
    this.#known.set(key, { sender, untilMs: now + TRUST_MS })
    return sender
  }
}

/** Refuses a protocol the credential is not for. */
export function mustSpeak(sender: KnownSender, kind: CredentialKind): void {
  if (sender.kind !== 'any' && sender.kind !== kind) throw refuse('forbidden')
}

/** Basic auth's user and password; undefined where the header is missing or of another form. */
export function basicAuth(authorization: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/**
 * Makes or replaces a sender's credential and answers its password, which is stored as a hash only.
 * `accountId` owns the sender; `t4Id` ties it to a station.
 */
export async function makeCredential(
  db: Db,
  random: Random,
  credential: { accountId: string; senderId: string; kind: CredentialKind; t4Id: string | null; now: number },
): Promise<string> {
  const password = newToken(random)
  await sql`
    insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
    values (${credential.accountId}, ${credential.senderId}, ${credential.kind}, ${hashToken(password)},
      ${credential.t4Id}, ${credential.now})
    on conflict (account_id, sender_id) do update set kind = excluded.kind, password_hash = excluded.password_hash,
      t4_id = coalesce(excluded.t4_id, credentials.t4_id), created_at = excluded.created_at, revoked_at = null`.execute(
    db,
  )
  return password
}
