/**
 * Tells a source its data with one frame for it, and says when that is on the screen. MapLibre alone draws three: one
 * at once, while the tiles hold what was, one when they are in, and a third that is the same to the pixel. Where a
 * processor draws the map, each costs it a tenth of a second, and the page stands still until it is done.
 */
import type { GeoJSONSource, Map as MapLibre, MapSourceDataEvent } from 'maplibre-gl'

/** Longest wait for tiles before the map is drawn without them (ms). */
const TILES_PATIENCE_MS = 1000
/** The frame that a frame with news asks for comes this much later (ms), unless other news come before. */
const ECHO_AFTER_MS = 300
/** Longest pause after a frame (ms), however long it took. */
const LONGEST_PAUSE_MS = 500

type Drawn = Pick<MapLibre, 'triggerRepaint' | 'getSource' | 'isSourceLoaded' | 'on'>

export class Frames {
  readonly #map: Drawn
  readonly #repaint: () => void
  readonly #known = new WeakSet<GeoJSONSource>()
  /** What a source says just now; the map hears it next, and wishes for a frame. */
  #heard: { readonly source: GeoJSONSource; readonly event: MapSourceDataEvent } | undefined
  /** The source whose news no frame has shown, and who waits for that. */
  #awaited:
    | { readonly source: GeoJSONSource; readonly whenDrawn: () => void; readonly whenShown: () => void }
    | undefined
  #isMoved = false
  /** A frame with news is being drawn: what it wishes for at its end is its echo. A camera that moves needs each frame. */
  #isFrameWithNews = false
  #isEchoDue = false
  #tookMs = 0
  #patience: ReturnType<typeof setTimeout> | undefined
  #echo: ReturnType<typeof setTimeout> | undefined

  /** From now on the map's wishes for frames come here first. */
  constructor(map: Drawn) {
    this.#map = map
    this.#repaint = map.triggerRepaint.bind(map)
    map.triggerRepaint = () => this.#wish()
    map.on('move', () => {
      this.#isMoved = true
    })
    map.on('render', () => this.#drew())
  }

  /**
   * Resolves once the screen shows it and the page has had half as much time for other things as that frame took. Never
   * resolves while the page is hidden, or for a source that is gone. One source at a time. `whenDrawn` is called within that
   * frame, for drawing that must be in step with it.
   */
  async tell(
    source: GeoJSONSource,
    data: Parameters<GeoJSONSource['setData']>[0],
    whenDrawn = (): void => undefined,
  ): Promise<void> {
    if (!this.#known.has(source)) {
      this.#known.add(source)
      source.on('data', (event) => this.#hear({ source, event }))
    }
    const shown = new Promise<void>((resolve) => {
      this.#awaited = { source, whenDrawn, whenShown: resolve }
    })
    this.stop()
    this.#patience = setTimeout(this.#repaint, TILES_PATIENCE_MS)
    await source.setData(data)
    await shown
  }

  /** How long the last frame with news kept the page from everything else (ms). */
  get tookMs(): number {
    return this.#tookMs
  }

  stop(): void {
    clearTimeout(this.#patience)
    clearTimeout(this.#echo)
  }

  #hear(heard: { source: GeoJSONSource; event: MapSourceDataEvent }): void {
    this.#heard = heard
    queueMicrotask(() => {
      this.#heard = undefined
    })
  }

  #wish(): void {
    if (this.#heard && !this.#isReady(this.#heard.source, this.#heard.event)) return
    if (this.#isFrameWithNews) this.#isEchoDue = true
    else this.#repaint()
  }

  #drew(): void {
    clearTimeout(this.#echo)
    this.#isEchoDue = false
    const isMoved = this.#isMoved
    this.#isMoved = false
    const awaited = this.#awaited
    if (!awaited || !this.#isReady(awaited.source)) return
    this.#awaited = undefined
    awaited.whenDrawn()
    clearTimeout(this.#patience)
    this.#isFrameWithNews = !isMoved
    queueMicrotask(() => {
      this.#isFrameWithNews = false
    })
    const drewAt = performance.now()
    setTimeout(() => {
      this.#tookMs = performance.now() - drewAt
      setTimeout(() => this.#rested(awaited.whenShown), Math.min(this.#tookMs / 2, LONGEST_PAUSE_MS))
    })
  }

  #rested(whenShown: () => void): void {
    whenShown()
    if (this.#isEchoDue) this.#echo = setTimeout(this.#repaint, ECHO_AFTER_MS)
  }

  /**
   * Whether all tiles on the screen hold what the source was told. They begin to load after its "metadata". One that went with its
   * style never does, and one of the same name is another.
   */
  #isReady(source: GeoJSONSource, event?: MapSourceDataEvent): boolean {
    if (this.#map.getSource(source.id) !== source) return false
    return event?.sourceDataType !== 'metadata' && this.#map.isSourceLoaded(source.id)
  }
}
