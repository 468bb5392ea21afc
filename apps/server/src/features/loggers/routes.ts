/** Lists, adds, changes and deletes loggers. Source: specification §4, §5; G69. */
import { loggers } from '@whereabouts/contract/loggers'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import { readPicture } from '../media/read-picture.ts'
import { replacePicture } from '../media/store.ts'
import {
  countLoggers,
  deleteLogger,
  holdsCarepads,
  insertLogger,
  listLoggers,
  lockLogger,
  updateLogger,
} from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'disk' | 'identify' | 'limits' | 'pictures' | 'random' | 'streams'>

const MAX_LOGGERS = 500
export const loggerRoutes = (http: FastifyInstance, app: Needs) =>
  answer(http, app.identify, loggers, {
    async list({ actor }) {
      return { loggers: await listLoggers(app.db, actor.accountId) }
    },

    async create({ actor, body, request }) {
      const { accountId } = actor
      const picture = await readPicture(app, accountId, 'logger_image', body.image)
      const logger = await app.db.transaction().execute(async (db) => {
        if ((await countLoggers(db, accountId)) >= MAX_LOGGERS) throw refuse('invalidInput', { info: 'loggers.count' })
        const image = await replacePicture(db, app, accountId, { field: 'logger_image', old: '', picture })
        const logger = { logger_id: app.random.uuid(), logger_name: body.logger_name, image }
        await insertLogger(db, accountId, logger, toSeconds(app.clock.now()))
        await recordActivity(db, app, actor, { action: 'add_logger', target: logger.logger_name, ip: request.ip })
        return logger
      })
      app.streams.listChanged(accountId, 'loggers')
      return { logger }
    },

    async change({ actor, params, body, request }) {
      const { accountId } = actor
      const picture =
        body.image === undefined ? undefined : await readPicture(app, accountId, 'logger_image', body.image)
      const logger = await app.db.transaction().execute(async (db) => {
        const before = await lockLogger(db, accountId, uuidOf(params.id))
        const image =
          picture === undefined
            ? before.image
            : await replacePicture(db, app, accountId, { field: 'logger_image', old: before.image, picture })
        const logger = { ...before, logger_name: body.logger_name ?? before.logger_name, image }
        await updateLogger(db, accountId, logger)
        await recordActivity(db, app, actor, { action: 'change_logger', target: logger.logger_name, ip: request.ip })
        return logger
      })
      app.streams.listChanged(accountId, 'loggers')
      return { logger }
    },

    async remove({ actor, params, request }) {
      const { accountId } = actor
      await app.db.transaction().execute(async (db) => {
        const { logger_name, image } = await lockLogger(db, accountId, uuidOf(params.id))
        if (await holdsCarepads(db, accountId, uuidOf(params.id))) throw refuse('preconditionFailed')
        await replacePicture(db, app, accountId, { field: 'logger_image', old: image, picture: undefined })
        await deleteLogger(db, accountId, uuidOf(params.id))
        await recordActivity(db, app, actor, { action: 'remove_logger', target: logger_name, ip: request.ip })
      })
      app.streams.listChanged(accountId, 'loggers')
      return {}
    },
  })
