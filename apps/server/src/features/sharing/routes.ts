/** Devices shared between accounts. */
import { sharing } from '@whereabouts/contract/sharing'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const sharingRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'sharing', sharing, {
    getFrom: notYet,
    getTo: notYet,
    share: notYet,
    unshare: notYet,
    accept: notYet,
  })
