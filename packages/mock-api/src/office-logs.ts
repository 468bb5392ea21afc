/** A week of attendance of the demo's staff, with each special case on one of its days. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import type { Tracker } from '@whereabouts/contract/trackers'
import { daysLater, dayText, type LocalCalendar } from '@whereabouts/domain/local-times'

const DAYS = 7
const ENTRANCE = '1F Entrance'
const SILENT = { vacation: false, tag_not_brought: false, not_for_working: false, apply_ot: false }

/** Minutes after midnight. */
type Hours = readonly [from: number, until: number]
const SHIFTS: readonly Hours[] = [
  [412, 961],
  [478, 1021],
  [535, 1085],
  [1310, 1810],
]

/** Records of the last days, newest first; `nowMs` is the end of the story. */
export function pastOfficeLogs(staff: readonly Tracker[], nowMs: number, calendar: LocalCalendar): OfficeLog[] {
  const today = calendar.dayOf(nowMs)
  return Array.from({ length: DAYS }, (_, ago) => daysLater(today, -ago)).flatMap((day, ago) =>
    staff.flatMap((tracker, index): OfficeLog[] => {
      const [from, until] = SHIFTS[index % SHIFTS.length]!
      const at = (minutes: number) => Math.floor(calendar.momentOf(day, minutes) / 1000)
      const kind = (index * 3 + ago) % 11
      const record = recordOf(tracker, dayText(day))
      const now = Math.floor(nowMs / 1000)
      if (at(from) > now) return []
      if (kind === 3) return [{ ...record, vacation: true }]
      const isPresent = at(until) > now
      const signOut = isPresent ? null : at(kind === 5 ? until + 160 : until)
      if (kind === 7 && !isPresent) {
        const lost = at(from + 252)
        return [
          {
            ...{
              ...record,
              event: 'no_sign_out',
              sign_in: at(from),
              lost_at: lost,
              entry_zone: ENTRANCE,
              begin: at(from),
            },
            ...{ in_zone_duration: lost - at(from), presences: [[at(from), lost]], aberrant: true, end: lost },
            comment: 'No sign-out',
          },
        ]
      }
      const end = signOut ?? now
      const noon = (at(from) + end) / 2
      return [
        {
          ...{ ...record, event: isPresent ? 'signed_in' : 'signed_out', sign_in: at(from), sign_out: signOut },
          ...{ duration: end - at(from), entry_zone: ENTRANCE, exit_zone: isPresent ? '' : ENTRANCE, begin: at(from) },
          ...{ in_zone_duration: end - at(from) - 1800, end: signOut, over_time: kind === 5 && !isPresent },
          provisional: ago === 0,
          over_time_minutes: kind === 5 && !isPresent ? 160 : 0,
          apply_ot: kind === 5 && !isPresent,
          presences: [
            [at(from), Math.floor(noon) - 900],
            [Math.floor(noon) + 900, end],
          ],
        },
      ]
    }),
  )
}

const recordOf = ({ device_id, name, class_index }: Tracker, day: string): OfficeLog => ({
  ...{ id: `${day}.${device_id}`, device_id, device_name: name, class_index, day, event: 'absent', tag: name },
  ...{ sign_in: null, sign_out: null, lost_at: null, duration: null, entry_zone: '', exit_zone: '', presences: [] },
  ...{ in_zone_duration: 0, comment: '', aberrant: false, ...SILENT, over_time: false, over_time_minutes: 0 },
  ...{ last_seen: null, provisional: false, shift: '' },
  ...{ corrected_sign_in: null, corrected_sign_out: null, changed_by: '', changed_at: null, begin: null, end: null },
})
