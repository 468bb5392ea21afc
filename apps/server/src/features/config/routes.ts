/** What a console needs to know before anybody signs in. */
import { config } from '@whereabouts/contract/config'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { answer } from '../../platform/http/answer.ts'

export const configRoutes = (http: FastifyInstance, app: App) =>
  answer(http, app.identify, config, {
    get: async () => ({
      providers: [...app.providers.offers],
      signup: app.settings.signUp !== 'off',
      brand: app.settings.brand,
      map_style_url: app.settings.mapStyleUrl,
      vapid_public_key: app.vapidKeys.publicKey,
      demo: app.demo,
    }),
  })
