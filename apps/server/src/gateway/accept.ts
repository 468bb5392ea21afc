/** The last steps of every adapter. */
import type { Observation } from '@whereabouts/domain/observations'
import type { KeyOf } from '@whereabouts/protocol/advertisement'
import type { Settle, Tag } from '@whereabouts/protocol/tag'
import type { AnyApp } from '../context.ts'
import type { Accepted } from '../ingest/ingest.ts'
import type { SpeaksAs } from '../ingest/receive/recogniser.ts'
import type { KnownSender } from './senders.ts'

/** That a station is away makes none: brokers retain this of stations that were taken down long ago. */
const isWorthEntering = ({ items }: Observation): boolean => items.some((item) => item.kind !== 'status' || item.online)

/** Passes an observation to the home of its account; resolves once it is stored, which also counts its sender as heard. */
export const accept = (
  app: AnyApp,
  from: KnownSender,
  speaksAs: SpeaksAs,
  observation: Observation,
  receivedAtMs: number,
): Promise<Accepted> => acceptAll(app, from, speaksAs, [observation], receivedAtMs)

/** The same for the observations of one message: they are stored together, so there is one COMMIT to wait for. */
export async function acceptAll(
  app: AnyApp,
  from: KnownSender,
  speaksAs: SpeaksAs,
  observations: readonly Observation[],
  receivedAtMs: number,
): Promise<Accepted> {
  const nothing = { stored: 0, repeated: 0, unknown: 0 }
  if (observations.length === 0) return nothing
  const sender = from.enter === undefined || !observations.some(isWorthEntering) ? from : await from.enter()
  if (sender === undefined || sender.enter !== undefined) return nothing
  const accepted = await app.homes.of(sender.accountId).accept(sender, speaksAs, observations, receivedAtMs)
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
  app: AnyApp,
  sender: KnownSender,
  speaksAs: SpeaksAs,
  read: (deps: TagDeps) => Observation | undefined,
  receivedAtMs: number,
): Promise<Accepted | undefined> {
  const readAll = (deps: TagDeps) => {
    const observation = read(deps)
    return observation === undefined ? [] : [observation]
  }
  return acceptTagsOfAll(app, sender, speaksAs, readAll, receivedAtMs)
}

/** The same for a message that holds several observations, as a gateway's table of what it heard each second. */
export async function acceptTagsOfAll(
  app: AnyApp,
  sender: KnownSender,
  speaksAs: SpeaksAs,
  read: (deps: TagDeps) => readonly Observation[],
  receivedAtMs: number,
): Promise<Accepted | undefined> {
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
    if (observations.length === 0) return undefined
    return await acceptAll(app, sender, speaksAs, observations, receivedAtMs)
  } catch (error) {
    for (const tag of settled.reverse()) app.tagMemory.forget(accountId, tag)
    throw error
  }
}
