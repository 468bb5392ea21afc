import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Frames } from './frames.ts'

/** As much of MapLibre as draws: each event of a source makes it wish for a frame, and so does each frame with news. */
class PaintedMap {
  frames = 0
  isLoaded = true
  hasSource = true
  #isWished = false
  readonly #listeners = new Map<string, (() => void)[]>()
  readonly source: GeoJSONSource
  #tell: ((event: object) => void) | undefined

  constructor() {
    this.source = {
      id: 'markers',
      on: (_type: string, listener: (event: object) => void) => {
        this.#tell = listener
      },
      setData: async () => {
        this.say({ sourceDataType: 'metadata' })
        this.isLoaded = false
        this.say({ sourceDataType: 'content' })
      },
    } as unknown as GeoJSONSource
  }

  readonly asMap = this as unknown as MapLibre

  triggerRepaint(): void {
    this.#isWished = true
  }
  getSource(): GeoJSONSource | undefined {
    return this.hasSource ? this.source : undefined
  }
  /** MapLibre makes an error of a question about a source it does not have. */
  isSourceLoaded(): boolean {
    if (!this.hasSource) throw new Error('There is no tile manager')
    return this.isLoaded
  }
  on(type: string, listener: () => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }
  fire(type: string): void {
    for (const listener of this.#listeners.get(type) ?? []) listener()
  }
  /** The source's listeners hear it before the map does. */
  say(event: object): void {
    this.#tell?.(event)
    this.triggerRepaint()
  }
  tilesCome(): void {
    this.isLoaded = true
    this.say({ tile: {} })
  }
  /** The browser's next frame, if one is wished for. */
  paint(): void {
    if (!this.#isWished) return
    this.#isWished = false
    this.frames++
    this.fire('render')
    // Symbols have changed: placing them is repeated.
    if (this.frames % 2 === 1) this.triggerRepaint()
  }
}

let map: PaintedMap
let frames: Frames
const task = () => vi.advanceTimersByTimeAsync(0)
beforeEach(() => {
  vi.useFakeTimers()
  map = new PaintedMap()
  frames = new Frames(map.asMap)
})
afterEach(() => vi.useRealTimers())

test('news cost one frame, and that shows them', async () => {
  void frames.tell(map.source, '')
  await task()
  map.paint()
  expect(map.frames).toBe(0)
  map.tilesCome()
  await task()
  map.paint()
  await vi.advanceTimersByTimeAsync(100)
  map.paint()
  expect(map.frames).toBe(1)
})

test('the repeated frame comes when no news do', async () => {
  void frames.tell(map.source, '')
  await task()
  map.tilesCome()
  map.paint()
  await vi.advanceTimersByTimeAsync(1000)
  map.paint()
  await vi.advanceTimersByTimeAsync(1000)
  map.paint()
  expect(map.frames).toBe(2)
})

test('a caller that sends changes is notified when they are drawn', async () => {
  let isShown = false
  void frames.tell(map.source, '').then(() => {
    isShown = true
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(isShown).toBe(false)
  map.tilesCome()
  map.paint()
  await vi.advanceTimersByTimeAsync(100)
  expect(isShown).toBe(true)
})

test('listeners in step with changes are notified within the frame that draws them', async () => {
  let frame: number | undefined
  void frames.tell(map.source, '', () => {
    frame = map.frames
  })
  await task()
  // A frame of something else, while the tiles hold what was.
  map.triggerRepaint()
  map.paint()
  expect(frame).toBeUndefined()
  map.tilesCome()
  map.paint()
  expect(frame).toBe(2)
})

test('news of a source that went with its style are not waited for', async () => {
  let isShown = false
  void frames.tell(map.source, '').then(() => {
    isShown = true
  })
  await task()
  map.hasSource = false
  map.tilesCome()
  map.fire('render')
  await vi.advanceTimersByTimeAsync(100)
  expect(isShown).toBe(false)
})

test('a camera that moves gets its frames while tiles are on their way, and the one after', async () => {
  void frames.tell(map.source, '')
  await task()
  map.asMap.triggerRepaint()
  map.fire('move')
  map.paint()
  expect(map.frames).toBe(1)
  await task()
  map.paint()
  map.tilesCome()
  await task()
  map.fire('move')
  map.paint()
  await task()
  map.paint()
  expect(map.frames).toBe(4)
})

test('tiles that never come do not keep the map from being drawn', async () => {
  void frames.tell(map.source, '')
  await vi.advanceTimersByTimeAsync(2000)
  map.paint()
  expect(map.frames).toBe(1)
})

test('a map that is gone is drawn no more', async () => {
  void frames.tell(map.source, '')
  await task()
  frames.stop()
  await vi.advanceTimersByTimeAsync(2000)
  map.paint()
  expect(map.frames).toBe(0)
})
