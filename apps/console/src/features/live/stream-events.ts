/** Who hears what the live stream brings. Each `on…` answers how to stop. */
import type { ListName } from '@whereabouts/contract/lists'
import type { StreamEvent } from '@whereabouts/contract/stream'

type Listen<Value> = (listener: (value: Value) => void) => () => void

export interface StreamEventSource {
  /** Everything, in order; `hello` begins each connection. */
  readonly onEvent: Listen<StreamEvent>
  /** The lists must be loaded again. */
  readonly onResync: Listen<void>
  /** Lists that are loaded by calls of their own have changed on the server. */
  readonly onLists: Listen<readonly ListName[]>
  /** Tells an event, which may have come another way than by the stream. */
  tell(event: StreamEvent): void
  tellResync(): void
  tellLists(lists: readonly ListName[]): void
}

export function makeStreamEvents(): StreamEventSource {
  const events = makeChannel<StreamEvent>()
  const resyncs = makeChannel<void>()
  const lists = makeChannel<readonly ListName[]>()
  return {
    ...{ onEvent: events.listen, onResync: resyncs.listen, onLists: lists.listen },
    ...{ tell: events.tell, tellResync: resyncs.tell, tellLists: lists.tell },
  }
}

function makeChannel<Value>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    listen: (listener: (value: Value) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (value: Value) => {
      for (const listener of listeners) listener(value)
    },
  }
}
