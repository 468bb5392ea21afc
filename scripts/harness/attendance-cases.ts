/** What attendance makes of visits, as one table. Source: G72; decision 0090. */

import { dayText, localDayOf, localMinutesOf, momentOf } from '../../packages/domain/src/local-times.ts'
import type { ZoneVisit } from '../../packages/domain/src/presences.ts'

/** Now, in each case: 14:30 on 5 March 2026 by the local clock. */
export const NOW = '2026-03-05 14:30'

/**
 * Input and expected days, by local clocks: title | time zone | visits, first and last sighting (then seen outside; "..": silent, and
 * the next sighting where there is one) | days. Each day has sign-in, sign-out, minutes in zones, and minutes of overtime, or who is
 * present or was last seen. Where nobody saw the person leave, it has the last sighting.
 */
const CASES = `
an office day | Asia/Tokyo | lobby 2026-03-05 08:58 2026-03-05 18:02 | 2026-03-05 in 08:58 out 18:02 zone 544 ot 0
a lunch outside belongs to the day | Asia/Tokyo | lobby 2026-03-05 08:58 2026-03-05 12:00; lobby 2026-03-05 13:00 2026-03-05 18:00 | 2026-03-05 in 08:58 out 18:00 zone 482 ot 0
entered by one zone, left by another | Asia/Tokyo | east 2026-03-05 09:00 2026-03-05 12:00; west 2026-03-05 12:05 2026-03-05 18:00 | 2026-03-05 in 09:00 out 18:00 zone 535 ot 0 east>west
zones that overlap count once | Asia/Tokyo | house 2026-03-05 09:00 2026-03-05 18:00; desk 2026-03-05 10:00 2026-03-05 12:00 | 2026-03-05 in 09:00 out 18:00 zone 540 ot 0 house>house
two sites in a day | Asia/Tokyo | north 2026-03-05 08:00 2026-03-05 11:00; south 2026-03-05 13:30 2026-03-05 17:30 | 2026-03-05 in 08:00 out 17:30 zone 420 ot 0 north>south
thirty minutes after work are no overtime | Asia/Tokyo | lobby 2026-03-05 09:00 2026-03-05 18:30 | 2026-03-05 in 09:00 out 18:30 zone 570 ot 0
thirty-one are | Asia/Tokyo | lobby 2026-03-05 09:00 2026-03-05 18:31 | 2026-03-05 in 09:00 out 18:31 zone 571 ot 31
long overtime past midnight belongs to the day it began | Asia/Tokyo | lobby 2026-03-05 09:00 2026-03-06 00:40 | 2026-03-05 in 09:00 out 2026-03-06 00:40 zone 940 ot 400
home before midnight, back within four hours | Asia/Tokyo | lobby 2026-03-05 14:00 2026-03-05 23:00; lobby 2026-03-06 02:30 2026-03-06 03:00 | 2026-03-05 in 14:00 out 2026-03-06 03:00 zone 570 ot 540
back after four hours the next morning | Asia/Tokyo | lobby 2026-03-05 14:00 2026-03-05 23:00; lobby 2026-03-06 03:00 2026-03-06 12:00 | 2026-03-05 in 14:00 out 23:00 zone 540 ot 300; 2026-03-06 in 03:00 out 12:00 zone 540 ot 0
a night shift | Asia/Taipei | ward 2026-03-05 21:50 2026-03-06 06:10 | 2026-03-05 in 21:50 out 2026-03-06 06:10 zone 500 ot 0
a long night shift | Asia/Taipei | ward 2026-03-05 21:00 2026-03-06 07:00 | 2026-03-05 in 21:00 out 2026-03-06 07:00 zone 600 ot 60
a night shift with a break after midnight | Asia/Taipei | ward 2026-03-05 21:50 2026-03-06 01:00; ward 2026-03-06 01:40 2026-03-06 06:10 | 2026-03-05 in 21:50 out 2026-03-06 06:10 zone 460 ot 0
two night shifts running | Asia/Taipei | ward 2026-03-05 21:50 2026-03-06 06:10; ward 2026-03-06 21:55 2026-03-07 06:05 | 2026-03-05 in 21:50 out 2026-03-06 06:10 zone 500 ot 0; 2026-03-06 in 21:55 out 2026-03-07 06:05 zone 490 ot 0
early and late on one day | Asia/Tokyo | ward 2026-03-05 06:00 2026-03-05 10:00; ward 2026-03-05 17:00 2026-03-05 21:00 | 2026-03-05 in 06:00 out 21:00 zone 480 ot 180
still there | Asia/Tokyo | lobby 2026-03-05 08:02 2026-03-05 14:30 .. | 2026-03-05 in 08:02 out - zone 388 present
still there after lunch | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:00; lobby 2026-03-05 13:00 2026-03-05 14:25 .. | 2026-03-05 in 08:00 out - zone 330 present
gone for lunch now | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:00 | 2026-03-05 in 08:00 out 12:00 zone 240 ot 0
silent for two hours: not signed out, last seen | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:12 .. | 2026-03-05 in 08:00 out - zone 252 seen 12:12
silent for four hours: no sign-out | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 10:30 .. | 2026-03-05 in 08:00 out - zone 150 lost 10:30
heard inside at 14:00 and outside at 17:00 | Asia/Tokyo | lobby 2026-03-04 08:00 2026-03-04 14:00 .. 2026-03-04 17:00 | 2026-03-04 in 08:00 out 14:00 zone 360 ot 0
silent at one site, heard next at another | Asia/Tokyo | north 2026-03-04 08:00 2026-03-04 11:00 .. 2026-03-04 12:00; south 2026-03-04 12:00 2026-03-04 17:00 | 2026-03-04 in 08:00 out 17:00 zone 480 ot 0 north>south
back in the zone after a silence and a walk: the walk does not count | Asia/Tokyo | lobby 2026-03-04 08:00 2026-03-04 11:00 .. 2026-03-04 12:00; lobby 2026-03-04 12:30 2026-03-04 17:00 | 2026-03-04 in 08:00 out 17:00 zone 450 ot 0
the tag was left over night and fetched at noon, with short breaks afterwards | Asia/Tokyo | lobby 2026-03-03 08:00 2026-03-04 11:50; lobby 2026-03-04 12:10 2026-03-04 18:00 | 2026-03-03 in 08:00 out - zone 960 lost 2026-03-04 00:00; 2026-03-04 in 12:10 out 18:00 zone 350 ot 0
fell silent, heard at home in the evening | Asia/Tokyo | lobby 2026-03-04 08:00 2026-03-04 12:12 .. 2026-03-04 19:59 | 2026-03-04 in 08:00 out - zone 252 lost 12:12
left through a gap of twenty minutes | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:10 .. 2026-03-05 12:29 | 2026-03-05 in 08:00 out 12:10 zone 250 ot 0
silent at the desk for an hour, still there | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 10:00 .. 2026-03-05 11:00; lobby 2026-03-05 11:00 2026-03-05 17:00 | 2026-03-05 in 08:00 out 17:00 zone 540 ot 0
silent for six hours within one visit | Asia/Tokyo | lobby 2026-03-04 08:00 2026-03-04 10:00 .. 2026-03-04 16:00; lobby 2026-03-04 16:00 2026-03-04 18:00 | 2026-03-04 in 08:00 out 18:00 zone 240 ot 0
silent over night, found in the zone in the morning | Asia/Tokyo | lobby 2026-03-04 08:00 2026-03-04 17:00 .. 2026-03-05 08:00; lobby 2026-03-05 08:00 2026-03-05 12:00 | 2026-03-04 in 08:00 out - zone 540 lost 17:00; 2026-03-05 in 08:00 out 12:00 zone 240 ot 0
the tag was left in the drawer over night | Asia/Tokyo | lobby 2026-03-03 08:00 2026-03-04 17:00 | 2026-03-03 in 08:00 out - zone 960 lost 2026-03-04 00:00
the tag lies in the drawer for days | Asia/Tokyo | lobby 2026-03-02 08:00 2026-03-05 14:30 .. | 2026-03-02 in 08:00 out - zone 960 lost 2026-03-03 00:00
the tag was taken home and never came | Asia/Tokyo |  | none
a visit of a minute | Asia/Tokyo | lobby 2026-03-05 10:40 2026-03-05 10:41 | 2026-03-05 in 10:40 out 10:41 zone 1 ot 0
from Monday to Sunday, each its own day | Asia/Tokyo | lobby 2026-03-01 09:00 2026-03-01 18:00; lobby 2026-03-02 09:00 2026-03-02 18:00; lobby 2026-03-03 09:00 2026-03-03 18:00 | 2026-03-01 in 09:00 out 18:00 zone 540 ot 0; 2026-03-02 in 09:00 out 18:00 zone 540 ot 0; 2026-03-03 in 09:00 out 18:00 zone 540 ot 0
clocks go forward in New York: a night of 23 hours | America/New_York | ward 2026-03-07 22:00 2026-03-08 06:00 | 2026-03-07 in 22:00 out 2026-03-08 06:00 zone 420 ot 0
clocks go back in New York: a night of 25 hours | America/New_York | ward 2025-11-01 22:00 2025-11-02 06:00 | 2025-11-01 in 22:00 out 2025-11-02 06:00 zone 540 ot 0
the same night in Phoenix, where clocks stay | America/Phoenix | ward 2025-11-01 22:00 2025-11-02 06:00 | 2025-11-01 in 22:00 out 2025-11-02 06:00 zone 480 ot 0
a spring night in Phoenix | America/Phoenix | ward 2026-03-07 22:00 2026-03-08 06:00 | 2026-03-07 in 22:00 out 2026-03-08 06:00 zone 480 ot 0
overtime on the day of 23 hours ends by the clock on the wall | America/New_York | lobby 2026-03-08 09:00 2026-03-08 19:00 | 2026-03-08 in 09:00 out 19:00 zone 600 ot 60
overtime on the day of 25 hours | America/New_York | lobby 2025-11-02 09:00 2025-11-02 19:00 | 2025-11-02 in 09:00 out 19:00 zone 600 ot 60
the first hour of a day of 25 hours belongs to it | America/Chicago | lobby 2025-11-02 00:30 2025-11-02 08:00 | 2025-11-02 in 00:30 out 08:00 zone 510 ot 0
midnight to the minute is the new day | Asia/Singapore | lobby 2026-03-05 00:00 2026-03-05 08:00 | 2026-03-05 in 00:00 out 08:00 zone 480 ot 0
a minute before midnight is the old one | Asia/Singapore | lobby 2026-03-04 23:59 2026-03-05 08:00 | 2026-03-04 in 23:59 out 2026-03-05 08:00 zone 481 ot 0
a zone redrawn at noon splits the visit, not the day | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:00; lobby 2026-03-05 12:00 2026-03-05 17:00 | 2026-03-05 in 08:00 out 17:00 zone 540 ot 0
a late report that adds an earlier visit changes the sign-in | Asia/Tokyo | lobby 2026-03-05 09:00 2026-03-05 17:00; east 2026-03-05 07:30 2026-03-05 08:50 | 2026-03-05 in 07:30 out 17:00 zone 560 ot 0 east>lobby
a tag that is swapped at noon is two records of one day | Asia/Tokyo | lobby 2026-03-05 08:00 2026-03-05 12:00 .. | 2026-03-05 in 08:00 out - zone 240 seen 12:00
`

const pad = (value: number) => String(value).padStart(2, '0')

/** Epoch ms of a local time such as NOW. */
export function readMoment(text: string, timeZone: string): number {
  const [, year, month, day, hour, minute] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)$/.exec(text)!.map(Number)
  return momentOf({ year: year!, month: month!, day: day! }, hour! * 60 + minute!, timeZone)
}

const parts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `zone from until`, then `..` and the next sighting where there was a silence. */
function readVisit(text: string, timeZone: string): ZoneVisit {
  const [, zone, from, until, silence, next] = /^(\S+) (\d\S+ \d\S+) (\d\S+ \d\S+)( \.\.)?(?: (.+))?$/.exec(text)!
  const untilMs = readMoment(until!, timeZone)
  const heardMs = next === undefined ? null : readMoment(next, timeZone)
  return {
    ...{ zone_id: zone!, zone_name: zone!, from_ms: readMoment(from!, timeZone), until_ms: untilMs },
    ended: silence !== undefined && heardMs === null ? null : 'outside',
    ended_ms: silence === undefined ? untilMs + 1 : heardMs,
  }
}

/** After a silence each is in the same zone again, or elsewhere. */
const withSilences = (visits: readonly ZoneVisit[]): ZoneVisit[] =>
  visits.map((visit) => {
    const isBack = visits.some(({ zone_id, from_ms }) => zone_id === visit.zone_id && from_ms === visit.ended_ms)
    return isBack ? { ...visit, ended: 'silence' } : visit
  })

export interface AttendanceCase {
  readonly title: string
  readonly timeZone: string
  readonly visits: readonly ZoneVisit[]
  /** As `saidOf` writes it. */
  readonly expected: string
}

export const ATTENDANCE_CASES: readonly AttendanceCase[] = CASES.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string, string])
  .map(([title, timeZone, visits, expected]) => ({
    ...{ title, timeZone, expected },
    visits: withSilences(parts(visits).map((text) => readVisit(text, timeZone))),
  }))

/** A day of work as the rules tell it. */
interface ToldDay {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly sign_in_ms: number
  readonly sign_out_ms: number | null
  readonly in_zone_ms: number
  readonly over_minutes: number
  readonly is_present: boolean
  readonly last_seen_ms: number | null
  readonly lost_ms: number | null
  readonly entry_zone: string
  readonly exit_zone: string
}

/** The days of a case in the words of the table. */
export function saidOf(days: readonly ToldDay[], { timeZone, expected }: AttendanceCase): string {
  const said = days.map((day) => {
    const clock = (ms: number): string => {
      const minutes = localMinutesOf(ms, timeZone)
      const time = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
      const ofDay = dayText(localDayOf(ms, timeZone))
      return ofDay === day.day ? time : `${ofDay} ${time}`
    }
    const out = day.sign_out_ms
    const seen = day.last_seen_ms === null ? 'present' : `seen ${clock(day.last_seen_ms)}`
    const end = out !== null ? `ot ${day.over_minutes}` : day.is_present ? seen : `lost ${clock(day.lost_ms!)}`
    const zones = / \S+>\S+$/.test(expected) ? ` ${day.entry_zone}>${day.exit_zone}` : ''
    const outText = out === null ? '-' : clock(out)
    return `${day.day} in ${clock(day.sign_in_ms)} out ${outText} zone ${day.in_zone_ms / 60_000} ${end}${zones}`
  })
  return said.join('; ') || 'none'
}
