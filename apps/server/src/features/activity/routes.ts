/** Where the account is signed in. */
import { type ActivityDevice, activity } from '@whereabouts/contract/activity'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'

export const activityRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'activity', activity, {
    async listDevices({ actor }) {
      const { rows } = await sql<ActivityDevice>`
        select session_id as id, device_type, u.fullname as name, s.platform,
               session_id = ${actor.sessionId} as is_current_device, signin_at_ms as sigint_at_ms, '' as photo
        from sessions s join users u using (account_id, user_id)
        where s.account_id = ${actor.accountId}
        order by signin_at_ms desc, session_id`.execute(app.db)
      return { activity_devices: rows }
    },
  })
