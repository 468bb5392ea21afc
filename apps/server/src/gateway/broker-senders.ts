/**
 * Names in a broker's topics as senders: the account trusts its own broker, so that a room, a gateway or a phone needs no credential of
 * its own. The first message with something to store makes one. Source: decision 0055.
 */
import { createHash } from 'node:crypto'
import { MAX_BROKER_SENDERS } from '@whereabouts/domain/brokers'
import { isCleanText, tidyName } from '@whereabouts/domain/clean-text'
import type { BrokerSource } from '@whereabouts/protocol/broker-topics'
import type { Background } from '../context.ts'
import { toSeconds } from '../platform/clock.ts'
import { insertBrokerSender, listBrokerSenders } from './broker-queries.ts'
import type { KnownSender } from './senders.ts'

/** Room for a number behind it. */
const MAX_ID_LENGTH = 58
/** Ids that are tried for one name. */
const TRIES = 50

const keyOf = ({ kind, label }: BrokerSource): string => `${kind} ${label}`

/** Ids for a name, the plainest first. What cannot stand in an id becomes a dash; a name without any letter of it becomes a hash. */
export function idsFor({ kind, label }: BrokerSource): readonly string[] {
  const plain = label
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_ID_LENGTH)
  const hash = createHash('sha256').update(label).digest('hex').slice(0, 8)
  const base = plain === '' ? `${kind}-${hash}` : plain
  return [base, ...Array.from({ length: TRIES - 1 }, (_, at) => `${base}-${at + 2}`)]
}

export class BrokerSenders {
  readonly #app: Background
  readonly #accountId: string
  readonly #brokerId: string
  /** By kind and label; undefined: it was taken off, as by removing its station. */
  #known = new Map<string, KnownSender | undefined>()
  readonly #entering = new Map<string, Promise<KnownSender | undefined>>()

  constructor(app: Background, accountId: string, brokerId: string) {
    this.#app = app
    this.#accountId = accountId
    this.#brokerId = brokerId
  }

  /** Reads them again: which are stations by now, and which were taken off. */
  async load(): Promise<void> {
    const rows = await listBrokerSenders(this.#app.db, this.#accountId, this.#brokerId)
    this.#known = new Map(
      rows.map(({ isRevoked, ...sender }) => [
        keyOf(sender),
        isRevoked ? undefined : { ...sender, accountId: this.#accountId, label: this.#nameOf(sender) },
      ]),
    )
  }

  /** The sender of a name; undefined: it was taken off. One that is new has to enter first. */
  of(source: BrokerSource): KnownSender | undefined {
    const key = keyOf(source)
    if (this.#known.has(key)) return this.#known.get(key)
    const { kind } = source
    return {
      ...{
        accountId: this.#accountId,
        senderId: 'broker',
        t4Id: null,
        generation: 0,
        kind,
        lastUsed: null,
        label: source.label,
      },
      enter: () => this.#enter(source),
    }
  }

  /** Its device is called by the name, where that can be read. */
  #nameOf({ senderId, label }: { senderId: string; label: string }): string {
    const name = tidyName(label)
    return name !== '' && isCleanText(name) ? name : senderId
  }

  #enter(source: BrokerSource): Promise<KnownSender | undefined> {
    const key = keyOf(source)
    const entering = this.#entering.get(key) ?? this.#insert(source).finally(() => this.#entering.delete(key))
    this.#entering.set(key, entering)
    return entering
  }

  async #insert(source: BrokerSource): Promise<KnownSender | undefined> {
    const { db, clock, counts } = this.#app
    const of = { accountId: this.#accountId, brokerId: this.#brokerId, ...source }
    const now = clock.now()
    const made = await insertBrokerSender(db, of, idsFor(source), MAX_BROKER_SENDERS, toSeconds(now))
    if (made === undefined) {
      counts.add({ accountId: this.#accountId, senderId: 'broker' }, 'tooManySenders', now)
      return undefined
    }
    const label = this.#nameOf({ senderId: made.senderId, label: source.label })
    const sender: KnownSender = { ...made, accountId: this.#accountId, kind: source.kind, lastUsed: null, label }
    this.#known.set(keyOf(source), sender)
    return sender
  }
}
