/** The ten class slots of an account. */
import { CLASS_SLOTS, type TrackerClass, trackerClasses } from '@whereabouts/contract/tracker-classes'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { answer } from '../../platform/answer.ts'
import { notYet } from '../../platform/not-yet.ts'

/** Colour of a slot nobody has named. Source: design language §3, class palette "none". */
const UNUSED_COLOR = '#5A626B'

export const trackerClassRoutes = (http: FastifyInstance, app: App): void =>
  answer(http, app.identify, 'trackerClasses', trackerClasses, {
    save: notYet,
    async list({ actor }) {
      const { rows } = await sql<TrackerClass>`
        select index, name, color, urls from tracker_classes where account_id = ${actor.accountId}`.execute(app.db)
      const used = new Map(rows.map((row) => [row.index, row]))
      const classes = Array.from(
        { length: CLASS_SLOTS },
        (_, index) => used.get(index) ?? { index, name: '', color: UNUSED_COLOR, urls: [] },
      )
      return { classes }
    },
  })
