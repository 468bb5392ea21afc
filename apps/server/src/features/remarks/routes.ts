/** The remark items of an account. */
import { type RemarkItem, remarks } from '@whereabouts/contract/remarks'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

export const remarkRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'remarks', remarks, {
    save: notYet,
    async list({ actor }) {
      const { rows } = await sql<RemarkItem>`
        select index, name from remark_items where account_id = ${actor.accountId} order by index`.execute(app.db)
      return { items: rows }
    },
  })
