/** Tags nobody has claimed. */
import { unclaimed } from '@whereabouts/contract/unclaimed'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const unclaimedRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'unclaimed', unclaimed, {
    list: notYet,
    claim: notYet,
    ignore: notYet,
  })
