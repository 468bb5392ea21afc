/**
 * Files of where things are: places and zones as GeoJSON, trails as GeoJSON and GPX. A reader gets what its account owns, a session what
 * its lists show. Source: decisions 0021, 0060; RFC 7946; GPX 1.1.
 */
import type { Tracker } from '@whereabouts/contract/trackers'
import { trails } from '@whereabouts/contract/trails'
import type { Zone } from '@whereabouts/contract/zones'
import { trailLogs } from '@whereabouts/domain/history'
import { onGlobe } from '@whereabouts/domain/positions'
import {
  type Feature,
  featureCollection,
  GEOJSON_TYPE,
  type Geometry,
  pointGeometry,
  polygonGeometry,
} from '@whereabouts/protocol/geojson'
import { GPX_TYPE } from '@whereabouts/protocol/gpx'
import { globeOf, onPlanOf, type Plan, trailGeoJson, trailGpx } from '@whereabouts/protocol/trail-files'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AnyApp, App, Background } from '../context.ts'
import { mustBeKept } from '../features/history/kept.ts'
import { listStays, listWay } from '../features/history/queries.ts'
import { flushListed } from '../features/trackers/flush-listed.ts'
import { listReceivedTrackers } from '../features/trackers/queries.ts'
import { presentReceivedRow } from '../features/trackers/received.ts'
import { listZones } from '../features/zones/queries.ts'
import { maySee } from '../platform/http/answer.ts'
import type { Rate } from '../platform/http/rate.ts'
import { acrossAccounts } from '../platform/postgres/account-scope.ts'
import type { Db } from '../platform/postgres/database.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { flushHotRows } from '../state/flush-hot-rows.ts'
import { everyTracker } from './account-feed.ts'
import { bearer, identifyReader } from './omlox.ts'

/** Who asks: which account, with which connections, and whether what others share with it is shown. */
interface Asking {
  readonly app: AnyApp
  readonly accountId: string
  readonly isSession: boolean
}

export async function readPlans(db: Db, accountId: string): Promise<ReadonlyMap<string, Plan>> {
  const { rows } = await sql<Plan>`select id, map_name, width, height, corners from indoor_maps
    where account_id = ${accountId}`.execute(db)
  return new Map(rows.map((plan) => [plan.id, plan]))
}

/** Where a tracker is, as its list has it. */
const placeOf = ({ qualified_location_info: info, indoor_X, indoor_Y }: Tracker) => ({
  map_id: info?.reason_data.indoor_map_id ?? null,
  ...{ indoor_X, indoor_Y },
  gps_latitude: info?.gps_latitude ?? null,
  gps_longitude: info?.gps_longitude ?? null,
})

const isoOf = (ms: number): string => new Date(ms).toISOString()

function placeFeature(tracker: Tracker, plans: ReadonlyMap<string, Plan>): Feature {
  const { device_id, name, device_model, status, battery, moving, last_seen, qualified_location_info: info } = tracker
  const place = placeOf(tracker)
  const { station_name, phone_name, indoor_map_name } = info?.reason_data ?? {}
  return {
    type: 'Feature',
    id: device_id,
    geometry: pointGeometry(globeOf(place, plans)),
    properties: {
      ...{ device_id, name, device_model, status, battery, moving },
      last_seen: last_seen === null ? null : isoOf(last_seen * 1000),
      located_at: info === null ? null : isoOf(info.scanned_at_ms),
      accuracy_metres: info?.accuracy ?? null,
      heard_by: station_name ?? phone_name ?? null,
      ...(indoor_map_name === undefined ? {} : { map_name: indoor_map_name }),
      ...onPlanOf(place, plans),
    },
  }
}

function zoneFeature({ id, zone_name, zone_type, shape }: Zone, plans: ReadonlyMap<string, Plan>): Feature {
  const properties = { zone_id: id, zone_name, zone_type }
  if ('t4_ids' in shape)
    return { type: 'Feature', id, geometry: null, properties: { ...properties, t4_ids: shape.t4_ids } }
  if (!('map_id' in shape)) return { type: 'Feature', id, geometry: polygonGeometry(shape.polygon), properties }
  const plan = plans.get(shape.map_id)
  const corners =
    plan === undefined ? [] : shape.polygon.flatMap(([x, y]) => [onGlobe(plan, x, y) ?? []].filter(isPlace))
  const geometry: Geometry | null = corners.length < 3 ? null : polygonGeometry(corners)
  const onPlan = { map_id: shape.map_id, map_name: plan?.map_name ?? '', polygon: shape.polygon }
  return { type: 'Feature', id, geometry, properties: { ...properties, ...onPlan } }
}

const isPlace = (place: [number, number] | readonly []): place is [number, number] => place.length === 2

async function placesFile({ app, accountId, isSession }: Asking): Promise<string> {
  await flushListed(app, accountId)
  const now = app.clock.now()
  const [own, received, plans] = await Promise.all([
    everyTracker(app.db, accountId, now),
    isSession ? acrossAccounts(() => receivedBy(app, accountId)) : [],
    readPlans(app.db, accountId),
  ])
  const all = [...own, ...received.map((row) => presentReceivedRow(row, now))]
  return JSON.stringify(featureCollection(all.map((tracker) => placeFeature(tracker, plans))))
}

const receivedBy = async ({ db }: AnyApp, accountId: string) => {
  const page = { start: undefined, size: 10_000 }
  const lists = [false, true].map((watches) => listReceivedTrackers(db, accountId, { ...page, watches }))
  return (await Promise.all(lists)).flat()
}

async function zonesFile({ app: { db }, accountId }: Asking): Promise<string> {
  const [zones, plans] = await Promise.all([listZones(db, accountId), readPlans(db, accountId)])
  return JSON.stringify(featureCollection(zones.map((zone) => zoneFeature(zone, plans))))
}

async function trailFile(
  { app, accountId }: Asking,
  deviceId: string,
  query: unknown,
  isGpx: boolean,
): Promise<string> {
  const asked = trails.get.query!.safeParse(query)
  if (!asked.success)
    throw refuse('invalidInput', { info: ['query', ...(asked.error.issues[0]?.path ?? [])].join('.') })
  const range = { fromMs: asked.data.start_time * 1000, untilMs: asked.data.end_time * 1000 }
  mustBeKept(app, range, ['query.start_time', 'query.end_time'])
  await flushHotRows(app, accountId)
  const { db, clock } = app
  const [stays, way, plans] = await Promise.all([
    listStays(db, accountId, deviceId, range),
    listWay(db, accountId, deviceId, range),
    readPlans(db, accountId),
  ])
  const madeAtMs = clock.now()
  return (isGpx ? trailGpx : trailGeoJson)({ deviceId, stays: trailLogs(stays, madeAtMs), way, plans, madeAtMs })
}

/** A reader, or a session that sees the map: each by its own bearer token. */
async function whoAsks(request: FastifyRequest, app: App, background: Background, rate: Rate): Promise<Asking> {
  const { authorization } = request.headers
  const password = bearer(authorization)
  try {
    const { accountId, senderId } = await identifyReader(background, password)
    rate.count(`${accountId} ${senderId}`)
    return { app: background, accountId, isSession: false }
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== 'unauthorized') throw error
  }
  const actor = await app.identify(authorization, { mayBeExpired: false, address: request.ip })
  request.actor = actor
  if (!maySee(actor, 'viewMap')) throw refuse('forbidden')
  return { app, accountId: actor.accountId, isSession: true }
}

declare module 'fastify' {
  interface FastifyRequest {
    asking: Asking | null
  }
}

export function geoRoutes(http: FastifyInstance, app: App, background: Background, rate: Rate): void {
  http.register(
    async (files) => {
      files.decorateRequest('asking', null)
      files.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.asking = await whoAsks(request, app, background, rate)
      })
      files.get('/places.geojson', async ({ asking }, reply) =>
        reply.type(GEOJSON_TYPE).send(await placesFile(asking!)),
      )
      files.get('/zones.geojson', async ({ asking }, reply) => reply.type(GEOJSON_TYPE).send(await zonesFile(asking!)))
      files.get('/trails/:file', async ({ asking, params, query }, reply) => {
        const [, deviceId = '', ending] = /^(.+)\.(geojson|gpx)$/.exec((params as { file: string }).file) ?? []
        if (ending === undefined) throw refuse('pageNotFound')
        const isGpx = ending === 'gpx'
        const text = await trailFile(asking!, deviceId, query, isGpx)
        return reply.type(isGpx ? GPX_TYPE : GEOJSON_TYPE).send(text)
      })
    },
    { prefix: '/geo' },
  )
}
