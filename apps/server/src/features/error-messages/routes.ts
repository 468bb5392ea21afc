/** The words of an error code, in the language asked for. */
import { errorMessages } from '@whereabouts/contract/error-messages'
import { errorNameOf, errors } from '@whereabouts/contract/errors'
import { toLocale } from '@whereabouts/contract/locales'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer, localeOf } from '../../platform/http/answer.ts'
import { refuse } from '../../platform/refusal.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'identify'>

export const errorMessageRoutes = (http: FastifyInstance, app: Needs) =>
  answer(http, app.identify, errorMessages, {
    async get({ query, request }) {
      const name = errorNameOf(query.code)
      if (name === undefined) throw refuse('resourceNotFound')
      return { code: query.code, message: errors[name].words[toLocale(query.locale) ?? localeOf(request)] }
    },
  })
