/** Attendance: days of work by person. Source: G72 to G74, G95; decisions 0090, 0091. */
import {
  ATTENDANCE_PAGE_SIZE,
  type AttendanceFilter,
  attendance,
  MAX_ATTENDANCE_DAYS,
  type OfficeLog,
} from '@whereabouts/contract/attendance'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { AttendanceRules } from '@whereabouts/domain/attendance-rules'
import { daysLater, dayText, type LocalDay, localCalendar, readDay } from '@whereabouts/domain/local-times'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { getReader } from '../../events/notifications.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { settlePast } from '../../state/flush-hot-rows.ts'
import { getOwner } from '../../state/people.ts'
import { listVisitors } from '../../state/visits.ts'
import { toPdfDocument } from './document.ts'
import { monthOf } from './months.ts'
import {
  findRules,
  isOfAccount,
  listNotes,
  listSightings,
  lockNotes,
  type NoteRow,
  saveNote,
  saveRules,
} from './queries.ts'
import { attendanceOf, readId } from './records.ts'

/** What these calls use of the server. */
type Needs = Pick<App, 'clock' | 'db' | 'homes' | 'identify' | 'pageTokens' | 'pdfs' | 'random' | 'urgentDb'>

const DAY_MS = 86_400_000
/** Who was in an attendance zone within this time (ms) belongs to the people whose attendance is kept. */
const REGULAR_MS = 31 * DAY_MS
/** A correction lies within this time (s) of the start of its day. */
const NEAR_S = 2 * 86_400

const SHOWS: Readonly<Record<AttendanceFilter, (record: OfficeLog) => boolean>> = {
  everyone: ({ event, vacation, tag_not_brought, not_for_working, comment }) =>
    event !== 'absent' || vacation || tag_not_brought || not_for_working || comment !== '',
  exceptions: ({ aberrant }) => aberrant,
  overtime: ({ over_time, apply_ot }) => over_time || apply_ot,
  vacation: ({ vacation }) => vacation,
  absent: ({ event }) => event === 'absent',
}

/** Trackers that were in an attendance zone lately, until a time (epoch ms). */
const listRegulars = (db: Db, accountId: string, untilMs: number): Promise<string[]> =>
  listVisitors(db, accountId, { fromMs: untilMs - REGULAR_MS, untilMs, zoneType: 'attendance' })

function summaryOf(records: readonly OfficeLog[], people: number, signedIn: number) {
  const ended = records.filter(({ event, not_for_working }) => event === 'signed_out' && !not_for_working)
  const sum = ended.reduce((total, { duration }) => total + (duration ?? 0), 0)
  return {
    people,
    signed_in: signedIn,
    exceptions: records.filter(({ aberrant }) => aberrant).length,
    overtime_requests: records.filter(({ apply_ot }) => apply_ot).length,
    vacations: records.filter(({ vacation }) => vacation).length,
    average_duration: ended.length === 0 ? null : Math.round(sum / ended.length),
  }
}

/** The days of a question (epoch seconds, end excluded); today without one. Refuses a range that is none or too long. */
function daysOf(begin: number | undefined, end: number | undefined, timeZone: string, nowMs: number) {
  const calendar = localCalendar(timeZone)
  if ((begin === undefined) !== (end === undefined)) throw refuse('invalidInput', { info: 'query.query_begin' })
  if (begin === undefined || end === undefined) return { from: calendar.dayOf(nowMs), to: calendar.dayOf(nowMs) }
  if (end <= begin) throw refuse('invalidInput', { info: 'query.query_end' })
  const [from, to] = [calendar.dayOf(begin * 1000), calendar.dayOf(end * 1000 - 1)]
  if (dayText(daysLater(from, MAX_ATTENDANCE_DAYS)) <= dayText(to)) {
    throw refuse('invalidInput', { info: 'query.query_end' })
  }
  return { from, to }
}

/** First and last day of a YYYY-MM. */
function daysOfMonth(month: string): { readonly from: LocalDay; readonly to: LocalDay } {
  const from = readDay(`${month}-01`)!
  const next = daysLater({ ...from, day: 28 }, 4)
  return { from, to: daysLater({ ...next, day: 1 }, -1) }
}

/** The start and end of the only shift beside the shifts, for callers who know one pair of times. */
function presentRules({ shifts, over_time_minutes }: AttendanceRules) {
  const [only, second] = shifts
  const pair = only !== undefined && second === undefined ? { work_start: only.start, work_end: only.end } : {}
  return {
    shifts: shifts.map((shift) => ({ ...shift, days: shift.days && [...shift.days] })),
    over_time_minutes,
    ...pair,
  }
}

export const attendanceRoutes = (http: FastifyInstance, app: Needs) => {
  const { db, clock } = app

  /** One record with what it was made by; refuses with 404102 one of nobody the account has or had. */
  async function findRecord(from: Db, accountId: string, id: string) {
    const found = readId(id)
    if (found === undefined) throw refuse('resourceNotFound')
    const { day, deviceId } = found
    const attendance = await attendanceOf(from, accountId, clock.now(), {
      ...{ from: day, to: day, deviceId },
      expected: (await isOfAccount(from, accountId, deviceId)) ? [deviceId] : [],
    })
    const record = attendance.records[0]
    if (record === undefined) throw refuse('resourceNotFound')
    return { ...found, ...attendance, record }
  }

  /** The records of a month (YYYY-MM), without people who were not seen in it. */
  async function recordsOfMonth(accountId: string, month: string) {
    await settlePast(app, accountId)
    return (await attendanceOf(db, accountId, clock.now(), { ...daysOfMonth(month), expected: [] })).records
  }

  return answer(http, app.identify, attendance, {
    async list({ actor: { accountId }, query }) {
      await settlePast(app, accountId)
      const { timeZone, rulesOn } = await findRules(db, accountId)
      const nowMs = clock.now()
      const { from, to } = daysOf(query.query_begin, query.query_end, timeZone, nowMs)
      const untilMs = Math.min(nowMs + 1, localCalendar(timeZone).momentOf(daysLater(to, 1), 0))
      const today = localCalendar(timeZone).dayOf(nowMs)
      const [regulars, people, lately] = await Promise.all([
        listRegulars(db, accountId, untilMs),
        listRegulars(db, accountId, nowMs + 1),
        attendanceOf(db, accountId, nowMs, { from: daysLater(today, -1), to: today, expected: [] }),
      ])
      const signedIn = lately.records.filter(({ event }) => event === 'signed_in').length
      const { records } = await attendanceOf(db, accountId, nowMs, { from, to, expected: regulars })
      const wanted = query.device_name?.toLowerCase()
      const named =
        wanted === undefined ? records : records.filter((one) => one.device_name.toLowerCase().includes(wanted))
      const shown = named.filter(SHOWS[query.show ?? 'everyone'])
      const scope = `${accountId} officelogs ${dayText(from)} ${dayText(to)} ${wanted ?? ''} ${query.show ?? ''}`
      const start =
        query.page_id === undefined
          ? app.pageTokens.read(scope, query.page_token, 'query.page_token')
          : app.pageTokens.read(scope, query.page_id, 'query.page_id')
      const at = start === undefined ? 0 : shown.findIndex(({ id }) => id === start.id) + 1
      const page = shown.slice(at, at + ATTENDANCE_PAGE_SIZE)
      const last = page.at(-1)
      const hasMore = last !== undefined && at + ATTENDANCE_PAGE_SIZE < shown.length
      return {
        officelogs: page,
        metadata: hasMore ? { next_token: app.pageTokens.make(scope, { created_at: 0, id: last.id }) } : {},
        summary: summaryOf(records, people.length, signedIn),
        rules: presentRules(rulesOn(dayText(today))),
      }
    },

    async get({ actor: { accountId }, params }) {
      await settlePast(app, accountId)
      const { record, days, deviceId } = await findRecord(db, accountId, params.id)
      const measured = days.get(record.id)
      if (measured === undefined) return { officelog: record, visits: [], stays: [] }
      const { presences, sign_in_ms: fromMs } = measured
      const untilMs = Math.max(...presences.map(({ seen_ms }) => seen_ms))
      const seconds = (ms: number) => Math.floor(ms / 1000)
      return {
        officelog: record,
        visits: presences.map(({ zone_name, from_ms, until_ms, end }) => ({
          ...{ zone_name, from: seconds(from_ms), until: seconds(until_ms), end },
        })),
        stays: await listSightings(db, accountId, { fromMs, untilMs, deviceId }),
      }
    },

    async change({ actor, params, body, request }) {
      const { accountId } = actor
      await settlePast(app, accountId)
      return db.transaction().execute(async (transaction) => {
        await lockNotes(transaction, accountId)
        const { record, day, deviceId, calendar } = await findRecord(transaction, accountId, params.id)
        const text = dayText(day)
        const notes = await listNotes(transaction, accountId, { from: text, to: text, deviceId })
        const note: NoteRow = {
          ...{ ...EMPTY_NOTE, ...notes[0], ...withoutGaps(body) },
          ...{ device_id: deviceId, day: text, changed_by: actor.name, changed_at: Math.floor(clock.now() / 1000) },
        }
        mustHaveHappened(body, note.changed_at)
        checkCorrection(note, record, Math.floor(calendar.momentOf(day, 0) / 1000))
        await saveNote(transaction, accountId, note)
        await recordActivity(transaction, app, actor, {
          ...{ action: 'change_attendance', target: record.device_name, ip: request.ip },
        })
        return { officelog: (await findRecord(transaction, accountId, params.id)).record }
      })
    },

    async listMonth({ actor: { accountId }, query }) {
      return { people: monthOf(await recordsOfMonth(accountId, query.month)) }
    },

    async monthPdf({ actor: { accountId, sessionId }, query: { month } }) {
      const [{ locale }, { timeZone }] = await Promise.all([
        getReader(app.urgentDb, sessionId),
        findRules(db, accountId),
      ])
      const pdf = await app.pdfs.make(accountId, `attendance ${month} ${locale}`, async () => {
        const [records, { email }] = await Promise.all([recordsOfMonth(accountId, month), getOwner(db, accountId)])
        return toPdfDocument({ month, records, account: email, timezone: timeZone, nowMs: clock.now() }, locale)
      })
      return { base64: pdf.toString('base64') }
    },

    async getRules({ actor: { accountId } }) {
      const { timeZone, rulesOn } = await findRules(db, accountId)
      return presentRules(rulesOn(dayText(localCalendar(timeZone).dayOf(clock.now()))))
    },

    async saveRules({ actor, body, request }) {
      const { accountId } = actor
      const { shifts, work_start, work_end, over_time_minutes } = body
      const rules = {
        shifts: shifts ?? [{ name: '', start: work_start!, end: work_end! }],
        over_time_minutes,
      }
      await db.transaction().execute(async (transaction) => {
        await lockNotes(transaction, accountId)
        const { timeZone } = await findRules(transaction, accountId)
        const today = dayText(localCalendar(timeZone).dayOf(clock.now()))
        const from = body.from ?? today
        if (readDay(from) === undefined || from > today) throw refuse('invalidInput', { info: 'body.from' })
        await saveRules(transaction, accountId, from, rules)
        await recordActivity(transaction, app, actor, { action: 'change_attendance_rules', ip: request.ip })
      })
      return presentRules(rules)
    },
  })
}

/** Only the fields that are there. */
const withoutGaps = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

const EMPTY_NOTE = {
  comment: '',
  vacation: false,
  tag_not_brought: false,
  not_for_working: false,
  apply_ot: false,
  corrected_sign_in: null,
  corrected_sign_out: null,
}

/** Refuses a correction to a time that has not come yet. */
function mustHaveHappened(body: BodyOf<typeof attendance.change>, nowS: number): void {
  for (const field of ['corrected_sign_in', 'corrected_sign_out'] as const) {
    if ((body[field] ?? 0) > nowS) throw refuse('invalidInput', { info: `body.${field}` })
  }
}

/** Refuses a correction that cannot be of this day, or that ends before it starts. */
function checkCorrection(note: NoteRow, record: OfficeLog, dayStart: number): void {
  const { corrected_sign_in: start, corrected_sign_out: end } = note
  const isNear = (at: number | null) => at === null || (at >= dayStart && at < dayStart + NEAR_S)
  if (!isNear(start)) throw refuse('invalidInput', { info: 'body.corrected_sign_in' })
  const signIn = start ?? record.sign_in
  if (!isNear(end) || (end !== null && (signIn === null || end <= signIn))) {
    throw refuse('invalidInput', { info: 'body.corrected_sign_out' })
  }
}
