/**
 * The omlox hub API for reading: zones, fences, trackables, providers and where they are, with a reader's password as bearer token.
 * Nothing can be changed through it. Source: wire formats §8.1.
 */

import { statusOf } from '@whereabouts/contract/errors'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isSameProvider, type OmloxCrs, omloxError } from '@whereabouts/protocol/omlox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyApp, Background } from '../context.ts'
import type { KnownSender } from '../gateway/senders.ts'
import { toRefusal } from '../platform/http/answer.ts'
import { refuse } from '../platform/refusal.ts'
import type { Stay } from '../state/zone-stays.ts'
import type { AccountFeeds } from './account-feed.ts'
import { fencesOf } from './omlox-fences.ts'
import {
  locationOf,
  motionOf,
  providerOf,
  readSite,
  type Site,
  trackableId,
  trackableOf,
  zonesOf,
} from './omlox-objects.ts'

/** The password of an Authorization header. */
export const bearer = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{1,256})$/i.exec(authorization ?? '')?.[1]

/** The reader behind a password; refuses with 401001 an unknown one and with 403001 a sender that may not read. */
export async function identifyReader({ senders, clock }: AnyApp, password: string | undefined): Promise<KnownSender> {
  const sender = await senders.identify(password)
  if (sender.kind !== 'reader') throw refuse('forbidden')
  senders.used(sender, clock.now())
  return sender
}

interface View {
  readonly site: Site
  readonly trackers: readonly Tracker[]
  readonly stays: readonly Stay[]
  readonly crs: OmloxCrs | undefined
}

const present = <T>(value: T | undefined): value is T => value !== undefined

/** The object at a path below `/v2`; undefined: none. */
function find(path: readonly string[], view: View): unknown {
  const { site, trackers, stays, crs } = view
  const [kind, id, what, ...rest] = path
  if (kind === undefined || rest.length > 0) return undefined
  const trackable = () => trackers.find((tracker) => trackableId(site.accountId, tracker) === id)
  const provider = () => trackers.find((tracker) => isSameProvider(providerOf(tracker).id, id ?? ''))
  switch (kind) {
    case 'zones':
      return ofKind(zonesOf(site), id, what)
    case 'fences': {
      const fences = fencesOf(site)
      if (what === undefined || !fences.some((fence) => fence.id === id)) return ofKind(fences, id, what)
      const inside = new Set(stays.filter(({ zone_id }) => zone_id === id).map(({ device_id }) => device_id))
      return insideOf(what, { ...view, trackers: trackers.filter(({ device_id }) => inside.has(device_id)) })
    }
    case 'trackables': {
      if (id === 'motions' && what === undefined) return insideOf('motions', view)
      const tracker = what === undefined ? undefined : trackable()
      if (tracker === undefined) return ofKind(trackablesOf(view), id, what)
      if (what === 'location') return locationOf(site, tracker, crs)
      if (what === 'locations') return [locationOf(site, tracker, crs)].filter(present)
      if (what === 'motion') return motionOf(site, tracker, crs)
      if (what === 'providers') return [providerOf(tracker)]
      if (what !== 'fences') return undefined
      const zones = new Set(
        stays.filter(({ device_id }) => device_id === tracker.device_id).map((stay) => stay.zone_id),
      )
      return fencesOf(site).filter((fence) => zones.has(fence.id))
    }
    case 'providers': {
      if (id === 'locations' && what === undefined) return insideOf('locations', view)
      const tracker = provider()
      if (what === 'location') return tracker && locationOf(site, tracker, crs)
      if (id === undefined || id === 'summary' || what !== undefined) return ofKind(trackers.map(providerOf), id, what)
      return tracker && providerOf(tracker)
    }
    default:
      return undefined
  }
}

const trackablesOf = ({ site, trackers }: View) => trackers.map((tracker) => trackableOf(site.accountId, tracker))

/** A view over all trackers. */
function insideOf(what: string, view: View): unknown {
  const { site, trackers, crs } = view
  if (what === 'trackables') return trackablesOf(view)
  if (what === 'providers') return trackers.map(providerOf)
  if (what === 'locations') return trackers.map((tracker) => locationOf(site, tracker, crs)).filter(present)
  return what === 'motions' ? trackers.map((tracker) => motionOf(site, tracker, crs)).filter(present) : undefined
}

/** The ids of a kind, its summary, or one object of it. */
function ofKind(all: readonly { readonly id: string }[], id: string | undefined, what: string | undefined): unknown {
  if (what !== undefined) return undefined
  if (id === undefined) return all.map((one) => one.id)
  return id === 'summary' ? all : all.find((one) => one.id === id)
}

const wantedCrs = (request: FastifyRequest): OmloxCrs | undefined => {
  const { crs } = request.query as { crs?: unknown }
  if (crs === undefined || crs === 'local' || crs === 'EPSG:4326') return crs
  throw refuse('invalidInput', { info: 'crs' })
}

export function omloxRoutes(http: FastifyInstance, app: Background, feeds: AccountFeeds): void {
  http.register(
    async (hub) => {
      hub.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      hub.setErrorHandler((error, request, reply) => {
        const refusal = toRefusal(error)
        if (refusal.errorName === 'serverError') {
          app.log.error(
            { request_id: request.id, route: request.routeOptions.url, stack: (error as Error).stack },
            'bug: a call of a reader failed',
          )
        }
        const status = statusOf(refusal.code)
        return reply.code(status).send(omloxError(status, refusal.errorName, refusal.info ?? refusal.errorName))
      })
      hub.get('/*', async (request, reply) => {
        const { accountId } = await identifyReader(app, bearer(request.headers.authorization))
        const crs = wantedCrs(request)
        const [site, feed] = await Promise.all([readSite(app.db, accountId), feeds.read(accountId)])
        const path = (request.params as { '*': string })['*'].split('/').filter((level) => level !== '')
        const found = find(path, { site, trackers: [...feed.trackers.values()], stays: feed.stays(), crs })
        if (found === undefined) throw refuse('resourceNotFound')
        return reply.send(found)
      })
      hub.route({
        method: ['POST', 'PUT', 'DELETE', 'PATCH'],
        url: '/*',
        handler: () => {
          throw refuse('notAllowed')
        },
      })
    },
    { prefix: '/v2' },
  )
}
