/**
 * Writes that may be sent twice: a call with an Idempotency-Key runs once, and its answer is repeated for 24 hours.
 * A key belongs to one session, as an answer may hold what nobody else may read. Source: security rule 47.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { asAccount } from '../postgres/account-scope.ts'
import type { Db } from '../postgres/database.ts'
import { refuse } from '../refusal.ts'
import type { Seal } from '../seal.ts'

const REMEMBERED_MS = 24 * 3_600_000
/** A call without an answer for this long was cut off, as by a crash, and may be made again (ms). */
const UNDER_WAY_MS = 60_000

/** One call by its key. */
interface Claim {
  readonly accountId: string
  readonly sessionId: string
  readonly keyHash: Buffer
  /** Hash of the call, to recognise the same one. */
  readonly requestHash: Buffer
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim of this request, if it is the first with its key; null without a key. */
    claim: Claim | null
  }
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Encrypts stored answers. */
  readonly seal: Seal
}

const sha256 = (...parts: string[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest()
}

const placeOf = ({ accountId, sessionId, keyHash }: Claim): string =>
  [accountId, sessionId, keyHash.toString('hex')].join('/')

/** The claim of a session's write; undefined without a key, or for a call that takes none. Refuses a malformed key with 400002. */
function claimOf({ headers, actor, routeOptions, method, url, body }: FastifyRequest): Claim | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || actor === null || routeOptions.config.takesKey !== true) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key))
    throw refuse('badHeader', { info: 'idempotency-key' })
  return {
    accountId: actor.accountId,
    sessionId: actor.sessionId,
    keyHash: sha256(key),
    // Hashed together with the key, which is stored nowhere: a body may hold a password, which a hash of it alone would let somebody guess.
    requestHash: sha256(key, method, url, JSON.stringify(body ?? null)),
  }
}

/**
 * Claims a key for this request, or answers what the first call with it was answered. Refuses with 409001 when the first one was
 * another call, or is still in progress.
 */
async function takeOrRepeat({ db, clock, seal }: Deps, claim: Claim): Promise<string | undefined> {
  const { accountId, sessionId, keyHash, requestHash } = claim
  const now = clock.now()
  const { rows: taken } = await sql`
    insert into idempotency_keys as k (account_id, session_id, key_hash, request_hash, created_at_ms)
    values (${accountId}, ${sessionId}, ${keyHash}, ${requestHash}, ${now})
    on conflict (account_id, session_id, key_hash) do update
      set request_hash = excluded.request_hash, created_at_ms = excluded.created_at_ms, answer = null
      where k.created_at_ms <= ${now - REMEMBERED_MS}
        or (k.answer is null and k.created_at_ms <= ${now - UNDER_WAY_MS} and k.request_hash = excluded.request_hash)
    returning 1`.execute(db)
  if (taken.length > 0) return undefined
  const { rows } = await sql<{ request_hash: Buffer; answer: Buffer | null }>`
    select request_hash, answer from idempotency_keys
    where account_id = ${accountId} and session_id = ${sessionId} and key_hash = ${keyHash}`.execute(db)
  const first = rows[0]
  if (first?.request_hash.equals(requestHash) === false) throw refuse('conflict', { info: 'idempotency-key' })
  // In progress, or refused a moment ago: a little later there is an answer, or the key is free.
  if (!first?.answer) throw refuse('conflict', { info: 'idempotency-key', retryAfterSeconds: 1 })
  return seal.open(first.answer, placeOf(claim))
}

/** Stores an answer after a possible change; after any other the call may be made again with the same key. */
async function keepAnswer({ db, seal }: Deps, claim: Claim, status: number, answer: string): Promise<void> {
  const { accountId, sessionId, keyHash } = claim
  const row = sql`account_id = ${accountId} and session_id = ${sessionId} and key_hash = ${keyHash}`
  // 409 may be that of a batch, of which a part was done.
  const mayHaveChanged = status < 300 || status === 409
  if (!mayHaveChanged) await sql`delete from idempotency_keys where ${row}`.execute(db)
  else {
    const sealed = seal.close(JSON.stringify({ status, answer }), placeOf(claim))
    await sql`update idempotency_keys set answer = ${sealed} where ${row}`.execute(db)
  }
}

/** Must be called before routes are mounted. */
export function takeIdempotencyKeys(http: FastifyInstance, deps: Deps): void {
  http.decorateRequest('claim', null)

  http.addHook('preHandler', (request, reply, next) => {
    let claim: Claim | undefined
    try {
      claim = claimOf(request)
    } catch (error) {
      return next(error as Error)
    }
    if (claim === undefined) return next()
    asAccount(claim.accountId, () => takeOrRepeat(deps, claim)).then((kept) => {
      if (kept === undefined) {
        request.claim = claim
        return next()
      }
      const { status, answer } = JSON.parse(kept) as { status: number; answer: string }
      reply.code(status).type('application/json; charset=utf-8').send(answer)
    }, next)
  })

  http.addHook('onSend', (request, reply, payload, next) => {
    const { claim } = request
    if (claim === null || typeof payload !== 'string') return next(null, payload)
    asAccount(claim.accountId, () => keepAnswer(deps, claim, reply.statusCode, payload)).then(
      () => next(null, payload),
      (error: Error) => {
        // The call is done and answered; only its repeat within a minute is refused.
        deps.log.warn(
          { reason: error.message },
          'Failed to store an answer under its Idempotency-Key; a repeat within a minute is refused',
        )
        next(null, payload)
      },
    )
  })
}

/** Deletes keys after their 24 hours. */
export async function sweepIdempotencyKeys(db: Db, nowMs: number): Promise<void> {
  await sql`delete from idempotency_keys where created_at_ms <= ${nowMs - REMEMBERED_MS}`.execute(db)
}
