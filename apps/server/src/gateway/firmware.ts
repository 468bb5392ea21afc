/** Images of firmware, for senders that were told to hand them to a tracker. Source: G45. */
import { API_PREFIX, FIRMWARE_PATH } from '@whereabouts/contract/api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import { refuse } from '../platform/refusal.ts'
import { basicAuth, mustSpeak } from './senders.ts'

export function firmwareRoutes(http: FastifyInstance, app: App): void {
  http.get<{ Params: { model: string; version: string } }>(
    `${API_PREFIX}${FIRMWARE_PATH}:model/:version`,
    { config: { isOfSenders: true } },
    async (request, reply) => {
      const basic = basicAuth(request.headers.authorization)
      mustSpeak(await app.senders.identify(basic?.password, basic?.username), 'native')
      const { model, version } = request.params
      const { rows } = await sql<{ image: Buffer }>`
        select image from firmwares where device_model = ${model} and version = ${version}`.execute(app.db)
      const image = rows[0]?.image
      if (image === undefined) throw refuse('resourceNotFound')
      return reply.type('application/octet-stream').header('cache-control', 'no-store').send(image)
    },
  )
}
