/** The words of omlox's WebSocket, `/v2/ws/socket`: what a client asks, and what it is answered. Source: wire formats §8.1. */
import { decodeText, parseJson } from './body.ts'
import type { OmloxCrs } from './omlox.ts'
import { isJsonObject, type JsonObject, nonNegative } from './values.ts'

export const OMLOX_TOPICS = [
  'location_updates',
  'proximity_updates',
  'fence_events',
  'trackable_motions',
  'collision_events',
] as const
export type OmloxTopic = (typeof OMLOX_TOPICS)[number]

/** What a client may get wrong, by its published number. */
export const OMLOX_SOCKET_ERRORS = {
  unknownEvent: 10000,
  unknownTopic: 10001,
  subscriptionFailed: 10002,
  unsubscribeFailed: 10003,
  notAuthorised: 10004,
  invalidData: 10005,
  notAuthenticated: 10006,
  invalidLicence: 10007,
} as const
export type OmloxSocketFault = keyof typeof OMLOX_SOCKET_ERRORS

export type OmloxRequest =
  | {
      readonly kind: 'subscribe'
      readonly topic: OmloxTopic
      /** What positions are wanted in; undefined: as they were measured. */
      readonly crs: OmloxCrs | undefined
      /** The filters of the request, unread. */
      readonly params: JsonObject
    }
  | { readonly kind: 'unsubscribe'; readonly subscriptionId: number }
  | { readonly kind: 'fault'; readonly fault: OmloxSocketFault }

/** Most bytes of a request: it names a topic and a few filters. */
const MAX_REQUEST = 4096
const CRS: ReadonlySet<unknown> = new Set(['local', 'EPSG:4326'])

const failed = (fault: OmloxSocketFault): OmloxRequest => ({ kind: 'fault', fault })
const isTopic = (topic: unknown): topic is OmloxTopic => (OMLOX_TOPICS as readonly unknown[]).includes(topic)

function readSubscribe(json: JsonObject): OmloxRequest {
  if (!isTopic(json.topic)) return failed('unknownTopic')
  const params = json.params ?? {}
  if (!isJsonObject(params)) return failed('invalidData')
  if (params.crs !== undefined && !CRS.has(params.crs)) return failed('subscriptionFailed')
  return { kind: 'subscribe', topic: json.topic, crs: params.crs as OmloxCrs | undefined, params }
}

/** What a client asks for. */
export function readOmloxRequest(message: Uint8Array): OmloxRequest {
  const text = message.length > MAX_REQUEST ? undefined : decodeText(message)
  const json = text === undefined ? undefined : parseJson(text)?.value
  if (!isJsonObject(json)) return failed('invalidData')
  if (json.event === 'subscribe') return readSubscribe(json)
  if (json.event !== 'unsubscribe') return failed('unknownEvent')
  const subscriptionId = nonNegative(json.subscription_id)
  return Number.isInteger(subscriptionId)
    ? { kind: 'unsubscribe', subscriptionId: subscriptionId! }
    : failed('invalidData')
}

/** The answer to `subscribe`. */
export const omloxSubscribed = (topic: OmloxTopic, subscriptionId: number): string =>
  JSON.stringify({ event: 'subscribed', topic, subscription_id: subscriptionId })

/** The answer to `unsubscribe`. */
export const omloxUnsubscribed = (topic: OmloxTopic, subscriptionId: number): string =>
  JSON.stringify({ event: 'unsubscribed', topic, subscription_id: subscriptionId })

/** News of a topic, for one subscription. */
export const omloxMessage = (topic: OmloxTopic, subscriptionId: number, payload: readonly unknown[]): string =>
  JSON.stringify({ event: 'message', topic, subscription_id: subscriptionId, payload })

/** An answer that says what went wrong. */
export const omloxSocketError = (fault: OmloxSocketFault, description: string): string =>
  JSON.stringify({ event: 'error', code: OMLOX_SOCKET_ERRORS[fault], description })
