/** Keeps one live stream open: connects, reads, and after a loss connects again where it left off. Source: G59. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import { createEventReader } from './sse.ts'

/** First wait after a loss (ms); doubles up to the longest. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** A connection that says nothing this long is dead, whatever the network thinks (heartbeats come each 10 s). */
const GIVE_UP_AFTER_MS = 25_000

export type StreamState = 'connecting' | 'open' | 'lost' | 'ended'

export interface StreamSettings {
  readonly url: string
  /** Read again for each connection, as tokens change. */
  readonly headers: () => Promise<Record<string, string>>
  readonly fetch: typeof fetch
  /** Resolves after `ms`, or at once when the signal aborts or there is a reason to hope (the network is back). */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  readonly onEvent: (event: StreamEvent) => void
  readonly onState: (state: StreamState) => void
}

/** Waits between half of a doubling time and all of it, so that fifty consoles do not return in one moment. */
const backOffMs = (losses: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(losses, 10)) * (0.5 + random / 2)

/** Runs until the signal aborts, or the session is over: the server said `bye` or knows the token no more. */
export async function runStream(settings: StreamSettings, signal: AbortSignal): Promise<void> {
  let lastEventId = ''
  let losses = 0
  while (!signal.aborted) {
    settings.onState('connecting')
    const end = await connectOnce(settings, signal, lastEventId, (event) => {
      // Not before the first heartbeat: a connection that always breaks after its first words is no good one.
      if (event.event === 'heartbeat') losses = 0
      if (event.id !== '') lastEventId = event.id
      settings.onEvent(event)
    })
    if (signal.aborted) return
    if (end === 'over') {
      settings.onState('ended')
      return
    }
    settings.onState('lost')
    await settings.wait(backOffMs(losses, settings.random()), signal)
    losses++
  }
}

/** One connection from its first byte to its last. */
async function connectOnce(
  settings: StreamSettings,
  signal: AbortSignal,
  lastEventId: string,
  onEvent: (event: StreamEvent) => void,
): Promise<'over' | 'lost'> {
  const cut = new AbortController()
  const stop = () => cut.abort()
  signal.addEventListener('abort', stop)
  let isByeSaid = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, GIVE_UP_AFTER_MS)
  }
  try {
    heard()
    const response = await settings.fetch(settings.url, {
      headers: {
        ...(await settings.headers()),
        accept: 'text/event-stream',
        ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
      },
      cache: 'no-store',
      signal: cut.signal,
    })
    if (response.status === 401) return 'over'
    if (!response.ok || !response.body) return 'lost'
    settings.onState('open')
    const read = createEventReader(({ event, id, data }) => {
      const parsed = { event, id, data: JSON.parse(data) } as StreamEvent
      isByeSaid ||= parsed.event === 'bye'
      onEvent(parsed)
    })
    const text = response.body.pipeThrough(new TextDecoderStream())
    for await (const piece of text) {
      heard()
      read(piece)
      if (isByeSaid) return 'over'
    }
    return 'lost'
  } catch {
    // A broken network, an unreadable event, our own time-out: all mean the same here, connect again.
    return 'lost'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    cut.abort()
  }
}
