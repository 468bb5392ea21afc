/** The network of a world: it takes each call to any server that is up, and loses, delays and doubles until all is calm. */
import { between, type Chance, oneOf } from '../seeded.ts'
import type { VirtualServer } from './virtual-server.ts'

/** The network path of one client. */
export interface Way {
  readonly fetch: typeof fetch
  /** Its streams break. */
  cut(): void
}

export class VirtualNetwork {
  readonly #servers: readonly VirtualServer[]
  /** Nothing is lost any more. */
  isCalm = false
  /** No call gets anywhere any more. */
  isOver = false

  constructor(servers: readonly VirtualServer[]) {
    this.#servers = servers
  }

  /**
   * A way of its own for each who calls, to any server, or to that one as long as it is up; `onArrival` hears which server each
   * call may have come to.
   */
  way(chance: Chance, onArrival: (server: VirtualServer) => void = () => {}, home?: number): Way {
    const cuts = new Set<() => void>()
    const send = async (url: string, init: RequestInit) => {
      if (this.isOver) return new Promise<never>(() => {})
      const isStream = url.endsWith('/stream')
      const luck = this.isCalm ? 1 : chance()
      const delayMs = luck < 0.1 ? between(chance, 100, 1500) : between(chance, 1, 20)
      await new Promise((arrived) => setTimeout(arrived, delayMs))
      const up = this.#servers.filter(({ isUp }) => isUp)
      if (up.length === 0 || luck < 0.02) throw new TypeError('fetch failed')
      const server = up.find((one) => one === this.#servers[home ?? -1]) ?? oneOf(chance, up)
      onArrival(server)
      if (!isStream) {
        if (luck > 0.02 && luck < 0.05) void server.request(url, init).catch(() => {})
        const answer = await server.request(url, init)
        // It was done, and who asked never learns.
        if (luck > 0.05 && luck < 0.07) throw new TypeError('fetch failed')
        return answer
      }
      const hangUp = new AbortController()
      const cut = () => hangUp.abort()
      cuts.add(cut)
      init.signal?.addEventListener('abort', cut)
      return server.request(url, { ...init, signal: hangUp.signal })
    }
    return {
      fetch: ((url: string, init: RequestInit) => send(url, init)) as typeof fetch,
      cut() {
        for (const cut of cuts) cut()
        cuts.clear()
      },
    }
  }
}
