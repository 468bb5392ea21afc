/** The live site of a session: its store, its worker and the stream that feeds them. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import { STREAM_PATH } from '@whereabouts/domain/live'
import { api, callHeaders } from '../../lib/api.ts'
import { reloadForNewCode } from '../../lib/chunks.ts'
import { currentLocale, LANGUAGE_TAGS } from '../../lib/i18n.ts'
import { inTime } from '../../lib/patience.ts'
import { noteServerTime, serverNow } from '../../lib/server-clock.ts'
import { WorkerLink } from './link.ts'
import { LiveStore } from './live-store.ts'
import { makeStreamEvents, type StreamEventSource } from './stream-events.ts'

/** Components hear of changes at most this often (ms): four times a second is live to a person. */
const TELL_EVERY_MS = 250
/** The worker counts the seconds, as pages in the background are given few; should it die, the page looks this often (ms). */
const LOOK_EVERY_MS = 5000
/** A stream that ended although its session goes on is opened again after this pause (ms). */
const REOPEN_AFTER_MS = 2000

export interface Live {
  readonly store: LiveStore
  readonly link: WorkerLink
  readonly events: StreamEventSource
  readonly stop: () => void
}

/** Opens the stream and starts its worker and store. Nobody asks it for anything after `stop`. */
export function startLive(): Live {
  const events = makeStreamEvents()
  const collator = new Intl.Collator(LANGUAGE_TAGS[currentLocale()], { numeric: true })
  const worker = new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module' })
  // A failure to load, which other than one within the worker says nothing of its reason.
  worker.onerror = (event) => {
    if (!(event instanceof ErrorEvent)) reloadForNewCode()
  }
  const link = new WorkerLink(worker, {
    headers: callHeaders,
    onEvents: (brought) => {
      for (const event of brought) noteTime(event)
      store.take(brought)
      for (const event of brought) events.tell(event)
    },
    onTick: () => store.tick(),
    onStream: (state) => {
      store.setStreamState(state)
      if (state === 'ended') void askAgain()
    },
  })
  const store = new LiveStore({
    feed: link,
    now: serverNow,
    nowMs: Date.now,
    steadyMs: () => performance.now(),
    schedule: (run) => void setTimeout(run, TELL_EVERY_MS),
    compareNames: collator.compare,
    onResync: events.tellResync,
    onLists: events.tellLists,
  })
  const url = new URL(`/v3${STREAM_PATH}`, window.location.origin).href
  // The server hung up for good. A call tells whether the session is over, and then ends it here too, or renews a token
  // that was too old; else, and when the call itself fails, the stream is tried again.
  const askAgain = async () => {
    try {
      await api.auth.token({ body: { refresh: false } }, inTime())
    } catch (error) {
      console.warn('The live stream has ended.', error)
    }
    if (!isStopped) reopening = setTimeout(() => link.connect(url), REOPEN_AFTER_MS)
  }
  let isStopped = false
  const looking = setInterval(() => store.tick(), LOOK_EVERY_MS)
  link.connect(url)
  let reopening: ReturnType<typeof setTimeout> | undefined
  return {
    store,
    link,
    events,
    stop: () => {
      isStopped = true
      clearTimeout(reopening)
      clearInterval(looking)
      link.close()
    },
  }
}

function noteTime(event: StreamEvent): void {
  if (event.event === 'hello' || event.event === 'heartbeat') noteServerTime(event.data.server_time_ms)
}
