/** Under construction. */
import { line } from '@whereabouts/contract/line'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'

const notYet = () => Promise.reject(refuse('notImplemented'))

export const lineRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'line', line, {
    listGroups: notYet,
    note: notYet,
    remove: notYet,
    webhook: notYet,
  })
