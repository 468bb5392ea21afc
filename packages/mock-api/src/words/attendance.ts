/** Attendance: records as they were put into the mock; the server works them out of visits. */
import {
  ATTENDANCE_PAGE_SIZE,
  type AttendanceFilter,
  type attendance,
  type OfficeLog,
} from '@whereabouts/contract/attendance'
import { refuse } from '../refusal.ts'
import { type Actor, EMPTY_PDF, type Handlers, record, seconds, type World } from '../world.ts'

const SHOWS: Readonly<Record<AttendanceFilter, (log: OfficeLog) => boolean>> = {
  everyone: ({ event, vacation }) => event !== 'absent' || vacation,
  exceptions: ({ aberrant }) => aberrant,
  overtime: ({ over_time, apply_ot }) => over_time || apply_ot,
  vacation: ({ vacation }) => vacation,
  absent: ({ event }) => event === 'absent',
}

export const attendanceWords = (world: World): Handlers<typeof attendance> => {
  const find = ({ account }: Actor, id: string): OfficeLog => {
    const log = account.officeLogs.find((each) => each.id === id)
    if (log === undefined) throw refuse('resourceNotFound')
    return log
  }
  return {
    list({ actor: { account }, query }) {
      const { query_begin: begin, query_end: end } = query
      if (begin !== undefined && end !== undefined && end <= begin) {
        throw refuse('invalidInput', { info: 'query.query_end' })
      }
      const isInRange = ({ sign_in, day }: OfficeLog) => {
        const at = sign_in ?? Date.parse(`${day}T03:00:00Z`) / 1000
        return (begin === undefined || at >= begin) && (end === undefined || at < end)
      }
      const inRange = account.officeLogs.filter(isInRange)
      const name = query.device_name?.toLowerCase() ?? ''
      const shown = inRange
        .filter(({ device_name }) => device_name.toLowerCase().includes(name))
        .filter(SHOWS[query.show ?? 'everyone'])
      const token = query.page_id ?? query.page_token
      const start = token === undefined ? 0 : shown.findIndex(({ id }) => id === token) + 1
      const officelogs = shown.slice(start, start + ATTENDANCE_PAGE_SIZE)
      const last = officelogs.at(-1)
      const ended = inRange.filter(({ event }) => event === 'signed_out')
      const sum = ended.reduce((total, { duration }) => total + (duration ?? 0), 0)
      return {
        officelogs,
        metadata: last !== undefined && start + ATTENDANCE_PAGE_SIZE < shown.length ? { next_token: last.id } : {},
        summary: {
          people: new Set(account.officeLogs.map(({ device_id }) => device_id)).size,
          signed_in: account.officeLogs.filter(({ event }) => event === 'signed_in').length,
          exceptions: inRange.filter(({ aberrant }) => aberrant).length,
          overtime_requests: inRange.filter(({ apply_ot }) => apply_ot).length,
          vacations: inRange.filter(({ vacation }) => vacation).length,
          average_duration: ended.length === 0 ? null : Math.round(sum / ended.length),
        },
        rules: rulesOf(account),
      }
    },

    get({ actor, params }) {
      const officelog = find(actor, params.id)
      return {
        officelog,
        visits: officelog.presences.map(([from, until]) => ({
          ...{ zone_name: officelog.entry_zone, from, until, end: 'left' as const },
        })),
        stays: officelog.presences.map(([from, until]) => ({
          ...{
            kind: 'station',
            sender_name: officelog.entry_zone,
            from,
            until,
            sightings: Math.ceil((until - from) / 10),
          },
        })),
      }
    },

    change({ actor, params, body }) {
      const { account, name } = actor
      const before = find(actor, params.id)
      for (const field of ['corrected_sign_in', 'corrected_sign_out'] as const) {
        if ((body[field] ?? 0) > seconds(world.now())) throw refuse('invalidInput', { info: `body.${field}` })
      }
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const officelog: OfficeLog = { ...before, ...given, changed_by: name, changed_at: seconds(world.now()) }
      account.officeLogs = account.officeLogs.map((log) => (log === before ? officelog : log))
      record(world, actor, 'change_attendance', before.device_name)
      return { officelog }
    },

    listMonth({ actor: { account }, query }) {
      const logs = account.officeLogs.filter(({ day }) => day.startsWith(query.month))
      const ended = (of: readonly OfficeLog[]) => of.filter(({ event }) => event === 'signed_out')
      const sum = (of: readonly OfficeLog[], read: (log: OfficeLog) => number) =>
        of.reduce((total, log) => total + read(log), 0)
      return {
        people: [...Map.groupBy(logs, ({ device_id }) => device_id).values()].map((of) => ({
          device_id: of[0]!.device_id,
          device_name: of[0]!.device_name,
          class_index: of[0]!.class_index,
          days: of.filter(({ event }) => event !== 'absent').length,
          open_days: of.filter(({ event }) => event === 'signed_in' || event === 'no_sign_out').length,
          duration: sum(ended(of), ({ duration }) => duration ?? 0),
          in_zone_duration: sum(ended(of), ({ in_zone_duration }) => in_zone_duration),
          over_time_minutes: sum(ended(of), ({ over_time_minutes }) => over_time_minutes),
          exceptions: of.filter(({ aberrant }) => aberrant).length,
          vacations: of.filter(({ vacation }) => vacation).length,
        })),
      }
    },

    monthPdf: () => ({ base64: EMPTY_PDF }),

    getRules: ({ actor }) => rulesOf(actor.account),

    saveRules({ actor, body: { shifts, work_start, work_end, over_time_minutes } }) {
      const { account } = actor
      account.attendanceRules = {
        shifts: shifts ?? [{ name: '', start: work_start!, end: work_end! }],
        over_time_minutes,
      }
      record(world, actor, 'change_attendance_rules')
      return rulesOf(account)
    },
  }
}

/** As the contract writes them: fresh lists, and the pair of times of the only shift. */
function rulesOf({ attendanceRules: { shifts, over_time_minutes } }: Actor['account']) {
  const pair = shifts.length === 1 ? { work_start: shifts[0]!.start, work_end: shifts[0]!.end } : {}
  return {
    shifts: shifts.map((shift) => ({ ...shift, days: shift.days && [...shift.days] })),
    over_time_minutes,
    ...pair,
  }
}
