/** A browser's push subscription, as its console tells it: the base64url of its JSON. Source: G59; security rule 56. */
import { z } from 'zod'
import { isPublicKey } from '../../platform/push/p256.ts'
import type { PushServices } from '../../platform/push/push-services.ts'
import { refuse } from '../../platform/refusal.ts'

const AUTH_BYTES = 16

/** The fields of a subscription that the server uses; others are ignored. */
const Subscription = z.object({
  endpoint: z.url().max(2048),
  keys: z.object({ p256dh: z.base64url(), auth: z.base64url() }),
})

export interface PushSubscription {
  /** A secret: it is enough to wake the browser. */
  readonly endpoint: string
  /** base64url. */
  readonly p256dh: string
  readonly auth: string
}

/** Undefined for ''. Refuses with 400103 what is no subscription, or one of a service that we do not know. */
export function readPushToken(token: string, services: PushServices): PushSubscription | undefined {
  if (token === '') return undefined
  const { data } = Subscription.safeParse(parse(Buffer.from(token, 'base64url').toString('utf8')))
  if (data === undefined || !services.isKnown(new URL(data.endpoint))) throw refuse('invalidDeviceClient')
  const { p256dh, auth } = data.keys
  const [key, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (!isPublicKey(key) || secret.length !== AUTH_BYTES) throw refuse('invalidDeviceClient')
  return { endpoint: data.endpoint, p256dh, auth }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
