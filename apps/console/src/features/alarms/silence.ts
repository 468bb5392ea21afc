/** Why an alarm might not be noticed on this screen, or what it shows is old. Pure. Source: security rule 53. */

/** The worst first: one banner tells of one thing. */
const SILENCES = [
  'offline',
  'silent',
  'unproven',
  'unstarted',
  'unlisted',
  'renewal',
  'blocked',
  'frozen',
  'denied',
] as const
export type Silence = (typeof SILENCES)[number]

export interface Circumstances {
  readonly isOnline: boolean
  /** Nothing was heard from the server for longer than heartbeats take. */
  readonly isStale: boolean
  /** No heartbeat arrived, whatever else did: the server does not confirm that it can deliver alarms. */
  readonly isUnproven: boolean
  /** The server said that what devices report does not reach it for now; alarms do. */
  readonly isFrozen: boolean
  /** It is not known for long who is signed in, and nothing listens for alarms before. */
  readonly isUnstarted: boolean
  /** What is open could not be had for long, so that it may not ring here. */
  readonly isUnlisted: boolean
  /** The session could not be renewed when it was due. */
  readonly isRenewalFailing: boolean
  readonly isSoundOn: boolean
  /** Something rings, or the person has had time enough to press something since sound is off. */
  readonly isSoundMissed: boolean
  readonly permission: NotificationPermission | undefined
  /** This browser was allowed to show notifications before. */
  readonly wasAllowed: boolean
  /** Alarms of the account ring until somebody answers for them. */
  readonly repeats: boolean
  /** The person knows that notifications are denied, and left it so. */
  readonly isDenialAccepted: boolean
}

/** The reason to tell, or undefined where alarms are noticed. */
export function silenceOf(now: Circumstances): Silence | undefined {
  const holds: Record<Silence, boolean> = {
    offline: !now.isOnline,
    silent: now.isStale,
    unproven: now.isUnproven,
    unstarted: now.isUnstarted,
    unlisted: now.isUnlisted,
    renewal: now.isRenewalFailing,
    blocked: !now.isSoundOn && now.isSoundMissed,
    frozen: now.isFrozen,
    denied: now.permission === 'denied' && (now.wasAllowed || now.repeats) && !now.isDenialAccepted,
  }
  return SILENCES.find((silence) => holds[silence])
}
