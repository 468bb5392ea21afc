/**
 * The worker behind the map: reads the live stream, puts markers where it says, and answers what there is to draw.
 * The page gets the same messages in small portions, so that no burst blocks it.
 */
/// <reference lib="webworker" />
import type { StreamEvent } from '@whereabouts/contract/stream'
import { type Drawing, draw, type Emphasis, type View } from '../../map/drawing.ts'
import { extentOf } from '../../map/extent.ts'
import { looksAlike } from '../../map/looks-alike.ts'
import { MarkerColumns } from '../../map/marker-columns.ts'
import { stationPlace, trackerPlace } from './marker-changes.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { runStream } from './stream-client.ts'

declare const self: DedicatedWorkerGlobalScope

/** Devices in one message to the page. */
const PORTION = 250
/** Changes are gathered this long before they are drawn (ms) … */
const DRAW_AFTER_MS = 5
/** … and no drawing follows another sooner than this (ms). */
const DRAW_EVERY_MS = 40
const TICK_MS = 1000

const columns = new MarkerColumns()
let view: View | undefined
let emphasis: Emphasis = {
  showsDevices: true,
  showsStations: true,
  hiddenColours: [],
  selectedId: null,
  namesSelected: false,
  attentionIds: [],
  fannedId: null,
}
/** What is on the screen, or on its way there. */
let drawn: Drawing | undefined
let drawnAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** The last drawing is not on the screen yet. Another would only wait there: changes wait here, where they cost nothing. */
let isShowing = false
/** The first change that no drawing shows (ms of the worker's clock); undefined: all are shown. */
let changedAt: number | undefined

const say = (message: FromWorker): void => self.postMessage(message)

function drawNow(isNewView: boolean): void {
  clearTimeout(timer)
  timer = undefined
  if (!view) return
  changedAt = undefined
  const drawing = draw(columns, view, emphasis)
  // Where nothing would be seen to change, the map has its rest.
  if (!isNewView && drawn && looksAlike(drawn, drawing, view.zoom)) return
  drawn = drawing
  drawnAt = performance.now()
  isShowing = true
  say({ type: 'drawing', drawing, isNewView })
}

function drawSoon(): void {
  changedAt ??= performance.now()
  if (timer !== undefined || isShowing) return
  const pause = Math.max(changedAt + DRAW_AFTER_MS, drawnAt + DRAW_EVERY_MS) - performance.now()
  timer = setTimeout(() => drawNow(false), pause)
}

/** The places of a message go straight to the map; the page hears of the rest. */
function take(event: StreamEvent): void {
  if (event.event === 'trackers') {
    columns.apply(event.data.trackers.flatMap((delta) => trackerPlace(delta) ?? []))
    drawSoon()
    const { trackers } = event.data
    for (let at = 0; at < trackers.length; at += PORTION) {
      say({ type: 'events', events: [{ ...event, data: { trackers: trackers.slice(at, at + PORTION) } }] })
    }
    return
  }
  if (event.event === 'stations') {
    columns.apply(event.data.stations.flatMap((delta) => stationPlace(delta) ?? []))
    drawSoon()
  }
  say({ type: 'events', events: [event] })
}

// The page itself is given few timers while nobody looks at it, and would notice a silence of the server late.
setInterval(() => say({ type: 'tick' }), TICK_MS)

const asked: ((headers: Record<string, string>) => void)[] = []

/** Until the time is up, or the network comes back before. The worker lives as long as its stream. */
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(due)
      self.removeEventListener('online', done)
      resolve()
    }
    const due = setTimeout(done, ms)
    self.addEventListener('online', done)
  })

function connect(url: string): void {
  void runStream(
    {
      url,
      headers: () =>
        new Promise((resolve) => {
          asked.push(resolve)
          say({ type: 'needHeaders' })
        }),
      fetch: (input, init) => fetch(input, init),
      wait,
      random: Math.random,
      onEvent: take,
      onState: (state) => say({ type: 'stream', state }),
    },
    new AbortController().signal,
  )
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'connect':
      connect(data.url)
      break
    case 'headers':
      for (const resolve of asked.splice(0)) resolve(data.headers)
      break
    case 'changes':
      columns.apply(data.changes)
      drawSoon()
      break
    case 'remove':
      columns.remove(data.ids)
      drawSoon()
      break
    case 'planes':
      columns.setPlanes(data.planes)
      drawSoon()
      break
    case 'emphasis':
      emphasis = data.emphasis
      drawNow(true)
      break
    case 'view':
      view = data.view
      drawNow(true)
      break
    case 'shown':
      isShowing = false
      if (changedAt !== undefined) drawSoon()
      break
    case 'extent':
      say({ type: 'extent', request: data.request, extent: extentOf(columns, data.plane) })
      break
  }
}
