/** The record of excursions: its list, comments, and a month as CSV and PDF. Source: decision 0048; G70. */
import { type Excursion, excursions, MAX_COMMENTS } from '@whereabouts/contract/excursions'
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { momentOf } from '@whereabouts/domain/local-times'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOwner } from '../../state/people.ts'
import { getProfile } from '../auth/queries.ts'
import { excursionsCsv, linkWith } from './csv.ts'
import { toPdfDocument } from './document.ts'
import { addComment, type ExcursionRow, getExcursion, listExcursions, listMonth, lockExcursion } from './queries.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'excursionKey' | 'identify' | 'pageTokens' | 'pdfs' | 'random'>

const present = (
  { since_ms, until_ms, is_raised, acknowledged_at_ms, comments, ...row }: ExcursionRow,
  nowMs: number,
): Excursion => ({
  ...{ excursion_id: row.excursion_id, carepad_id: row.carepad_id, event: row.event, peak: row.peak },
  ...{ carepad_name: row.carepad_name, logger_name: row.logger_name, alerted: is_raised, is_over: until_ms !== null },
  ...{ threshold_high: row.threshold_high, threshold_low: row.threshold_low, acknowledged_by: row.acknowledged_by },
  start: toSeconds(since_ms),
  duration: Math.max(0, toSeconds((until_ms ?? nowMs) - since_ms)),
  acknowledged_at: acknowledged_at_ms === null ? null : toSeconds(acknowledged_at_ms),
  comments: comments.map(({ text, by, at_ms }) => ({ text, by, at: toSeconds(at_ms) })),
})

export const excursionRoutes = (http: FastifyInstance, app: Needs) => {
  /** A month (`2026-11`) by the clocks of the account. */
  async function readMonth({ accountId, sessionId }: Actor, month: string) {
    const { timezone, temperature_unit: unit, locale } = await getProfile(app.db, accountId, sessionId)
    const [year = 0, number = 0] = month.split('-').map(Number)
    const startOf = (index: number) =>
      momentOf({ year: year + Math.floor(index / 12), month: (index % 12) + 1, day: 1 }, 0, timezone)
    const nowMs = app.clock.now()
    const range = { fromMs: startOf(number - 1), untilMs: startOf(number) }
    const rows = await listMonth(app.db, accountId, range, nowMs)
    return { rows, month, timezone, unit, nowMs, monthEndMs: range.untilMs, locale }
  }

  return answer(http, app.identify, excursions, {
    async list({ actor, query }) {
      const { page_token, query_start = 0, query_end = toSeconds(app.clock.now()), carepad_id: carepadId } = query
      const scope = `${actor.accountId} excursions`
      const nowMs = app.clock.now()
      const range = { fromMs: query_start * 1000, untilMs: query_end * 1000 + 999 }
      const wanted = { ...range, carepadId, start: app.pageTokens.read(scope, page_token), size: PAGE_SIZE }
      const rows = await listExcursions(app.db, actor.accountId, wanted, nowMs)
      const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.excursion_id)
      return { excursions: items.map((row) => present(row, nowMs)), metadata }
    },

    async comment({ actor, params, body, request }) {
      const { accountId, name: by } = actor
      const excursionId = uuidOf(params.excursion_id)
      const nowMs = app.clock.now()
      await app.db.transaction().execute(async (db) => {
        const { carepad_name, comments } = await lockExcursion(db, accountId, excursionId)
        if (comments >= MAX_COMMENTS) throw refuse('invalidInput', { info: 'comments.count' })
        await addComment(db, accountId, excursionId, { text: body.text, by, at_ms: nowMs })
        await recordActivity(db, app, actor, { action: 'comment_excursion', target: carepad_name, ip: request.ip })
      })
      return { excursion: present(await getExcursion(app.db, accountId, excursionId, nowMs), nowMs) }
    },

    async csv({ actor, query }) {
      const { rows, month, nowMs, monthEndMs } = await readMonth(actor, query.month)
      const { email } = await getOwner(app.db, actor.accountId)
      const file = { month, accountId: actor.accountId, email, exportedAtMs: nowMs, monthEndMs }
      return { csv: excursionsCsv(file, rows, linkWith(app.excursionKey)) }
    },

    async pdf({ actor, query }) {
      const { accountId, sessionId } = actor
      const { locale } = await getProfile(app.db, accountId, sessionId)
      const pdf = await app.pdfs.make(accountId, `excursions ${query.month} ${locale}`, async () =>
        toPdfDocument(await readMonth(actor, query.month), locale),
      )
      return { base64: pdf.toString('base64') }
    },
  })
}
