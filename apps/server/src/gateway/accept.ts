/** The last step of every adapter. */
import type { Observation } from '@whereabouts/domain/observations'
import type { App } from '../context.ts'
import type { Accepted, SpeaksAs } from '../ingest/ingest.ts'
import type { KnownSender } from './senders.ts'

/** Hands an observation to ingest; resolves once it is stored, when its sender counts as heard. */
export async function accept(
  app: App,
  sender: KnownSender,
  speaksAs: SpeaksAs,
  observation: Observation,
  receivedAtMs: number,
): Promise<Accepted> {
  const accepted = await app.ingest.accept(sender, speaksAs, observation, receivedAtMs)
  app.senders.used(sender, receivedAtMs)
  return accepted
}
