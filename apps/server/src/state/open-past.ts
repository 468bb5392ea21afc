/**
 * What the past of a tracker goes on from, as its hot row keeps it (`past`): stays and visits that go on, for readers, and all else that
 * the next report needs. Source: decision 0086.
 */
import type { StayKind } from '@whereabouts/domain/history'
import type { ZoneType } from '@whereabouts/domain/zones'
import { sql } from 'kysely'

/** Where a tracker is shown, and which sender hears it there. */
export interface StayPlace {
  /** `moving`: it says so, or is heard at one place after another. */
  readonly kind: StayKind
  /** '' of one that moves. */
  readonly sender_id: string
  readonly sender_name: string
}

/** The tracker's last report belongs to it, or may yet. */
export interface OpenStay extends StayPlace {
  readonly from_ms: number
  /** Its last sighting there. */
  readonly until_ms: number
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  /** Of its sightings by this sender: their strengths (dBm) added up, and how many had one. */
  readonly rssi_sum: number
  readonly rssi_count: number
  readonly sightings: number
  readonly device_name: string
  readonly class_index: number
  /** When its first sighting was received (epoch ms). */
  readonly known_from_ms: number
  /** Another place where it may be settling; it is a stay once it lasts. */
  readonly next?: OpenStay | undefined
}

/** As the table of stays has it. */
export interface PastStay extends Omit<OpenStay, 'next' | 'rssi_sum' | 'rssi_count'> {
  readonly rssi: number | null
}

export const pastStayOf = ({ rssi_sum, rssi_count, next: _, ...stay }: OpenStay): PastStay => ({
  ...stay,
  rssi: rssi_count === 0 ? null : rssi_sum / rssi_count,
})

/** A tracker as it was at a time (epoch ms). */
export interface PastPosition {
  readonly at_ms: number
  readonly connected: boolean | null
  readonly moving: boolean
  readonly reason_code: number | null
  readonly sender_id: string | null
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  readonly accuracy: number | null
  readonly battery: number | null
  /** When it was received (epoch ms). */
  readonly known_from_ms: number
}

/** As the table of visits has it. */
export interface PastVisit {
  readonly zone_id: string
  readonly zone_name: string
  readonly zone_type: ZoneType
  /** Of the zone; null: it is on no map. */
  readonly map_id: string | null
  readonly device_name: string
  readonly class_index: number
  /** The first and the last sighting inside (epoch ms). */
  readonly from_ms: number
  readonly until_ms: number
  readonly ended: 'outside' | 'silence' | null
  readonly ended_ms: number | null
  /** When its first sighting was received (epoch ms). */
  readonly known_from_ms: number
}

/** A visit that goes on, or may begin. */
export interface OpenVisit extends Omit<PastVisit, 'ended' | 'ended_ms'> {
  /** False: one sighting inside, which another has to confirm. */
  readonly isSure: boolean
  /** Since when it is seen outside (epoch ms), which another sighting has to confirm; null: it was seen inside last. */
  readonly outside_ms: number | null
  /** It was silent since its last sighting inside. */
  readonly isSilent: boolean
}

const STAY_COLUMNS = `from_ms bigint, until_ms bigint, kind text, sender_id text, sender_name text, map_id uuid,
  "indoor_X" double precision, "indoor_Y" double precision, gps_latitude double precision, gps_longitude double precision,
  rssi real, sightings integer, device_name text, class_index smallint, known_from_ms bigint`

const VISIT_COLUMNS = `zone_id uuid, zone_name text, zone_type text, map_id uuid, device_name text, class_index smallint,
  from_ms bigint, until_ms bigint, ended text, ended_ms bigint, known_from_ms bigint`

const POSITION_COLUMNS = `at_ms bigint, connected boolean, moving boolean, reason_code smallint, sender_id text, map_id uuid,
  "indoor_X" double precision, "indoor_Y" double precision, gps_latitude double precision, gps_longitude double precision,
  accuracy real, battery real, known_from_ms bigint`

const held = (part: string, columns: string, accountId: string) => sql`(
  select s.account_id, s.device_id, held.*, null::bigint as known_until_ms
  from tracker_states s cross join lateral json_to_recordset(s.past->${sql.lit(part)}) as held (${sql.raw(columns)})
  where s.account_id = ${accountId})`

/** In SQL: the stays of an account's trackers that hot rows hold, as the table of stays has them. They go on, or ended a moment ago. */
export const openStays = (accountId: string) => held('stays', STAY_COLUMNS, accountId)

/** The same of visits. */
export const openVisits = (accountId: string) => held('visits', VISIT_COLUMNS, accountId)

/** The same of places: the last ones, which reports that follow may still belong to. */
export const openPositions = (accountId: string) => held('positions', POSITION_COLUMNS, accountId)
