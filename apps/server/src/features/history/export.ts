/**
 * `GET /v3/app/history/export`: everything an account owns in one archive: tables as CSV, stays as GeoJSON, ways as GPX, and floor plans.
 * It is made while it is sent, so it takes neither memory nor room. Source: decision 0044.
 */
import { finished, type PassThrough, Readable } from 'node:stream'
import { API_PREFIX, exportPolicy } from '@whereabouts/contract/api'
import { CSV_START, csvLine } from '@whereabouts/domain/csv'
import { EXPORT_PATH, SILENCE_MS } from '@whereabouts/domain/history'
import { daysLater, localDayOf } from '@whereabouts/domain/local-times'
import { xmlText } from '@whereabouts/protocol/gpx'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { requireFresh } from '../../platform/actor.ts'
import { guard } from '../../platform/http/answer.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { settlePast } from '../../state/flush-hot-rows.ts'
import { findRules } from '../attendance/queries.ts'
import { attendanceOf } from '../attendance/records.ts'
import { findImage } from '../indoor-maps/queries.ts'
import { EXPORTED, type ExportedRow, exportedColumns, exportedRows, listPlanFiles } from './export-queries.ts'

type Columns = ReadonlyMap<string, readonly string[]>
type PlanFile = Awaited<ReturnType<typeof listPlanFiles>>[number]

/** One export of an account at a time; a second one is 429101. */
export function exportRoutes(http: FastifyInstance, app: App): void {
  const underWay = new Set<string>()
  http.get(`${API_PREFIX}${EXPORT_PATH}`, {
    onRequest: guard(exportPolicy, app.identify),
    handler: async ({ actor, ip }, reply) => {
      if (actor === null) throw refuse('unauthorized')
      requireFresh(actor)
      const { accountId } = actor
      if (underWay.has(accountId)) throw refuse('tooManyRequests', { retryAfterSeconds: 60 })
      underWay.add(accountId)
      try {
        await settlePast(app, accountId)
        const [columns, plans] = await Promise.all([exportedColumns(app.db), listPlanFiles(app.db, accountId)])
        await recordActivity(app.db, app, actor, { action: 'export_account', ip })
        // From here on nothing is awaited, so that no fault finds an archive without an owner.
        const archive = archiveOf(app, accountId, columns, plans)
        archive.once('close', () => underWay.delete(accountId))
        archive.once('error', (error) =>
          app.log.warn({ reason: error.message }, 'Failed to finish an export; the archive that was sent is cut off'),
        )
        const day = new Date(app.clock.now()).toISOString().slice(0, 10)
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="whereabouts-${day}.zip"`)
          .header('cache-control', 'private, no-store')
          .send(archive)
      } catch (error) {
        underWay.delete(accountId)
        throw error
      }
    },
  })
}

/**
 * The archive as it comes into being; its files are read one after the other as it is sent. A file that cannot be read ends the
 * archive, and an archive that nobody takes any more ends the reading.
 */
function archiveOf(app: App, accountId: string, columns: Columns, plans: readonly PlanFile[]): Readable {
  const { db } = app
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough
  const endsTogether = (text: Readable): Readable => {
    const forget = finished(archive, () => text.destroy())
    finished(text, (error) => {
      forget()
      if (error) archive.destroy(error)
    })
    return text
  }
  zip.on('error', (error: Error) => archive.destroy(error))
  const add = (name: string, text: AsyncIterable<string | Buffer>): void =>
    zip.addReadStreamLazy(name, {}, (give) => give(null, endsTogether(Readable.from(text))))
  for (const table of Object.keys(EXPORTED)) add(`${table}.csv`, csvOf(db, accountId, table, columns.get(table)!))
  add('attendance.csv', attendanceOfHistory(app, accountId))
  add('stays.geojson', geoJsonOf(knownNow(rowsOf(db, accountId, 'stays', columns))))
  add('ways.gpx', gpxOf(knownNow(rowsOf(db, accountId, 'shown_positions', columns))))
  for (const { id, ending } of plans) add(`floor-plans/${id}.${ending}`, imageOf(db, accountId, id))
  zip.end()
  return archive
}

const rowsOf = (db: Db, accountId: string, table: string, columns: Columns) =>
  exportedRows(db, accountId, table, columns.get(table)!)

/** What is known now; the tables also tell what was taken for it before. */
async function* knownNow(pages: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<readonly ExportedRow[]> {
  for await (const rows of pages) yield rows.filter(({ known_until_ms }) => known_until_ms === null)
}

async function* csvOf(db: Db, accountId: string, table: string, columns: readonly string[]) {
  yield CSV_START + csvLine(columns)
  for await (const rows of exportedRows(db, accountId, table, columns))
    yield rows.map((row) => csvLine(columns.map((name) => row[name] ?? null))).join('')
}

const ATTENDANCE = [
  ...(['day', 'device_id', 'device_name', 'event', 'sign_in', 'sign_out', 'lost_at', 'duration'] as const),
  ...(['in_zone_duration', 'entry_zone', 'exit_zone', 'over_time_minutes', 'aberrant', 'vacation'] as const),
  ...(['tag_not_brought', 'not_for_working', 'apply_ot', 'comment'] as const),
  ...(['corrected_sign_in', 'corrected_sign_out', 'changed_by', 'changed_at'] as const),
]
/** Days of attendance are worked out so many at once. */
const DAYS_AT_ONCE = 31

/** Days of work, worked out of visits of zones; times in epoch seconds. Newest first. */
async function* attendanceOfHistory({ db, clock, settings }: App, accountId: string) {
  yield CSV_START + csvLine(ATTENDANCE)
  const { timeZone } = await findRules(db, accountId)
  const today = localDayOf(clock.now(), timeZone)
  for (let past = 0; past < settings.kept.historyDays; past += DAYS_AT_ONCE) {
    const range = { from: daysLater(today, 1 - past - DAYS_AT_ONCE), to: daysLater(today, -past) }
    const { records } = await attendanceOf(db, accountId, clock.now(), { ...range, expected: [] })
    const cellOf = (value: string | number | boolean | null) => (typeof value === 'boolean' ? String(value) : value)
    yield records.map((record) => csvLine(ATTENDANCE.map((name) => cellOf(record[name])))).join('')
  }
}

async function* imageOf(db: Db, accountId: string, id: string): AsyncGenerator<Buffer> {
  const found = await findImage(db, accountId, id)
  if (found !== undefined) yield found.image
}

const timeOf = (ms: string | null | undefined): string => new Date(Number(ms)).toISOString()

/** Stays as points in WGS 84; one on a plan that has no place on the globe has no geometry. */
export async function* geoJsonOf(pages: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let isFirst = true
  for await (const rows of pages) {
    const features = rows.map(({ gps_latitude = null, gps_longitude = null, from_ms, until_ms, ...rest }) =>
      JSON.stringify({
        type: 'Feature',
        geometry:
          gps_latitude === null || gps_longitude === null
            ? null
            : { type: 'Point', coordinates: [Number(gps_longitude), Number(gps_latitude)] },
        properties: { ...rest, from: timeOf(from_ms), until: timeOf(until_ms) },
      }),
    )
    if (features.length === 0) continue
    yield `${isFirst ? '' : ','}\n${features.join(',\n')}`
    isFirst = false
  }
  yield '\n]}\n'
}

/** A track of each device, in parts between silences of over 930 s; places without coordinates are left out. */
export async function* gpxOf(pages: AsyncIterable<readonly ExportedRow[]>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Whereabouts" xmlns="http://www.topografix.com/GPX/1/1">\n'
  let last: { device: string; ms: number } | undefined
  for await (const rows of pages) {
    let text = ''
    for (const { device_id, at_ms, gps_latitude = null, gps_longitude = null } of rows) {
      if (gps_latitude === null || gps_longitude === null) continue
      const [device, ms] = [device_id ?? '', Number(at_ms)]
      if (last === undefined || last.device !== device) {
        text += `${last === undefined ? '' : '</trkseg></trk>\n'}<trk><name>${xmlText(device)}</name><trkseg>\n`
      } else if (ms - last.ms > SILENCE_MS) text += '</trkseg><trkseg>\n'
      text += `<trkpt lat="${gps_latitude}" lon="${gps_longitude}"><time>${timeOf(at_ms)}</time></trkpt>\n`
      last = { device, ms }
    }
    if (text !== '') yield text
  }
  yield `${last === undefined ? '' : '</trkseg></trk>\n'}</gpx>\n`
}
