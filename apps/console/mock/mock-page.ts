/** Puts the mock behind a page: calls and pictures behind `fetch`, the live stream behind the worker that reads it. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { mockFetch } from '@whereabouts/mock-api/mock-fetch'
import type { FromWorker, ToWorker } from '../src/features/live/messages.ts'

const realFetch = window.fetch.bind(window)
const RealWorker = window.Worker

interface Settings {
  /** Whether a map draws its markers, which a worker works out. Without it none is started. */
  readonly drawsMarkers: boolean
}

/** The stream of a page, as its worker would read it. */
class PageStream {
  readonly #mock: MockApi
  readonly #say: (message: FromWorker) => void
  #close = () => {}

  constructor(mock: MockApi, say: (message: FromWorker) => void) {
    this.#mock = mock
    this.#say = say
  }

  /** In a later turn, as a worker would. */
  #later(message: FromWorker): void {
    queueMicrotask(() => this.#say(message))
  }

  connect(): void {
    this.#later({ type: 'needHeaders' })
  }

  listen({ authorization = '' }: Record<string, string>): void {
    const actor = this.#mock.actorOf(authorization.replace(/^Bearer /, ''))
    const isLet = actor !== undefined && !actor.isExpired
    this.#later({ type: 'stream', state: isLet ? 'open' : 'ended' })
    if (!isLet) return
    this.#close = this.#mock.streams.open(actor, (event) => this.#tell(event))
  }

  close(): void {
    this.#close()
  }

  #tell(event: StreamEvent): void {
    this.#later({ type: 'events', events: [event] })
    if (event.event !== 'bye') return
    this.#close()
    this.#later({ type: 'stream', state: 'ended' })
  }
}

/** What the console starts as its worker: reads the mock's stream, and answers that there is nothing to draw. */
const quietWorker = (mock: MockApi) =>
  class extends EventTarget {
    onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null
    onerror: ((event: Event) => void) | null = null
    readonly #stream = new PageStream(mock, (data) => this.onmessage?.(new MessageEvent('message', { data })))

    postMessage(message: ToWorker): void {
      if (message.type === 'connect') this.#stream.connect()
      if (message.type === 'headers') this.#stream.listen(message.headers)
      if (message.type !== 'extent') return
      const data = { type: 'extent', request: message.request, extent: null } as const
      queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data })))
    }

    terminate(): void {
      this.#stream.close()
    }
  }

/** The console's own worker but for the stream, which it cannot read as the mock lives in the page. */
const drawingWorker = (mock: MockApi) =>
  class extends RealWorker {
    readonly #stream = new PageStream(mock, (data) => this.dispatchEvent(new MessageEvent('message', { data })))

    override postMessage(message: ToWorker): void {
      if (message.type === 'connect') this.#stream.connect()
      else if (message.type === 'headers') this.#stream.listen(message.headers)
      else super.postMessage(message)
    }

    override terminate(): void {
      this.#stream.close()
      super.terminate()
    }
  }

/** Answers how to give the page its network back. */
export function putMockBehindPage(mock: MockApi, { drawsMarkers }: Settings): () => void {
  window.fetch = mockFetch(mock, { fetch: realFetch, language: () => /lang=([^;]+)/.exec(document.cookie)?.[1] ?? '' })
  window.Worker = (drawsMarkers ? drawingWorker(mock) : quietWorker(mock)) as unknown as typeof Worker
  return () => {
    window.fetch = realFetch
    window.Worker = RealWorker
  }
}
