/** Shift reports. They are there at once; the mock raises nothing and judges no reports, so little changes between them. */
import type { ShiftReport, ShiftReportContent, shiftReports } from '@whereabouts/contract/shift-reports'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import { EMPTY_PDF, type Handlers, page, record, seconds, tellLists, type World } from '../world.ts'

const DAY_S = 86_400

export const shiftReportWords = (world: World): Handlers<typeof shiftReports> => {
  const pageOfReports = (account: Account, page_token?: string) => {
    const reports = account.shiftReports.map(({ report }) => report)
    const { items, metadata } = page(reports, ({ report_id }) => report_id, { page_token })
    return { shift_reports: items, metadata }
  }

  return {
    getTimer: ({ actor }) => actor.account.shiftTimer,

    saveTimer({ actor, body }) {
      const { account } = actor
      const { shift_report_timer: times, shift_names: names = [] } = body
      const shifts = times.map((time, at) => ({ time, name: names[at] ?? '' }))
      shifts.sort((a, b) => a.time.localeCompare(b.time))
      account.shiftTimer = {
        shift_report_timer: shifts.map(({ time }) => time),
        shift_names: shifts.map(({ name }) => name),
      }
      record(world, actor, 'change_shift_times')
      tellLists(world, account, 'shift_timer')
      return account.shiftTimer
    },

    list: ({ actor, query }) => pageOfReports(actor.account, query.page_token),

    create({ actor, body }) {
      const { account } = actor
      const report_id = world.uuid()
      const date = seconds(world.now())
      const last = account.shiftReports.find(({ report }) => report.creator === 'auto')
      const report: ShiftReport = {
        ...{ report_id, creator: actor.name, date, notes: body.notes, state: 'success' },
        pdf_url: `/v3/app/shiftreports/${report_id}/pdf`,
        ...{ shift_name: '', period_start: last?.report.date ?? date - DAY_S, read_by: [] },
      }
      account.shiftReports.unshift({ report, content: contentOf(account, world.now()) })
      record(world, actor, 'create_shift_report')
      tellLists(world, account, 'shift_reports')
      return pageOfReports(account)
    },

    get({ actor, params }) {
      const { report, content } = getReport(actor.account, params.report_id)
      return { shift_report: report, content }
    },

    pdf({ actor, params }) {
      if (getReport(actor.account, params.report_id).content === null) throw refuse('resourceNotFound')
      return { base64: EMPTY_PDF }
    },

    retry({ actor, params }) {
      const { account } = actor
      const kept = getReport(account, params.report_id)
      if (kept.report.state === 'failure') {
        const pdf_url = `/v3/app/shiftreports/${kept.report.report_id}/pdf`
        kept.report = { ...kept.report, state: 'success', pdf_url }
        kept.content = contentOf(account, world.now())
        tellLists(world, account, 'shift_reports')
      }
      return { shift_report: kept.report }
    },

    confirm({ actor, params, body }) {
      const { account, name: session_name } = actor
      const kept = getReport(account, params.report_id)
      if (kept.report.state !== 'success') throw refuse('notAllowed')
      const { name = session_name } = body
      const { read_by } = kept.report
      if (!read_by.some((one) => one.name === name)) {
        const reading = { name, session_name, time: seconds(world.now()) }
        kept.report = { ...kept.report, read_by: [...read_by, reading] }
      }
      record(world, actor, 'confirm_shift_report', name)
      tellLists(world, account, 'shift_reports')
      return { shift_report: kept.report }
    },
  }
}

function getReport({ shiftReports }: Account, reportId: string): Account['shiftReports'][number] {
  const kept = shiftReports.find(({ report }) => report.report_id === reportId)
  if (kept === undefined) throw refuse('resourceNotFound')
  return kept
}

/** How everything is now. */
function contentOf(account: Account, nowMs: number): ShiftReportContent {
  const classes = new Map(account.classes.map((each) => [each.index, each]))
  return {
    made_at_ms: nowMs,
    timezone: account.timezone,
    devices: account.trackers.map((tracker) => {
      const { reason_data } = tracker.qualified_location_info ?? {}
      const place = [reason_data?.indoor_map_name, reason_data?.station_name ?? reason_data?.phone_name]
      return {
        ...{ device_id: tracker.device_id, name: tracker.name, status: tracker.status, battery: tracker.battery },
        class_name: classes.get(tracker.class_index)?.name ?? '',
        class_color: classes.get(tracker.class_index)?.color ?? null,
        last_seen_ms: tracker.last_seen === null ? null : tracker.last_seen * 1000,
        place: place.filter((part) => part !== undefined).join(' · '),
        remarks: tracker.remark.map(({ name, memo }) => ({ name, memo })),
      }
    }),
    ...{ alarms: [], visits: [], silent: [], low_batteries: [], temperatures: [], remarks: [] },
  }
}
