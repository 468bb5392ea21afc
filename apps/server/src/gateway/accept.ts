/** The last steps of every adapter. */
import type { Observation } from '@whereabouts/domain/observations'
import type { KeyOf } from '@whereabouts/protocol/advertisement'
import type { Settle, Tag } from '@whereabouts/protocol/tag'
import type { App } from '../context.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { SpeaksAs } from '../ingest/recogniser.ts'
import type { KnownSender } from './senders.ts'

/** That a station is away makes none: brokers retain this of stations that were taken down long ago. */
const isWorthEntering = ({ items }: Observation): boolean => items.some((item) => item.kind !== 'status' || item.online)

/** Passes an observation to ingest; resolves once it is stored, which also counts its sender as heard. */
export async function accept(
  app: App,
  from: KnownSender,
  speaksAs: SpeaksAs,
  observation: Observation,
  receivedAtMs: number,
): Promise<Accepted> {
  const sender = from.enter === undefined || !isWorthEntering(observation) ? from : await from.enter()
  if (sender === undefined || sender.enter !== undefined) return { stored: 0, repeated: 0, unknown: 0 }
  app.storedRows.mustHaveRoom(sender.accountId)
  app.reportRates.count(sender, Math.max(1, observation.items.length))
  const accepted = await app.ingest.accept(sender, speaksAs, observation, receivedAtMs)
  app.senders.used(sender, receivedAtMs)
  return accepted
}

/** What decoding tags needs beside the message. */
export interface TagDeps {
  readonly keyOf: KeyOf
  readonly settle: Settle
}

/**
 * Decodes a message about tags with the account's keys, and stores the observation; undefined where there is none to store. When
 * storing fails, the tag memory is undone: otherwise the sender's retry would count as a repeat, and a button press would be lost.
 */
export async function acceptTags(
  app: App,
  sender: KnownSender,
  speaksAs: SpeaksAs,
  read: (deps: TagDeps) => Observation | undefined,
  receivedAtMs: number,
): Promise<Accepted | undefined> {
  const readAll = (deps: TagDeps) => {
    const observation = read(deps)
    return observation === undefined ? [] : [observation]
  }
  const [accepted] = await acceptTagsOfAll(app, sender, speaksAs, readAll, receivedAtMs)
  return accepted
}

/** The same for a message that holds several observations, as a gateway's table of what it heard each second. */
export async function acceptTagsOfAll(
  app: App,
  sender: KnownSender,
  speaksAs: SpeaksAs,
  read: (deps: TagDeps) => readonly Observation[],
  receivedAtMs: number,
): Promise<readonly Accepted[]> {
  const { accountId } = sender
  const keyOf = await app.radioKeys.of(accountId)
  const settled: Tag[] = []
  const settle = (tag: Tag): Tag => {
    const known = app.tagMemory.settle(accountId, tag, receivedAtMs)
    settled.push(known)
    return known
  }
  const observations = read({ keyOf, settle })
  try {
    return await Promise.all(
      observations.map((observation) => accept(app, sender, speaksAs, observation, receivedAtMs)),
    )
  } catch (error) {
    for (const tag of settled.reverse()) app.tagMemory.forget(accountId, tag)
    throw error
  }
}
