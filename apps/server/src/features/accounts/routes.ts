/** Accounts from sign-up to deletion, and what people confirm by a link in a mail. */
import { accounts } from '@whereabouts/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'
import { changeEmail, confirmEmail } from './email.ts'
import { changePassword } from './password.ts'
import { previewLink } from './preview.ts'
import { confirmRecovery, recover } from './recovery.ts'
import { confirmRemove, remove } from './removal.ts'
import { setUp } from './set-up.ts'
import { confirm, resendConfirmation, signUp } from './sign-up.ts'

export const accountRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, accounts, {
    signUp: ({ body, request }) => signUp(app, body, request.ip),
    setUp: ({ body, request }) => setUp(app, body, request.ip),

    previewLink: ({ body, request }) => previewLink(app, body.token, request.ip),
    confirm: ({ body, request }) => confirm(app, body, request.ip),
    resendConfirmation: ({ body, request }) => resendConfirmation(app, body, request.ip),
    recover: ({ body, request }) => recover(app, body, request.ip),
    confirmRecovery: ({ body, request }) => confirmRecovery(app, body, request.ip),

    changePassword: ({ actor, body, request }) => changePassword(app, actor, body, request.ip),

    changeEmail: ({ actor, body, request }) => changeEmail(app, actor, body, request.ip),
    confirmEmail: ({ body, request }) => confirmEmail(app, body, request.ip),
    remove: ({ actor, body, request }) => remove(app, actor, body, request.ip),
    confirmRemove: ({ body, request }) => confirmRemove(app, body, request.ip),
  })
