/** The browser that signs in. */
import type { SigninDevice } from '@whereabouts/contract/auth'
import type { z } from 'zod'
import type { PushServices } from '../../platform/push/push-services.ts'
import { refuse } from '../../platform/refusal.ts'
import { type PushSubscription, readPushToken } from '../push/subscription.ts'

export interface SessionDevice {
  readonly useragent: string
  readonly push_token: string
  /** What this server gave the browser when somebody signed in with it. */
  readonly browser_marks: readonly string[]
  /** Of the token; undefined: none. */
  readonly subscription: PushSubscription | undefined
}

/** Refuses with 400103 a platform without a console, and a malformed token. */
export function readDevice(
  { platform, useragent, push_token, browser_marks = [] }: z.output<typeof SigninDevice>,
  services: PushServices,
): SessionDevice {
  if (platform !== 'web') throw refuse('invalidDeviceClient')
  return { useragent, push_token, browser_marks, subscription: readPushToken(push_token, services) }
}
