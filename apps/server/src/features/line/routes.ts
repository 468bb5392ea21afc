/** LINE groups that get the alerts of an account: linked by a code that the bot posts in them. Source: G62. */
import { line } from '@whereabouts/contract/line'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { readBodies } from '../../platform/http/read-body.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { deleteGroups, insertGroup, listGroups, renameGroup, takeCode } from './queries.ts'
import { takeEvent } from './webhook.ts'

/** LINE tells many events at once (bytes). */
const EVENTS_LIMIT = 64 * 1024

export function lineRoutes(http: FastifyInstance, app: App) {
  const { webhook, ...calls } = line

  const link = async (actor: Actor, code: string, note: string, ip: string) => {
    const now = app.clock.now()
    const group = { line_group_id: app.random.uuid(), note, created_time: toSeconds(now) }
    await guessing(app, ip, 'invalidGroupLinkCode', () =>
      app.db.transaction().execute(async (db) => {
        const groupId = await takeCode(db, hashToken(code), now)
        if (groupId === undefined) throw refuse('invalidGroupLinkCode')
        if (!(await insertGroup(db, actor.accountId, group, groupId))) throw refuse('groupAlreadyAdded')
        await recordActivity(db, app, actor, { action: 'link_line_group', target: note, ip })
      }),
    )
    return group
  }

  const rename = (actor: Actor, id: string, note: string, ip: string) =>
    app.db.transaction().execute(async (db) => {
      const group = await renameGroup(db, actor.accountId, id, note)
      if (group === undefined) throw refuse('resourceNotFound')
      await recordActivity(db, app, actor, { action: 'rename_line_group', target: note, ip })
      return group
    })

  http.register(async (scope) => {
    const { line: channel } = app
    // Nothing is read that LINE did not sign, and its signature is over the bytes.
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.removeAllContentTypeParsers()
    readBodies(scope, 'application/json', app.limits, (request, body, done) => {
      const signature = request.headers['x-line-signature']
      if (typeof signature !== 'string' || channel?.isSigned(body, signature) !== true) {
        return done(refuse('unauthorized'))
      }
      parse(request, body.toString(), done)
    })
    scope.addHook('onRequest', async () => {
      if (channel === undefined) throw refuse('notImplemented')
    })
    scope.addHook('preValidation', async ({ body }) => {
      if (body === undefined) throw refuse('unauthorized')
    })
    answer(
      scope,
      app.identify,
      { webhook },
      {
        async webhook({ body, request }) {
          if (channel !== undefined) for (const event of body.events) await takeEvent(app, channel, event, request.ip)
          return {}
        },
      },
      { bodyLimit: EVENTS_LIMIT },
    )
  })

  const answered = answer(http, app.identify, calls, {
    listGroups: async ({ actor }) => ({ line_groups: await listGroups(app.db, actor.accountId) }),

    async note({ actor, body, request }) {
      const line_group = await ('link_code' in body
        ? link(actor, body.link_code, body.note, request.ip)
        : rename(actor, body.line_group_id, body.note, request.ip))
      return { line_group }
    },

    async remove({ actor, body, request }) {
      const removed = await app.db.transaction().execute(async (db) => {
        const groups = await deleteGroups(db, actor.accountId, body.line_group_ids)
        for (const { note } of groups) {
          await recordActivity(db, app, actor, { action: 'unlink_line_group', target: note, ip: request.ip })
        }
        return new Set(groups.map(({ line_group_id }) => line_group_id))
      })
      return { failed_list: body.line_group_ids.filter((id) => !removed.has(id.toLowerCase())) }
    },
  })
  return { ...answered, webhook }
}
