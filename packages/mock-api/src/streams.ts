/** The live streams of consoles: hello, what changed, heartbeats when they are asked for. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import type { Actor, World } from './world.ts'

interface Listener {
  readonly accountId: string
  readonly sessionId: string
  readonly hear: (event: StreamEvent) => void
}

export class Streams {
  readonly #now: () => number
  readonly #listeners = new Set<Listener>()
  #told = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Opens a stream: `hello` comes at once, and a heartbeat. Answers how to close it. */
  open({ account, session }: Actor, hear: (event: StreamEvent) => void): () => void {
    const listener = { accountId: account.account_id, sessionId: session.session_id, hear }
    this.#listeners.add(listener)
    const data = { server_time_ms: this.#now() }
    hear({ event: 'hello', id: '', data: { ...data, is_telling: true } })
    hear({ event: 'heartbeat', id: '', data })
    return () => this.#listeners.delete(listener)
  }

  /** How many listen. */
  get count(): number {
    return this.#listeners.size
  }

  tell: World['tell'] = (accountId, event, sessionId) => {
    this.#told += 1
    const told = structuredClone({ ...event, id: String(this.#told) }) as StreamEvent
    for (const listener of this.#listeners) {
      const isMeant = listener.accountId === accountId && (sessionId ?? listener.sessionId) === listener.sessionId
      if (isMeant) listener.hear(told)
    }
  }

  heartbeat(): void {
    const data = { server_time_ms: this.#now() }
    for (const { hear } of this.#listeners) hear({ event: 'heartbeat', id: '', data })
  }
}
