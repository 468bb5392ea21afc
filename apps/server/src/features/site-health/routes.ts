/** The health of a site, floor by floor. Source: decision 0061. */
import { siteHealth } from '@whereabouts/contract/site-health'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { OneAtATime } from '../../platform/one-at-a-time.ts'
import { refuse } from '../../platform/refusal.ts'
import { findMapWithScale } from '../../state/indoor-maps.ts'
import { measureHealth } from './measure.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'identify'>

export const siteHealthRoutes = (http: FastifyInstance, app: Needs) => {
  /** Each takes a processor for a while. */
  const turns = new OneAtATime()
  return answer(http, app.identify, siteHealth, {
    async get({ actor: { accountId }, params }) {
      const id = uuidOf(params.id)
      if ((await findMapWithScale(app.db, accountId, id)) === undefined) throw refuse('resourceNotFound')
      return { health: await turns.run(() => measureHealth(app.db, accountId, id, app.clock.now())) }
    },
  })
}
