/** Creates and changes the PIN under which browsers keep the names of carepads. Source: G30; decision 0047. */
import { pins } from '@whereabouts/contract/pins'
import { namesHash } from '@whereabouts/domain/protected-names'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { requireFresh } from '../../platform/actor.ts'
import { answer } from '../../platform/http/answer.ts'
import { refuse } from '../../platform/refusal.ts'
import { forgetNames } from './forget-names.ts'
import { lockNames, lockPinCheck, setPin } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'homes' | 'identify' | 'random' | 'streams'>

/** Names of ten thousand carepads (bytes). */
const BODY_LIMIT = 2 * 1024 * 1024

export const pinRoutes = (http: FastifyInstance, app: Needs) =>
  answer(
    http,
    app.identify,
    pins,
    {
      async set({ actor, body, request }) {
        requireFresh(actor)
        const { accountId } = actor
        const { pin_check, replaces = '', names_hash, names = [] } = body
        const isNew = await app.db.transaction().execute(async (db) => {
          const current = await lockPinCheck(db, accountId)
          if (current === pin_check) return false
          if (current !== replaces) throw refuse('conflict', { info: 'pin_check' })
          const stored = await lockNames(db, accountId)
          const given = new Map(names)
          const isSame = stored.length === 0 || names_hash === namesHash(stored)
          if (!isSame || !stored.every(({ carepad_id }) => given.has(carepad_id))) {
            throw refuse('conflict', { info: 'names' })
          }
          await forgetNames(db, accountId)
          await setPin(db, accountId, pin_check, given)
          await recordActivity(db, app, actor, { action: 'change_pin', ip: request.ip })
          return true
        })
        if (isNew) {
          await app.homes.of(accountId).tell({ kind: 'changed' })
          app.streams.listChanged(accountId, 'carepads')
        }
        return {}
      },
    },
    { bodyLimit: BODY_LIMIT },
  )
