/** Days of attendance whose right answers were written down first, as sightings, with the answers by local clocks. Source: G72, G95; decision 0090. */
import { SILENCE_MS } from '../../packages/domain/src/history.ts'
import type { ZoneVisit } from '../../packages/domain/src/presences.ts'

/** One sighting of the tracker. */
export interface Sighting {
  readonly at_ms: number
  /** `A hall` is the second station of zone A. */
  readonly place: 'A' | 'A hall' | 'B' | 'outside'
}

interface RightDay {
  /** YYYY-MM-DD; undefined: not judged. */
  readonly day?: string
  readonly event: 'signed_out' | 'no_sign_out'
  readonly sign_in: string
  readonly sign_out: string | null
  readonly lost_at?: string
  /** Seconds. */
  readonly duration: number | null
  readonly in_zone_duration: number
  readonly over_time_minutes: number
  readonly entry_zone: string
  readonly exit_zone: string
}

export interface GoldenCase {
  readonly id: string
  readonly title: string
  readonly timeZone: string
  readonly rules: { readonly work_start: string; readonly work_end: string; readonly over_time_minutes: number }
  /** Heard in order, at its own time where the way of sending is live. */
  readonly sightings: readonly Sighting[]
  /** Sent after all else: an earlier part of the day, or the rest of an upload. */
  readonly afterwards: readonly Sighting[]
  readonly right: readonly RightDay[]
}

const OFFICE = { work_start: '09:00', work_end: '18:00', over_time_minutes: 30 }
const DAY = { event: 'signed_out', over_time_minutes: 0, entry_zone: 'Site A', exit_zone: 'Site A' } as const

/** Id, title, time zone, sightings (place, from, until, seconds between; `12, 300`: also 12 s after the first), what is sent afterwards. */
const CASES: readonly (readonly [string, string, string, string, string, readonly RightDay[], typeof OFFICE?])[] = [
  [
    ...(['01', 'a day', 'America/New_York'] as const),
    'A 2026-11-10T09:00:00-05:00 2026-11-10T18:00:00-05:00 12, 300; outside 2026-11-10T18:01:00-05:00 2026-11-10T18:01:24-05:00 12',
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-10', sign_in: '2026-11-10T09:00:00-05:00', sign_out: '2026-11-10T18:00:00-05:00' },
        ...{ duration: 32_400, in_zone_duration: 32_400 },
      },
    ],
  ],
  [
    ...(['02', 'a night in Tokyo belongs to the day it began', 'Asia/Tokyo'] as const),
    'A 2026-11-10T22:00:00+09:00 2026-11-11T07:00:00+09:00 12, 300; outside 2026-11-11T07:01:00+09:00 2026-11-11T07:01:24+09:00 12',
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-10', sign_in: '2026-11-10T22:00:00+09:00', sign_out: '2026-11-11T07:00:00+09:00' },
        ...{ duration: 32_400, in_zone_duration: 32_400 },
      },
    ],
  ],
  [
    ...(['03', 'a night over the end of summer time in New York has nine hours', 'America/New_York'] as const),
    'A 2026-10-31T22:00:00-04:00 2026-11-01T06:00:00-05:00 12, 300; outside 2026-11-01T06:01:00-05:00 2026-11-01T06:01:24-05:00 12',
    '',
    [
      {
        ...{ ...DAY, day: '2026-10-31', sign_in: '2026-10-31T22:00:00-04:00', sign_out: '2026-11-01T06:00:00-05:00' },
        ...{ duration: 32_400, in_zone_duration: 32_400 },
      },
    ],
  ],
  [
    ...(['09', 'exactly 30 minutes over is no overtime', 'Asia/Tokyo'] as const),
    'A 2026-11-12T09:00:00+09:00 2026-11-12T18:30:00+09:00 12, 300; outside 2026-11-12T18:31:00+09:00 2026-11-12T18:31:24+09:00 12',
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-12', sign_in: '2026-11-12T09:00:00+09:00', sign_out: '2026-11-12T18:30:00+09:00' },
        ...{ duration: 34_200, in_zone_duration: 34_200 },
      },
    ],
  ],
  [
    ...(['13', 'two sites with an hour between', 'Asia/Tokyo'] as const),
    `A 2026-11-05T09:00:00+09:00 2026-11-05T12:00:00+09:00 12, 300; outside 2026-11-05T12:01:00+09:00 2026-11-05T12:01:24+09:00 12;
      B 2026-11-05T13:00:00+09:00 2026-11-05T18:00:00+09:00 12, 300; outside 2026-11-05T18:01:00+09:00 2026-11-05T18:01:24+09:00 12`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-05', sign_in: '2026-11-05T09:00:00+09:00', sign_out: '2026-11-05T18:00:00+09:00' },
        ...{ duration: 32_400, in_zone_duration: 28_800, exit_zone: 'Site B' },
      },
    ],
  ],
  [
    ...(['15', 'never heard again: no sign-out', 'Asia/Tokyo'] as const),
    'A 2026-11-09T09:00:00+09:00 2026-11-09T15:00:00+09:00 12, 300',
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-09', event: 'no_sign_out', exit_zone: '' },
        ...{ sign_in: '2026-11-09T09:00:00+09:00', sign_out: null, lost_at: '2026-11-09T15:00:00+09:00' },
        ...{ duration: null, in_zone_duration: 21_600 },
      },
    ],
  ],
  [
    ...(['17', 'silent for two hours within the shift', 'Asia/Tokyo'] as const),
    `A 2026-11-06T09:00:00+09:00 2026-11-06T12:00:00+09:00 12, 300; A 2026-11-06T14:00:00+09:00 2026-11-06T18:00:00+09:00 12, 300;
      outside 2026-11-06T18:01:00+09:00 2026-11-06T18:01:24+09:00 12`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-06', sign_in: '2026-11-06T09:00:00+09:00', sign_out: '2026-11-06T18:00:00+09:00' },
        ...{ duration: 32_400, in_zone_duration: 32_400 },
      },
    ],
  ],
  [
    ...(['19a', 'an earlier part of a day that is known already comes afterwards', 'Asia/Tokyo'] as const),
    'A 2026-11-13T09:00:00+09:00 2026-11-13T18:00:00+09:00 12, 300; outside 2026-11-13T18:01:00+09:00 2026-11-13T18:01:24+09:00 12',
    'A hall 2026-11-13T08:30:00+09:00 2026-11-13T08:55:00+09:00 12, 300',
    [
      {
        ...{ ...DAY, day: '2026-11-13', sign_in: '2026-11-13T08:30:00+09:00', sign_out: '2026-11-13T18:00:00+09:00' },
        ...{ duration: 34_200, in_zone_duration: 34_200 },
      },
    ],
  ],
  [
    ...(['20', 'a break of 3 h 30 after midnight: one night', 'Asia/Tokyo'] as const),
    `A 2026-11-18T20:00:00+09:00 2026-11-18T23:00:00+09:00 12, 300; outside 2026-11-18T23:01:00+09:00 2026-11-18T23:01:24+09:00 12;
      A 2026-11-19T02:30:00+09:00 2026-11-19T06:00:00+09:00 12, 300; outside 2026-11-19T06:01:00+09:00 2026-11-19T06:01:24+09:00 12`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-18', sign_in: '2026-11-18T20:00:00+09:00', sign_out: '2026-11-19T06:00:00+09:00' },
        ...{ duration: 36_000, in_zone_duration: 23_400, over_time_minutes: 60 },
      },
    ],
  ],
  [
    ...(['21', 'away for 4 h 30 over midnight: two days', 'Asia/Tokyo'] as const),
    `A 2026-11-18T20:00:00+09:00 2026-11-18T23:00:00+09:00 12, 300; outside 2026-11-18T23:01:00+09:00 2026-11-18T23:01:24+09:00 12;
      A 2026-11-19T03:30:00+09:00 2026-11-19T06:00:00+09:00 12, 300; outside 2026-11-19T06:01:00+09:00 2026-11-19T06:01:24+09:00 12`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-18', sign_in: '2026-11-18T20:00:00+09:00', sign_out: '2026-11-18T23:00:00+09:00' },
        ...{ duration: 10_800, in_zone_duration: 10_800 },
      },
      {
        ...{ ...DAY, day: '2026-11-19', sign_in: '2026-11-19T03:30:00+09:00', sign_out: '2026-11-19T06:00:00+09:00' },
        ...{ duration: 9000, in_zone_duration: 9000 },
      },
    ],
  ],
  [
    ...(['25', 'work from 22:00 to 06:00, came at 00:30, left at 09:00: three hours over', 'Asia/Tokyo'] as const),
    'A 2026-11-23T00:30:00+09:00 2026-11-23T09:00:00+09:00 12, 300; outside 2026-11-23T09:01:00+09:00 2026-11-23T09:01:24+09:00 12',
    '',
    [
      {
        ...{ ...DAY, sign_in: '2026-11-23T00:30:00+09:00', sign_out: '2026-11-23T09:00:00+09:00' },
        ...{ duration: 30_600, in_zone_duration: 30_600, over_time_minutes: 180 },
      },
    ],
    { work_start: '22:00', work_end: '06:00', over_time_minutes: 30 },
  ],
  [
    ...(['backlog', 'a station was cut off for six hours and delivers what it kept', 'Asia/Tokyo'] as const),
    `A 2026-11-27T09:00:00+09:00 2026-11-27T09:00:12+09:00 12; A hall 2026-11-27T09:10:00+09:00 2026-11-27T15:00:00+09:00 600;
      outside 2026-11-27T15:00:05+09:00 2026-11-27T15:00:35+09:00 6`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-27', sign_in: '2026-11-27T09:00:00+09:00', sign_out: '2026-11-27T15:00:00+09:00' },
        ...{ duration: 21_600, in_zone_duration: 21_600 },
      },
    ],
  ],
  [
    ...(['sign-out', 'sign-out is the last report inside, not the first one outside', 'Asia/Tokyo'] as const),
    `outside 2026-11-27T09:00:00+09:00 2026-11-27T09:00:00+09:00 1; A 2026-11-27T09:05:00+09:00 2026-11-27T09:30:00+09:00 300;
      outside 2026-11-27T09:45:00+09:00 2026-11-27T09:50:00+09:00 300`,
    '',
    [
      {
        ...{ ...DAY, day: '2026-11-27', sign_in: '2026-11-27T09:05:00+09:00', sign_out: '2026-11-27T09:30:00+09:00' },
        ...{ duration: 1500, in_zone_duration: 1500 },
      },
    ],
  ],
  [
    ...(['late-upload', 'a day uploaded the next morning, with a pause in the upload', 'Asia/Tokyo'] as const),
    'outside 2026-11-27T08:30:00+09:00 2026-11-27T08:50:00+09:00 600; A 2026-11-27T09:00:00+09:00 2026-11-27T11:00:00+09:00 600',
    'A 2026-11-27T11:10:00+09:00 2026-11-27T18:00:00+09:00 600; outside 2026-11-27T18:10:00+09:00 2026-11-27T18:30:00+09:00 600',
    [
      {
        ...{ ...DAY, day: '2026-11-27', sign_in: '2026-11-27T09:00:00+09:00', sign_out: '2026-11-27T18:00:00+09:00' },
        ...{ duration: 32_400, in_zone_duration: 32_400 },
      },
    ],
  ],
]

function readSightings(text: string): Sighting[] {
  const runs = text.split(';').map((run) => run.trim())
  return runs
    .filter((run) => run !== '')
    .flatMap((run) => {
      const [, place, from, until, again, step] = /^(A hall|A|B|outside) (\S+) (\S+) (12, )?(\d+)$/.exec(run)!
      const [fromMs, untilMs, stepMs] = [Date.parse(from!), Date.parse(until!), Number(step) * 1000]
      const count = Math.floor((untilMs - fromMs) / stepMs) + 1
      const times = Array.from({ length: count }, (_, at) => fromMs + at * stepMs)
      if (again !== undefined) times.push(fromMs + 12_000)
      return times.toSorted((a, b) => a - b).map((at_ms) => ({ at_ms, place: place as Sighting['place'] }))
    })
}

export const GOLDEN_CASES: readonly GoldenCase[] = CASES.map(
  ([id, title, timeZone, sightings, afterwards, right, rules = OFFICE]) => ({
    ...{ id, title, timeZone, rules, right },
    sightings: readSightings(sightings),
    afterwards: readSightings(afterwards),
  }),
)

const zoneOf = ({ place }: Sighting): string => (place === 'A hall' ? 'A' : place)

/** The visits that these sightings are, as the fold cuts them. */
export function visitsOf(sightings: readonly Sighting[]): ZoneVisit[] {
  const inOrder = sightings.toSorted((a, b) => a.at_ms - b.at_ms)
  const visits: ZoneVisit[] = []
  for (const [index, sighting] of inOrder.entries()) {
    const before = inOrder[index - 1]
    const zone = zoneOf(sighting)
    const isNear = before !== undefined && sighting.at_ms - before.at_ms <= SILENCE_MS
    const last = visits.at(-1)
    if (last !== undefined && last.ended === null) {
      const isInside = last.zone_id === zone
      if (isInside && isNear) {
        visits.splice(-1, 1, { ...last, until_ms: sighting.at_ms })
        continue
      }
      visits.splice(-1, 1, { ...last, ended: isInside ? 'silence' : 'outside', ended_ms: sighting.at_ms })
    }
    if (zone === 'outside') continue
    const at = { from_ms: sighting.at_ms, until_ms: sighting.at_ms }
    visits.push({ zone_id: zone, zone_name: `Site ${zone}`, ...at, ended: null, ended_ms: null })
  }
  return visits
}
