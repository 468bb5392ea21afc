/** Temperature carepads. */
import { carepads } from '@whereabouts/contract/carepads'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const carepadsRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'carepads', carepads, {
    list: notYet,
    add: notYet,
  })
