/** What is believed of the place of a device, and why. Source: decision 0049. */
import { beliefs } from '@whereabouts/contract/beliefs'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { refuse } from '../../platform/refusal.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'homes' | 'identify'>

export const beliefRoutes = (http: FastifyInstance, app: Needs) =>
  answer(http, app.identify, beliefs, {
    async get({ actor: { accountId }, params: { id } }) {
      const belief = await app.homes.of(accountId).believedOf(id)
      if (belief === 'not there') throw refuse('deviceNotFound')
      return { belief: belief ?? null }
    },
  })
