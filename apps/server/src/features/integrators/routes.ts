/** Under construction. */
import { integrators } from '@whereabouts/contract/integrators'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'

const notYet = () => Promise.reject(refuse('notImplemented'))

export const integratorRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'integrators', integrators, {
    listUsers: notYet,
    createUser: notYet,
    removeUser: notYet,
    setGroups: notYet,
  })
