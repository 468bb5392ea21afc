/**
 * What is loaded after an event: at once what tells of events, as the list of notifications; then the lists of the main load, now and
 * then. Source: specification §4 Push handling; G60; decision 0026.
 */

/** Events that come together are followed by one load (ms). */
const GATHER_MS = 300
/** The stream keeps true what the main load brings, so that one in this time (ms) is enough. */
const LISTS_EVERY_MS = 60_000
/** Consoles hear of an event at one moment, and load within this time (ms) after it. */
const SPREAD_MS = 2000

export interface ReloadSettings {
  /** Loads what tells of events. */
  readonly loadEvents: () => void
  /** Loads the lists of the main load. */
  readonly loadLists: () => void
  /** Milliseconds by a clock that is never set. */
  readonly steadyMs: () => number
  /** From 0 to below 1. */
  readonly random: () => number
}

export interface Reloads {
  /** There was an event. */
  due(): void
  stop(): void
}

/** Loads after events until stopped. */
export function makeReloads({ loadEvents, loadLists, steadyMs, random }: ReloadSettings): Reloads {
  let events: ReturnType<typeof setTimeout> | undefined
  let lists: ReturnType<typeof setTimeout> | undefined
  let listsFromMs = 0
  const eventsDue = () => {
    events = undefined
    loadEvents()
  }
  const listsDue = () => {
    lists = undefined
    listsFromMs = steadyMs() + LISTS_EVERY_MS
    loadLists()
  }
  return {
    due() {
      events ??= setTimeout(eventsDue, GATHER_MS)
      lists ??= setTimeout(listsDue, Math.max(GATHER_MS, listsFromMs - steadyMs()) + random() * SPREAD_MS)
    },
    stop() {
      clearTimeout(events)
      clearTimeout(lists)
    },
  }
}
