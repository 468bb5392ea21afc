/** Under construction. */
import { accounts } from '@whereabouts/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'

const notYet = () => Promise.reject(refuse('notImplemented'))

export const accountRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'accounts', accounts, {
    signUp: notYet,
    setUp: notYet,
    previewLink: notYet,
    confirm: notYet,
    resendConfirmation: notYet,
    recover: notYet,
    confirmRecovery: notYet,
    changePassword: notYet,
    changeEmail: notYet,
    confirmEmail: notYet,
    remove: notYet,
    confirmRemove: notYet,
    setPin: notYet,
  })
