/** Shift reports and their times. Source: G75, G76. */
import { PAGE_SIZE } from '@whereabouts/contract/paging'
import { type ShiftReport, shiftReports } from '@whereabouts/contract/shift-reports'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { getReader } from '../../events/notifications.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { answer } from '../../platform/http/answer.ts'
import { toPage } from '../../platform/http/page-token.ts'
import { uuidOf } from '../../platform/http/uuid-of.ts'
import { refuse } from '../../platform/refusal.ts'
import { presentContent } from './content.ts'
import { toPdfDocument } from './document.ts'
import { queueReport } from './make.ts'
import {
  getReport,
  getTimer,
  insertByHand,
  insertReading,
  listReports,
  type ReportRow,
  saveTimer,
  startAgain,
} from './queries.ts'

const present = ({ date_ms, period_start_ms, read_by, ...row }: ReportRow): ShiftReport => ({
  ...{ report_id: row.report_id, creator: row.creator, date: toSeconds(date_ms), notes: row.notes, state: row.state },
  pdf_url: row.state === 'success' ? `/v3/app/shiftreports/${row.report_id}/pdf` : '',
  ...{ shift_name: row.shift_name, period_start: toSeconds(period_start_ms), read_by: [...read_by] },
})

export const shiftReportRoutes = (http: FastifyInstance, app: App) => {
  async function pageOfReports(accountId: string, token?: string) {
    const scope = `${accountId} shift_reports`
    const rows = await listReports(app.db, accountId, { start: app.pageTokens.read(scope, token), size: PAGE_SIZE })
    const { items, metadata } = toPage(app.pageTokens, scope, rows, PAGE_SIZE, (row) => row.report_id)
    return { shift_reports: items.map(present), metadata }
  }

  const getPresented = async ({ accountId }: Actor, reportId: string) => {
    const { content: _content, ...row } = await getReport(app.db, accountId, reportId)
    return { shift_report: present(row) }
  }

  return answer(http, app.identify, shiftReports, {
    getTimer: ({ actor }) => getTimer(app.db, actor.accountId),

    async saveTimer({ actor, body, request }) {
      const { shift_report_timer: times, shift_names: names = times.map(() => '') } = body
      const shifts = times.map((time, index) => ({ time, name: names[index]! }))
      shifts.sort((a, b) => a.time.localeCompare(b.time))
      const timer = {
        shift_report_timer: shifts.map(({ time }) => time),
        shift_names: shifts.map(({ name }) => name),
      }
      await app.db.transaction().execute(async (db) => {
        await saveTimer(db, actor.accountId, timer, app.clock.now())
        await recordActivity(db, app, actor, { action: 'change_shift_times', ip: request.ip })
      })
      app.streams.listChanged(actor.accountId, 'shift_timer')
      return timer
    },

    list: ({ actor, query }) => pageOfReports(actor.accountId, query.page_token),

    async create({ actor, body, request }) {
      const { accountId, name: creator } = actor
      const reportId = app.random.uuid()
      await app.db.transaction().execute(async (db) => {
        await insertByHand(db, accountId, { reportId, creator, notes: body.notes, nowMs: app.clock.now() })
        await queueReport(db, app, { account_id: accountId, report_id: reportId })
        await recordActivity(db, app, actor, { action: 'create_shift_report', ip: request.ip })
      })
      app.jobs.wake()
      app.streams.listChanged(accountId, 'shift_reports')
      return pageOfReports(accountId)
    },

    async get({ actor, params }) {
      const { content, ...row } = await getReport(app.db, actor.accountId, uuidOf(params.report_id))
      const reader = await getReader(app.urgentDb, actor.sessionId)
      return { shift_report: present(row), content: content === null ? null : presentContent(content, reader) }
    },

    async pdf({ actor, params }) {
      const { accountId } = actor
      const reportId = uuidOf(params.report_id)
      const { locale } = await getReader(app.urgentDb, actor.sessionId)
      const pdf = await app.pdfs.make(accountId, `shift report ${reportId} ${locale}`, async () => {
        const { content, ...row } = await getReport(app.db, accountId, reportId)
        if (content === null) throw refuse('resourceNotFound')
        return toPdfDocument(row, presentContent(content, { locale }), locale)
      })
      return { base64: pdf.toString('base64') }
    },

    async retry({ actor, params }) {
      const { accountId } = actor
      const reportId = uuidOf(params.report_id)
      const isStarted = await app.db.transaction().execute(async (db) => {
        const retries = await startAgain(db, accountId, reportId)
        if (retries === undefined) return false
        return queueReport(db, app, { account_id: accountId, report_id: reportId }, retries)
      })
      if (isStarted) {
        app.jobs.wake()
        app.streams.listChanged(accountId, 'shift_reports')
      }
      return getPresented(actor, reportId)
    },

    async confirm({ actor, params, body, request }) {
      const { accountId, name: sessionName } = actor
      const reportId = uuidOf(params.report_id)
      const { name = sessionName } = body
      await app.db.transaction().execute(async (db) => {
        const { state } = await getReport(db, accountId, reportId)
        if (state !== 'success') throw refuse('notAllowed')
        await insertReading(db, accountId, reportId, { name, sessionName, nowMs: app.clock.now() })
        await recordActivity(db, app, actor, { action: 'confirm_shift_report', target: name, ip: request.ip })
      })
      app.streams.listChanged(accountId, 'shift_reports')
      return getPresented(actor, reportId)
    },
  })
}
