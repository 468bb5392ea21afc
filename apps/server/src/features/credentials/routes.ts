/** Credentials of senders. */
import { credentials } from '@whereabouts/contract/credentials'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const credentialsRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'credentials', credentials, {
    list: notYet,
    create: notYet,
    remove: notYet,
  })
