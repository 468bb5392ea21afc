/** Makes, lists and deletes the links that let visitors in. */
import { type AccessLink, accessLinks, DEFAULT_LINK_TTL, type NewAccessLink } from '@whereabouts/contract/access-links'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { requireFresh } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { checkLength, hashPassword } from '../../platform/passwords.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { type AccessLinkRow, deleteLinks, insertLink, listLinks } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'identify' | 'linkCodes' | 'random' | 'streams'>

/** 132 random bits as 22 URL-safe characters (security rule 18). */
const CODE_BYTES = 17
const CODE_LENGTH = 22
/** Of one account. */
const NEW_LINKS = { kind: 'new-link', most: 100, windowMs: 3_600_000 }

export function accessLinkRoutes(http: FastifyInstance, app: Needs) {
  const present = (accountId: string, row: AccessLinkRow): AccessLink => ({
    link_code: app.linkCodes.open(row.code_sealed, accountId),
    name: row.name,
    role: row.role === 'readonly' ? 'guest' : row.role,
    has_password: row.password_hash !== null,
    created_time: row.created_time,
    expire_time: row.expire_time,
    notes: row.notes,
  })

  return answer(http, app.identify, accessLinks, {
    async list({ actor }) {
      const rows = await listLinks(app.db, actor.accountId)
      return { accesslinks: rows.map((row) => present(actor.accountId, row)) }
    },

    async create({ actor, body: { accesslink: wanted }, request }) {
      checkRole(actor, wanted)
      if (wanted.password !== undefined) checkLength(wanted.password)
      const now = toSeconds(app.clock.now())
      if (wanted.expire_time !== undefined && wanted.expire_time <= now) {
        throw refuse('invalidInput', { info: 'body.accesslink.expire_time' })
      }
      await countRequest(app, NEW_LINKS, actor.accountId)
      const code = app.random.bytes(CODE_BYTES).toString('base64url').slice(0, CODE_LENGTH)
      const row = {
        link_id: app.random.uuid(),
        code_hash: hashToken(code),
        code_sealed: app.linkCodes.close(code, actor.accountId),
        name: wanted.name,
        role: wanted.role === 'guest' ? ('readonly' as const) : wanted.role,
        password_hash: wanted.password === undefined ? null : await hashPassword(wanted.password),
        notes: wanted.notes ?? '',
        expire_time: expiryOf(wanted, now),
        created_time: now,
      }
      const outcome = await app.db.transaction().execute(async (db) => {
        const inserted = await insertLink(db, actor.accountId, row)
        if (inserted === 'added') {
          await recordActivity(db, app, actor, { action: 'create_link', target: row.name, ip: request.ip })
        }
        return inserted
      })
      if (outcome === 'name taken') throw refuse('accessLinkNameTaken')
      if (outcome === 'support taken') throw refuse('conflict', { info: 'support' })
      return { accesslink: present(actor.accountId, row) }
    },

    async remove({ actor, body, request }) {
      const codes = new Map(body.accesslinks.map((code) => [hashToken(code).toString('hex'), code]))
      const hashes = [...codes.keys()].map((hash) => Buffer.from(hash, 'hex'))
      const removed = await app.db.transaction().execute(async (db) => {
        const links = await deleteLinks(db, actor.accountId, hashes)
        for (const { name } of links) {
          await recordActivity(db, app, actor, { action: 'delete_link', target: name, ip: request.ip })
        }
        return links
      })
      for (const { code_hash, session_ids } of removed) {
        codes.delete(code_hash.toString('hex'))
        for (const sessionId of session_ids) app.streams.endSession(sessionId)
      }
      return { failed_list: [...codes.values()] }
    },
  })
}

/** Nobody gives a role above their own: a deputy makes guest links only; links that may change things need a fresh password. */
function checkRole(actor: Actor, { role }: NewAccessLink): void {
  if (role === 'guest') return
  if (actor.role !== 'owner') throw refuse('forbidden')
  requireFresh(actor)
}

const expiryOf = ({ ttl, expire_time }: NewAccessLink, now: number): number | null =>
  ttl === null ? null : (expire_time ?? now + (ttl ?? DEFAULT_LINK_TTL))
