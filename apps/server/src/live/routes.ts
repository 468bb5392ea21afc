/** `GET /v3/app/stream`: what a console missed first, then everything as it happens. Source: security rule 55. */
import { API_PREFIX, streamPolicy } from '@whereabouts/contract/api'
import { may } from '@whereabouts/contract/roles'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { STREAM_PATH } from '@whereabouts/domain/live'
import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { wereListsChanged } from '../features/activity/queries.ts'
import { mapNames } from '../features/indoor-maps/queries.ts'
import { presentReceivedRow } from '../features/sharing/received.ts'
import { presentStation } from '../features/stations/present.ts'
import { listChangedStations } from '../features/stations/queries.ts'
import { presentTracker, withoutRemarks } from '../features/trackers/present.ts'
import { listChangedTrackers, listReceivedTrackers, stateOf } from '../features/trackers/queries.ts'
import type { Actor } from '../platform/actor.ts'
import { decide } from '../platform/answer.ts'
import { refuse } from '../platform/refusal.ts'
import { MAX_STREAMS_PER_SESSION, toEventText } from './streams.ts'

/** What is older than this is not replayed: the console loads its lists again. */
const REPLAY_MS = 24 * 3_600_000
/** Hot rows are written up to half a second behind; a replay starts this much earlier. */
const REPLAY_MARGIN_MS = 3000

export function streamRoutes(http: FastifyInstance, app: App): void {
  http.get(`${API_PREFIX}${STREAM_PATH}`, async (request, reply) => {
    const actor = (await decide(streamPolicy, request, app.identify)) as Actor
    if (app.streams.countOf(actor.sessionId) >= MAX_STREAMS_PER_SESSION) {
      throw refuse('tooManyRequests', { retryAfterSeconds: 5 })
    }
    const now = app.clock.now()
    const sinceMs = lastEventMs(request.headers['last-event-id'])
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write(`retry: 2000\n\n${toEventText({ event: 'hello', id: String(now), data: { server_time_ms: now } })}`)
    // In this order nothing falls between: listen, write what is only in memory yet, then read what was missed.
    const tell = app.streams.add(actor, may(actor, 'viewStations'), response)
    if (tell === undefined) return
    try {
      await app.ingest.fleet.flush()
      tell((await missed(app, actor, sinceMs, now)).map(toEventText).join(''))
    } catch (error) {
      app.log.warn({ reason: (error as Error).message }, 'a console could not be told what it missed')
      response.end()
    }
  })
}

/** The time in an event's id; NaN for one this server did not make. */
const lastEventMs = (header: string | string[] | undefined): number | undefined =>
  header === undefined ? undefined : Number(/^\d{13}$/.exec(String(header))?.[0] ?? Number.NaN)

/** What changed since the last event a console saw; a console that comes new gets the last moments, as lists lag a little. */
async function missed(app: App, actor: Actor, sinceMs: number | undefined, now: number): Promise<StreamEvent[]> {
  const id = String(now)
  const isLost =
    sinceMs !== undefined && (!(now - sinceMs <= REPLAY_MS) || app.streams.wasEditedSince(actor.accountId, sinceMs))
  if (isLost) return [{ event: 'resync', id, data: {} }]
  const from = (sinceMs ?? now) - REPLAY_MARGIN_MS
  if (await wereListsChanged(app.db, actor.accountId, from)) return [{ event: 'resync', id, data: {} }]
  const [nameOfMap, trackers, received] = await Promise.all([
    mapNames(app.db, actor.accountId),
    listChangedTrackers(app.db, actor.accountId, from, now),
    listReceivedTrackers(app.db, actor.accountId, { changedSinceMs: from }),
  ])
  const events: StreamEvent[] = []
  if (trackers.length > 0 || received.length > 0) {
    const entities = [
      ...trackers.map((row) => presentTracker(row, stateOf(row), nameOfMap, now)),
      ...received.map((row) => presentReceivedRow(row, now)),
    ]
    const seen = may(actor, 'viewRemarks') ? entities : entities.map(withoutRemarks)
    events.push({ event: 'trackers', id, data: { trackers: seen } })
  }
  if (may(actor, 'viewStations')) {
    const stations = await listChangedStations(app.db, actor.accountId, from, now)
    const entities = stations.map((row) => presentStation(row, row.state, now))
    if (entities.length > 0) events.push({ event: 'stations', id, data: { stations: entities } })
  }
  return events
}
