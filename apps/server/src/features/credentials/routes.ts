/** Creates, lists and revokes credentials of senders. Source: G85; security rule 40. */
import { credentials } from '@whereabouts/contract/credentials'
import { IMEI, isHardwareKind, mayEncrypt } from '@whereabouts/domain/senders'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { refuse } from '../../platform/refusal.ts'
import { handOver } from './hand-over.ts'
import { insertCredential, listCredentials, lockCredential, revokeCredential, savePayloadKey } from './queries.ts'

/** Of one account. */
const NEW_CREDENTIALS = { kind: 'new-credential', most: 100, windowMs: 3_600_000 }

export function credentialsRoutes(http: FastifyInstance, app: App) {
  async function changePayloadKey(
    actor: Actor,
    senderId: string,
    { sealed, action, ip }: { sealed: Buffer | null; action: 'set_payload_key' | 'remove_payload_key'; ip: string },
  ): Promise<void> {
    // What is counted and not written yet is of before, too.
    await app.counts.flush()
    await app.db.transaction().execute(async (db) => {
      const kind = await lockCredential(db, actor.accountId, senderId)
      if (kind === undefined) throw refuse('resourceNotFound')
      if (!mayEncrypt(kind)) throw refuse('invalidInput', { info: 'sender_id' })
      await savePayloadKey(db, actor.accountId, senderId, sealed)
      await recordActivity(db, app, actor, { action, target: senderId, ip })
    })
    app.senders.forget(actor.accountId)
    app.streams.listChanged(actor.accountId, 'credentials')
  }

  return answer(http, app.identify, credentials, {
    async list({ actor }) {
      return { credentials: await listCredentials(app.db, actor.accountId, app.clock.now()) }
    },

    async create({ actor, body: { sender_id, kind }, request }) {
      if (isHardwareKind(kind) && !IMEI.test(sender_id)) throw refuse('invalidInput', { info: 'body.sender_id' })
      await countRequest(app, NEW_CREDENTIALS, actor.accountId)
      const now = toSeconds(app.clock.now())
      const password = await app.db.transaction().execute(async (db) => {
        const made = await insertCredential(db, app.random, {
          accountId: actor.accountId,
          senderId: sender_id,
          kind,
          now,
        })
        if (made === undefined) throw refuse('conflict', { info: 'sender_id' })
        await recordActivity(db, app, actor, { action: 'create_credential', target: sender_id, ip: request.ip })
        return made
      })
      app.streams.listChanged(actor.accountId, 'credentials')
      return { credential: handOver(app, { sender_id, kind, password }, request) }
    },

    async setPayloadKey({ actor, params: { sender_id }, body: { key }, request }) {
      const sealed = app.payloadKeys.close(actor.accountId, sender_id, key)
      await changePayloadKey(actor, sender_id, { sealed, action: 'set_payload_key', ip: request.ip })
      return {}
    },

    async removePayloadKey({ actor, params: { sender_id }, request }) {
      await changePayloadKey(actor, sender_id, { sealed: null, action: 'remove_payload_key', ip: request.ip })
      return {}
    },

    async remove({ actor, params: { sender_id }, request }) {
      await app.db.transaction().execute(async (db) => {
        if (!(await revokeCredential(db, actor.accountId, sender_id, toSeconds(app.clock.now())))) {
          throw refuse('resourceNotFound')
        }
        await recordActivity(db, app, actor, { action: 'revoke_credential', target: sender_id, ip: request.ip })
      })
      app.senders.forget(actor.accountId)
      await app.homes.of(actor.accountId).tell({ kind: 'changed' })
      app.streams.listChanged(actor.accountId, 'credentials')
      return {}
    },
  })
}
