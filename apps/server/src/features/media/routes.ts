/** `GET /v3/app/media/{name}`: pictures, to sessions of their account only. Source: security rule 23. */
import { API_PREFIX, mediaPolicy } from '@whereabouts/contract/api'
import { MEDIA_PATH } from '@whereabouts/contract/branding'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { guard } from '../../platform/http/answer.ts'
import { sendImage } from '../../platform/http/send-image.ts'
import { refuse } from '../../platform/refusal.ts'
import { findMedia } from './queries.ts'

/** As the store makes them. */
const NAME = /^[A-Za-z0-9_-]{43}\.(png|jpg)$/

/** Another account's picture is answered like one that does not exist. */
export function mediaRoutes(http: FastifyInstance, app: App): void {
  http.get<{ Params: { name: string } }>(`${API_PREFIX}${MEDIA_PATH}:name`, {
    onRequest: guard(mediaPolicy, app.identify),
    handler: async ({ actor, params }, reply) => {
      const isPossible = actor !== null && NAME.test(params.name)
      const found = isPossible ? await findMedia(app.db, actor.accountId, params.name) : undefined
      if (found === undefined) throw refuse('resourceNotFound')
      return sendImage(reply, found)
    },
  })
}
