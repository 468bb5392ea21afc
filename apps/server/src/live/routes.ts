/** `GET /v3/app/stream`: what a console missed first, then everything as it happens. Source: security rule 55. */
import { API_PREFIX, streamPolicy } from '@whereabouts/contract/api'
import { may } from '@whereabouts/contract/roles'
import type { StreamEvent } from '@whereabouts/contract/stream'
import { STREAM_PATH } from '@whereabouts/domain/live'
import type { FastifyInstance } from 'fastify'
import type { App } from '../context.ts'
import { getReader } from '../events/notifications.ts'
import { presentNotification } from '../events/present.ts'
import { wereListsChanged } from '../features/activity/queries.ts'
import { listToldSince } from '../features/notifications/queries.ts'
import { presentStation } from '../features/stations/present.ts'
import { listChangedStations } from '../features/stations/queries.ts'
import { flushListed } from '../features/trackers/flush-listed.ts'
import { readPlaceNames } from '../features/trackers/place-names.ts'
import { presentTracker, withoutRemarks } from '../features/trackers/present.ts'
import { listChangedTrackers, listReceivedTrackers, stateOf } from '../features/trackers/queries.ts'
import { presentReceivedRow } from '../features/trackers/received.ts'
import type { Actor } from '../platform/actor.ts'
import { decide } from '../platform/http/answer.ts'
import { proved } from '../platform/http/connections.ts'
import { acrossAccounts, asAccount } from '../platform/postgres/account-scope.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { toEventText } from './batch.ts'
import type { Joining } from './console-stream.ts'
import { MAX_STREAMS_PER_SESSION } from './streams.ts'

/** Older changes are not replayed: the console reloads its lists. */
const REPLAY_MS = 24 * 3_600_000
/** A replay starts this much earlier (ms): what a console was sent last may have been applied after the time it was sent with. */
const REPLAY_MARGIN_MS = 3000
/** Alarms are replayed from this much earlier (ms): the transaction that raised them may have been committed as much later. */
const ALARM_MARGIN_MS = 30_000
/** This many notifications are replayed; beyond that the console asks for open alarms as at any start. */
const MOST_TOLD = 200
/** A failed read is retried after about this long (ms); lists after this. */
const AGAIN_AFTER_MS = 2000
const LIST_TRIES = 2
/** A last event from further in the future (ms) was made before a clock was set back: what was missed is unknown. */
const FUTURE_MS = 10_000

export function streamRoutes(http: FastifyInstance, app: App): void {
  http.get(`${API_PREFIX}${STREAM_PATH}`, async (request, reply) => {
    const actor = (await decide(streamPolicy, request, app.identify)) as Actor
    if (app.streams.countOf(actor.sessionId) >= MAX_STREAMS_PER_SESSION) {
      throw refuse('tooManyRequests', { retryAfterSeconds: 5 })
    }
    const now = app.clock.now()
    const sinceMs = lastEventMs(request.headers['last-event-id'])
    proved(request.raw.socket)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const id = sinceMs === undefined ? String(now) : ''
    const hello = { server_time_ms: now, is_telling: app.alarms.isTelling }
    response.write(`retry: 2000\n\n${toEventText({ event: 'hello', id, data: hello })}`)
    const joining = app.streams.add(actor, may(actor, 'viewStations'), response)
    if (joining === undefined) return
    await asAccount(actor.accountId, () => catchUp(app, joining, { actor, sinceMs, connectedMs: now }))
  })
}

/** Since when the console listens (epoch ms), and its last event. */
interface Coming {
  readonly actor: Actor
  readonly sinceMs: number | undefined
  readonly connectedMs: number
}

/**
 * Replays what a console missed. Neither alarms nor lists wait for the other: alarms are retried as long as the console
 * listens; where lists cannot be read, the console is told to load them by calls, whose failures it shows.
 */
async function catchUp(app: App, joining: Joining, coming: Coming): Promise<void> {
  const textOf = (events: readonly StreamEvent[]) => events.map(toEventText).join('')
  const tryTo = async (tell: () => Promise<void>, mostTries: number): Promise<boolean> => {
    for (let tries = 1; joining.isOpen; tries += 1) {
      try {
        await tell()
        return true
      } catch (error) {
        // Its session has just ended, and the stream is about to.
        if (error instanceof Refusal) return false
        if (tries === 1 && !isStorageAway(error))
          app.log.error({ stack: (error as Error).stack }, 'bug: failed to replay what a console missed; retrying')
        else if (tries === 1)
          app.log.warn({ reason: (error as Error).message }, 'Failed to replay what a console missed; retrying')
        if (tries === mostTries) break
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS * (0.5 + app.random.bytes(1)[0]! / 255)))
      }
    }
    return false
  }
  const replayAlarms = () =>
    tryTo(async () => joining.tellAlarms(textOf(await missedAlarms(app, coming))), Number.POSITIVE_INFINITY)
  const replayLists = async () => {
    const isTold = await tryTo(async () => {
      // In this order nothing falls between: it listens already; write what is only in memory yet, then read what was missed.
      if (!(await app.streams.whenLive(coming.actor.accountId))) return joining.tellMissed(textOf([resync(app)]))
      await flushListed(app, coming.actor.accountId)
      joining.tellMissed(textOf(await missed(app, coming)))
    }, LIST_TRIES)
    if (!isTold) joining.tellMissed(textOf([resync(app)]))
  }
  await Promise.all([replayAlarms(), replayLists()])
}

const resync = ({ clock }: App): StreamEvent => ({ event: 'resync', id: String(clock.now()), data: {} })

/** False: too long ago, or by another clock, so that what was missed is unknown. */
const isReplayed = ({ sinceMs, connectedMs }: Coming): boolean =>
  sinceMs === undefined || (connectedMs - sinceMs <= REPLAY_MS && sinceMs - connectedMs <= FUTURE_MS)

/** The time in an event's id; NaN for an id that this server did not make. */
const lastEventMs = (header: string | string[] | undefined): number | undefined =>
  header === undefined ? undefined : Number(/^\d{13}$/.exec(String(header))?.[0] ?? Number.NaN)

/** Notifications since the console's last event, without an id; a new console gets the last moments. Times of events rise. */
async function missedAlarms(app: App, coming: Coming): Promise<readonly StreamEvent[]> {
  const { actor, sinceMs, connectedMs } = coming
  if (!may(actor, 'viewNotifications') || !isReplayed(coming)) return []
  const from = sinceMs === undefined ? connectedMs - REPLAY_MARGIN_MS : sinceMs - ALARM_MARGIN_MS
  const rows = await listToldSince(app.urgentDb, actor.accountId, from, MOST_TOLD)
  if (rows.length === 0) return []
  const reader = await getReader(app.urgentDb, actor.sessionId)
  const notifications = rows.map((row) => presentNotification(row, reader))
  return [{ event: 'notifications', id: '', data: { notifications } }]
}

/** Changes since the console's last event; a new console gets the last moments, as lists lag a little. */
async function missed(app: App, coming: Coming): Promise<StreamEvent[]> {
  const { actor, sinceMs, connectedMs } = coming
  const now = app.clock.now()
  const id = String(now)
  if (!isReplayed(coming)) return [resync(app)]
  const isEdited = sinceMs !== undefined && app.streams.wereEditsMadeSince(actor.accountId, sinceMs)
  const from = (sinceMs ?? connectedMs) - REPLAY_MARGIN_MS
  if (isEdited || (await wereListsChanged(app.db, actor.accountId, from))) return [resync(app)]
  const [names, trackers, received] = await Promise.all([
    readPlaceNames(app.db, actor.accountId),
    listChangedTrackers(app.db, actor.accountId, from, now),
    acrossAccounts(() => listReceivedTrackers(app.db, actor.accountId, { changedSinceMs: from })),
  ])
  const events: StreamEvent[] = []
  if (trackers.length > 0 || received.length > 0) {
    const entities = [
      ...trackers.map((row) => presentTracker(row, stateOf(row), names, now)),
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
