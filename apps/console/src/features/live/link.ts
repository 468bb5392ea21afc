/** The page's end of the worker: feeds markers, asks for drawings, passes the stream on. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import type { Drawing, Emphasis, View } from '../../map/drawing.ts'
import type { MarkerFeed } from './live-list.ts'
import type { Extent, FromWorker, ToWorker } from './messages.ts'
import type { StreamState } from './stream-client.ts'

/** Changes in one message to the worker: copying more at once would block the page. */
const PORTION = 2000

export interface LinkSettings {
  readonly headers: () => Record<string, string>
  readonly onEvents: (events: readonly StreamEvent[]) => void
  readonly onStream: (state: StreamState) => void
  /** A second has gone by. */
  readonly onTick: () => void
}

/** Resolves once the drawing is on the screen: the next one is not made before. */
type OnDrawing = (drawing: Drawing, isNewView: boolean) => Promise<void>

export class WorkerLink implements MarkerFeed {
  readonly #worker: Worker
  readonly #settings: LinkSettings
  #onDrawing: OnDrawing | undefined
  readonly #extents = new Map<number, (extent: Extent | null) => void>()
  #requests = 0

  constructor(worker: Worker, settings: LinkSettings) {
    this.#worker = worker
    this.#settings = settings
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data)
  }

  connect(url: string): void {
    this.#say({ type: 'connect', url })
  }

  close(): void {
    this.#worker.terminate()
  }

  apply(changes: Parameters<MarkerFeed['apply']>[0]): void {
    for (let at = 0; at < changes.length; at += PORTION) {
      this.#say({ type: 'changes', changes: changes.slice(at, at + PORTION) })
    }
  }

  remove(ids: readonly string[]): void {
    if (ids.length > 0) this.#say({ type: 'remove', ids })
  }

  setPlanes(planes: Parameters<MarkerFeed['setPlanes']>[0]): void {
    const bare = planes.map(({ id, width, height, corners }) => ({ id, width, height, corners }))
    this.#say({ type: 'planes', planes: bare })
  }

  setEmphasis(emphasis: Emphasis): void {
    this.#say({ type: 'emphasis', emphasis })
  }

  setView(view: View): void {
    this.#say({ type: 'view', view })
  }

  /** Who draws. One map at a time. */
  onDrawing(listener: OnDrawing | undefined): void {
    this.#onDrawing = listener
  }

  extentOf(plane: string | null): Promise<Extent | null> {
    const request = ++this.#requests
    return new Promise((resolve) => {
      this.#extents.set(request, resolve)
      this.#say({ type: 'extent', plane, request })
    })
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'needHeaders':
        this.#say({ type: 'headers', headers: this.#settings.headers() })
        break
      case 'stream':
        this.#settings.onStream(message.state)
        break
      case 'events':
        this.#settings.onEvents(message.events)
        break
      case 'tick':
        this.#settings.onTick()
        break
      case 'drawing':
        void this.#onDrawing?.(message.drawing, message.isNewView).then(() => this.#say({ type: 'shown' }))
        break
      case 'extent':
        this.#extents.get(message.request)?.(message.extent)
        this.#extents.delete(message.request)
        break
    }
  }
}
