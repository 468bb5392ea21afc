/**
 * The home of an account: the one server that recognises, stores, places and judges what is reported of its devices, and knows their states.
 * All else asks it, wherever it is. Source: docs/architecture.md.
 */
import type { Belief } from '@whereabouts/contract/beliefs'
import type { Observation } from '@whereabouts/domain/observations'
import type { Resized } from '../ingest/apply/device-states.ts'
import type { Accepted, HeardBefore } from '../ingest/ingest.ts'
import type { IdentifiedSender, SpeaksAs } from '../ingest/receive/recogniser.ts'

/** What people did to an account, which its home has to know. Plain data, as the home may be another server. */
export type Command =
  /** The account, or anything of it, was changed or deleted: it is read again before the next report. */
  | { readonly kind: 'changed' }
  /** The same, and these devices are gone: their states are dropped, and nothing writes their hot rows again. */
  | {
      readonly kind: 'gone'
      readonly trackers?: readonly string[] | undefined
      readonly stations?: readonly string[] | undefined
      /** The history keeps the stays that go on of these trackers. */
      readonly endsStays?: boolean | undefined
    }
  /** The account has this device now, which was heard before. */
  | { readonly kind: 'adopt'; readonly deviceId: string; readonly heard: HeardBefore }
  /** A map is about to be replaced or removed: before the transaction, so that `moveOnMap` finds all trackers on it. */
  | { readonly kind: 'loadMap'; readonly mapId: string }
  /** The same as `changed`, and the trackers on a map keep their place on its new image; without one they are off the map. */
  | { readonly kind: 'moveOnMap'; readonly mapId: string; readonly resized: Resized | null }

/**
 * Each method but `tell` refuses with 500002 where the home cannot be reached; what it asked for may have been done all the same.
 */
export interface AccountHome {
  /**
   * Stores the observations of one message together; resolves after their COMMIT, with what became of all. Refuses with 401001 a sender
   * whose credential was revoked or replaced, whatever its front door still believes.
   */
  accept(
    sender: IdentifiedSender,
    speaksAs: SpeaksAs,
    observations: readonly Observation[],
    receivedAtMs: number,
  ): Promise<Accepted>
  /**
   * Resolves once it is done: the next report, at whichever server, is treated accordingly. Call it once the transaction is committed. Where the
   * home cannot be reached it resolves after a while too, and the home is told once it can be; but for `loadMap`, which refuses then.
   */
  tell(command: Command): Promise<void>
  /** Writes the hot rows of changed states, so that lists show what was reported until now. */
  flush(): Promise<void>
  /** The same, and the past of what came late: all of it where that takes no longer than two seconds. */
  settle(): Promise<void>
  /** How sure the place of a tracker is; undefined: no station places it. */
  believedOf(deviceId: string): Promise<Belief | 'not there' | undefined>
}

export interface Homes {
  of(accountId: string): AccountHome
}
