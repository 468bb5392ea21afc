/** Accounts from sign-up to deletion, and what people confirm by a link in a mail. */
import { accounts } from '@whereabouts/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { refuse } from '../../platform/refusal.ts'
import { beginGuess } from '../auth/attempts.ts'
import { findMailLink } from '../mail/links.ts'
import { confirmRecovery, recover } from './recovery.ts'
import { confirm, resendConfirmation, signUp } from './sign-up.ts'

const notYet = () => Promise.reject(refuse('notImplemented'))

export const accountRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'accounts', accounts, {
    signUp: ({ body, request }) => signUp(app, body, request.ip),
    setUp: notYet,

    async previewLink({ body, request }) {
      const guess = await beginGuess(app, request.ip)
      const link = await findMailLink(app.db, body.token, app.clock.now())
      if (link === undefined) throw refuse('invalidToken')
      await guess.withdrawn()
      return { purpose: link.purpose, email: link.email }
    },

    confirm: ({ body, request }) => confirm(app, body, request.ip),
    resendConfirmation: ({ body, request }) => resendConfirmation(app, body, request.ip),
    recover: ({ body, request }) => recover(app, body, request.ip),
    confirmRecovery: ({ body, request }) => confirmRecovery(app, body, request.ip),
    changePassword: notYet,
    changeEmail: notYet,
    confirmEmail: notYet,
    remove: notYet,
    confirmRemove: notYet,
    setPin: notYet,
  })
