/** SQL of training jobs; `db` first, owner second. */
import type { RadioMapView } from '@whereabouts/contract/training-jobs'
import { type PathCorner, spotOnPath } from '@whereabouts/domain/training-jobs'
import type { TrainingSurvey } from '@whereabouts/positioning/survey'
import type { TrainedFloor } from '@whereabouts/positioning/training'
import { type RawBuilder, sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { listStationCalibrations } from '../../state/station-calibrations.ts'

/** What one station heard of the tracker during a job, and where it stood then. */
export interface StoredReadings {
  readonly t4_id: string
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  /** Epoch ms, rising, with the strength (dBm) of each. */
  readonly at_ms: readonly number[]
  readonly rssi: readonly number[]
}

export interface JobRow {
  readonly job_id: string
  readonly device_id: string
  readonly device_name: string
  readonly map_id: string
  readonly map_name: string
  readonly metres_per_pixel: number | null
  readonly width: number
  readonly height: number
  readonly indoor_X: number
  readonly indoor_Y: number
  readonly collection_time: number
  readonly note: string
  readonly created_at_ms: number
  /** Null while it goes on. */
  readonly started_at_ms: number | null
  readonly ended_at_ms: number | null
  readonly valid: boolean
  readonly path: readonly PathCorner[] | null
  readonly before_metres: number | null
  readonly after_metres: number | null
  /** Of one that goes on: of the log until now. */
  readonly reading_count: number
  readonly station_count: number
  /** When a station first heard the tracker (epoch ms); null: none did. */
  readonly heard_at_ms: number | null
}

/** Stations report late where their network is slow (ms). */
export const GRACE_MS = 3000
const MINUTE_MS = 60_000

/** When a job that goes on ends (epoch ms): so many minutes after the tracker was first heard, or without that after its start. */
export const endOf = (job: Pick<JobRow, 'created_at_ms' | 'heard_at_ms' | 'collection_time'>): number =>
  (job.heard_at_ms ?? job.created_at_ms) + job.collection_time * MINUTE_MS

/** With what the log says of jobs that go on, as far as a station of the account heard their trackers. */
async function withHeard<Row extends JobRow>(db: Db, accountId: string, jobs: readonly Row[]): Promise<Row[]> {
  const open = jobs.filter(({ ended_at_ms }) => ended_at_ms === null)
  if (open.length === 0) return [...jobs]
  const { rows } = await sql<{ job_id: string; sender_id: string; readings: number; first_ms: number }>`
    select j.job_id, l.sender_id, count(*)::integer as readings, min(l.scanned_at_ms) as first_ms
    from unnest(${open.map(({ job_id }) => job_id)}::uuid[], ${open.map(({ device_id }) => device_id)}::text[],
      ${open.map(({ created_at_ms }) => created_at_ms)}::bigint[],
      ${open.map((job) => job.created_at_ms + 2 * MINUTE_MS * job.collection_time)}::bigint[])
      as j (job_id, device_id, from_ms, until_ms)
    join location_logs l on l.account_id = ${accountId} and l.device_id = j.device_id and l.rssi is not null
      and l.scanned_at_ms between j.from_ms and j.until_ms
    group by j.job_id, l.sender_id`.execute(db)
  const stations = await sql<{ t4_id: string }>`
    select t4_id from stations where account_id = ${accountId} and t4_id = any(${rows.map((row) => row.sender_id)}::text[])`.execute(
    db,
  )
  const isStation = new Set(stations.rows.map(({ t4_id }) => t4_id))
  const heard = Map.groupBy(
    rows.filter(({ sender_id }) => isStation.has(sender_id)),
    ({ job_id }) => job_id,
  )
  return jobs.map((job) => {
    const own = heard.get(job.job_id)
    if (own === undefined) return job
    return {
      ...job,
      reading_count: own.reduce((sum, { readings }) => sum + readings, 0),
      station_count: own.length,
      heard_at_ms: Math.min(...own.map(({ first_ms }) => first_ms)),
    }
  })
}

const columns = sql`j.job_id, j.device_id, j.device_name, j.map_id, m.map_name, m.metres_per_pixel, m.width, m.height,
  j."indoor_X", j."indoor_Y", j.collection_time, j.note, j.created_at_ms, j.started_at_ms, j.ended_at_ms, j.valid, j.path,
  j.before_metres, j.after_metres, j.started_at_ms as heard_at_ms,
  case when j.ended_at_ms is null then 0 else j.reading_count end as reading_count,
  case when j.ended_at_ms is null then 0 else jsonb_array_length(j.readings) end as station_count`
const source = sql`training_jobs j join indoor_maps m on m.account_id = j.account_id and m.id = j.map_id`

/** A page of those that were started within the range (epoch ms, null: open), newest first; one more shows that there is a next one. */
export async function listJobs(
  db: Db,
  accountId: string,
  {
    fromMs,
    untilMs,
    start,
    size,
  }: {
    readonly fromMs: number | null
    readonly untilMs: number | null
    readonly start: PageStart | undefined
    readonly size: number
  },
): Promise<(JobRow & { created_at: number })[]> {
  const { rows } = await sql<JobRow & { created_at: number }>`
    select ${columns}, j.created_at_ms as created_at from ${source}
    where j.account_id = ${accountId}
      and (${fromMs}::bigint is null or j.created_at_ms >= ${fromMs})
      and (${untilMs}::bigint is null or j.created_at_ms < ${untilMs})
      and (${start === undefined}::boolean
        or (j.created_at_ms, j.job_id) < (${start?.created_at ?? null}, ${start?.id ?? null}::uuid))
    order by j.created_at_ms desc, j.job_id desc limit ${size + 1}`.execute(db)
  return withHeard(db, accountId, rows)
}

/** Undefined: the account has no such job. */
export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns} from ${source} where j.account_id = ${accountId} and j.job_id = ${jobId}`.execute(db)
  return (await withHeard(db, accountId, rows))[0]
}

/** The job, which nobody else changes until the transaction ends; refuses with 404102 one that the account does not have. */
export async function lockJob(db: Db, accountId: string, jobId: string): Promise<JobRow> {
  await sql`select from training_jobs where account_id = ${accountId} and job_id = ${jobId} for no key update`.execute(
    db,
  )
  const job = await findJob(db, accountId, jobId)
  if (job === undefined) throw refuse('resourceNotFound')
  return job
}

export async function countJobs(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from training_jobs where account_id = ${accountId}`.execute(db)
  return rows[0]!.count
}

export type NewJob = Pick<
  JobRow,
  | 'job_id'
  | 'device_id'
  | 'device_name'
  | 'map_id'
  | 'indoor_X'
  | 'indoor_Y'
  | 'collection_time'
  | 'note'
  | 'created_at_ms'
  | 'path'
>

const pathText = (path: readonly PathCorner[] | null) => (path === null ? null : JSON.stringify(path))

/** Refuses with 409001 a second job of a tracker. */
export async function insertJob(db: Db, accountId: string, job: NewJob): Promise<void> {
  await sql`
    insert into training_jobs (account_id, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y", collection_time, note,
      created_at_ms, path)
    values (${accountId}, ${job.job_id}, ${job.device_id}, ${job.device_name}, ${job.map_id}, ${job.indoor_X},
      ${job.indoor_Y}, ${job.collection_time}, ${job.note}, ${job.created_at_ms}, ${pathText(job.path)}::jsonb)`
    .execute(db)
    .catch(takenAs('training_jobs_open_key', 'conflict'))
}

export async function setValid(db: Db, accountId: string, jobId: string, valid: boolean): Promise<void> {
  await sql`update training_jobs set valid = ${valid} where account_id = ${accountId} and job_id = ${jobId}`.execute(db)
}

export async function setPath(db: Db, accountId: string, jobId: string, path: readonly PathCorner[]): Promise<void> {
  await sql`update training_jobs set path = ${pathText(path)}::jsonb
    where account_id = ${accountId} and job_id = ${jobId}`.execute(db)
}

/** What stations heard of a device within a range (epoch ms), by station, where each stands now. */
export async function collectReadings(
  db: Db,
  accountId: string,
  { deviceId, fromMs, untilMs }: { readonly deviceId: string; readonly fromMs: number; readonly untilMs: number },
): Promise<StoredReadings[]> {
  const heard = await sql<Pick<StoredReadings, 't4_id' | 'at_ms' | 'rssi'>>`
    select sender_id as t4_id, json_agg(scanned_at_ms order by scanned_at_ms) as at_ms,
      json_agg(round(rssi::numeric, 1) order by scanned_at_ms) as rssi
    from location_logs
    where account_id = ${accountId} and device_id = ${deviceId} and rssi is not null
      and scanned_at_ms between ${fromMs} and ${untilMs}
    group by sender_id`.execute(db)
  const readings = new Map(heard.rows.map((row) => [row.t4_id, row]))
  const stations = await sql<Omit<StoredReadings, 'at_ms' | 'rssi'>>`
    select t4_id, map_id, "indoor_X", "indoor_Y" from stations
    where account_id = ${accountId} and t4_id = any(${[...readings.keys()]}::text[]) order by t4_id`.execute(db)
  return stations.rows.map((station) => ({ ...station, ...readings.get(station.t4_id)! }))
}

export async function endJob(
  db: Db,
  accountId: string,
  jobId: string,
  {
    startedMs,
    endedMs,
    readings,
  }: {
    readonly startedMs: number
    readonly endedMs: number
    readonly readings: readonly StoredReadings[]
  },
): Promise<void> {
  const count = readings.reduce((sum, { rssi }) => sum + rssi.length, 0)
  await sql`update training_jobs set started_at_ms = ${startedMs}, ended_at_ms = ${endedMs},
      readings = ${JSON.stringify(readings)}::jsonb, reading_count = ${count}
    where account_id = ${accountId} and job_id = ${jobId}`.execute(db)
}

/** Jobs that go on, of all accounts; their end is due at some time. */
export async function listOpenJobs(db: Db): Promise<{ account_id: string; job_id: string }[]> {
  const { rows } = await sql<{ account_id: string; job_id: string }>`
    select account_id, job_id from training_jobs where ended_at_ms is null`.execute(db)
  return rows
}

interface SurveyRow {
  readonly job_id: string
  readonly device_id: string
  readonly map_id: string
  readonly indoor_X: number
  readonly indoor_Y: number
  readonly started_at_ms: number
  readonly path: readonly PathCorner[] | null
  readonly readings: readonly StoredReadings[]
}

/** What finished, valid jobs collected, oldest first. */
async function surveysWhere(
  db: Db,
  accountId: string,
  condition: RawBuilder<unknown>,
): Promise<readonly TrainingSurvey[]> {
  const { rows } = await sql<SurveyRow>`
    select job_id, device_id, map_id, "indoor_X", "indoor_Y", started_at_ms, path, readings from training_jobs j
    where account_id = ${accountId} and valid and ended_at_ms is not null and reading_count > 0 and ${condition}
    order by created_at_ms, job_id`.execute(db)
  return rows.map(toSurvey)
}

/** What the jobs of the account collected, of all maps but those that are known to be placed worse by them. */
export const listSurveys = (db: Db, accountId: string): Promise<readonly TrainingSurvey[]> =>
  surveysWhere(
    db,
    accountId,
    sql`not exists (select from radio_maps r where r.account_id = j.account_id and r.map_id = j.map_id
      and r.view ->> 'coverage' <> 'good')`,
  )

function toSurvey({ job_id: jobId, device_id: deviceId, map_id: mapId, ...row }: SurveyRow): TrainingSurvey {
  const path = row.path ?? [{ indoor_X: row.indoor_X, indoor_Y: row.indoor_Y, at_ms: row.started_at_ms }]
  // Before the first corner of a walk and after the last, nobody said where it was.
  const isKnown = (atMs: number) => row.path === null || spotOnPath(path, atMs) !== undefined
  return {
    ...{ jobId, deviceId, mapId, spotName: '' },
    way: path.map(({ indoor_X: x, indoor_Y: y, at_ms: atMs }) => ({ x, y, atMs })),
    stations: row.readings.map((heard) => {
      const kept = heard.at_ms.flatMap((atMs, index) => (isKnown(atMs) ? [index] : []))
      return {
        stationId: heard.t4_id,
        place:
          heard.map_id !== mapId || heard.indoor_X === null || heard.indoor_Y === null
            ? null
            : { x: heard.indoor_X, y: heard.indoor_Y },
        atMs: kept.map((index) => heard.at_ms[index]!),
        rssiDbm: kept.map((index) => heard.rssi[index]!),
      }
    }),
  }
}

/** Those of the maps that have jobs. */
export async function listMapsWithJobs(
  db: Db,
  accountId: string,
  mapIds: readonly (string | null)[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ map_id: string }>`
    select distinct map_id from training_jobs
    where account_id = ${accountId} and map_id = any(${mapIds.filter((id) => id !== null)}::uuid[])
      and ended_at_ms is not null`.execute(db)
  return rows.map(({ map_id }) => map_id)
}

/** A floor with its jobs; undefined where it has no scale, or is not there. */
export async function findTrainedFloor(db: Db, accountId: string, mapId: string): Promise<TrainedFloor | undefined> {
  const { rows } = await sql<{ metres_per_pixel: number; width: number; height: number }>`
    select metres_per_pixel, width, height from indoor_maps
    where account_id = ${accountId} and id = ${mapId} and metres_per_pixel is not null`.execute(db)
  const plan = rows[0]
  if (plan === undefined) return undefined
  const stations = await sql<{ t4_id: string; x: number; y: number }>`
    select t4_id, "indoor_X" as x, "indoor_Y" as y from stations
    where account_id = ${accountId} and map_id = ${mapId} and "indoor_X" is not null order by t4_id`.execute(db)
  const calibrations = await listStationCalibrations(db, accountId)
  return {
    ...{ mapId, metresPerPixel: plan.metres_per_pixel, width: plan.width, height: plan.height },
    surveys: await surveysWhere(db, accountId, sql`map_id = ${mapId}`),
    calibrations: new Map(calibrations.map((one) => [one.stationId, one])),
    stations: new Map(stations.rows.map(({ t4_id, x, y }) => [t4_id, { x, y }])),
  }
}

export async function saveImprovement(
  db: Db,
  accountId: string,
  jobId: string,
  { beforeMetres, afterMetres }: { readonly beforeMetres: number; readonly afterMetres: number },
): Promise<void> {
  await sql`update training_jobs set before_metres = ${beforeMetres}, after_metres = ${afterMetres}
    where account_id = ${accountId} and job_id = ${jobId}`.execute(db)
}

/** Saves what a map's jobs teach, unless the map is gone. */
export async function saveRadioMap(db: Db, accountId: string, view: StoredView): Promise<void> {
  await sql`insert into radio_maps (account_id, map_id, view)
    select account_id, id, ${JSON.stringify(view)}::jsonb from indoor_maps
    where account_id = ${accountId} and id = ${view.map_id}
    on conflict (account_id, map_id) do update set view = excluded.view`.execute(db)
}

export type StoredView = Omit<RadioMapView, 'jobs'>

/** What the jobs of a map teach; refuses with 404102 a map that the account does not have. */
export async function getRadioMap(db: Db, accountId: string, mapId: string): Promise<RadioMapView> {
  const { rows } = await sql<{ view: StoredView | null; jobs: RadioMapView['jobs'] }>`
    select r.view, coalesce((
        select json_agg(json_build_object('job_id', j.job_id, 'indoor_X', j."indoor_X", 'indoor_Y', j."indoor_Y",
          'path', j.path) order by j.created_at_ms)
        from training_jobs j where j.account_id = m.account_id and j.map_id = m.id and j.valid
          and j.ended_at_ms is not null), '[]') as jobs
    from indoor_maps m left join radio_maps r on r.account_id = m.account_id and r.map_id = m.id
    where m.account_id = ${accountId} and m.id = ${mapId}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw refuse('resourceNotFound')
  return { ...(row.view ?? emptyView(mapId)), jobs: row.jobs }
}

const emptyView = (map_id: string): StoredView => ({
  ...{ map_id, coverage: 'none', before_metres: null, after_metres: null },
  ...{ cell: 1, cells: [], stations: [] },
})

interface Size {
  readonly width: number
  readonly height: number
}

/** Moves the spots and paths of a map's jobs, and their stations of then, along with its image, from one size to another (pixels). */
export async function scaleJobs(db: Db, accountId: string, mapId: string, from: Size, to: Size): Promise<void> {
  const x = to.width / from.width
  const y = to.height / from.height
  const moved = (list: string) => sql`(
    select jsonb_agg(case when jsonb_typeof(entry -> 'indoor_X') = 'number' then entry || jsonb_build_object(
        'indoor_X', (entry ->> 'indoor_X')::double precision * ${x}::double precision,
        'indoor_Y', (entry ->> 'indoor_Y')::double precision * ${y}::double precision) else entry end order by place)
    from jsonb_array_elements(${sql.ref(list)}) with ordinality as entries (entry, place))`
  await sql`
    update training_jobs set "indoor_X" = "indoor_X" * ${x}::double precision,
      "indoor_Y" = "indoor_Y" * ${y}::double precision,
      path = case when path is null then null else ${moved('path')} end,
      readings = coalesce(${moved('readings')}, '[]')
    where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
}
