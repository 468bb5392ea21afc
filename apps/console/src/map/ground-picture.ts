/**
 * The world below the markers as a picture while the camera rests. Where a processor draws the map, coasts are three quarters
 * of a frame, and most frames show nothing new but markers: the ground is kept on a canvas of its own below the map's.
 */
import type { Map as MapLibre } from 'maplibre-gl'

/** MapLibre's own place for layers that are shown as pictures. It uses it where the ground has hills, and ours has none. */
type Pictures = MapLibre['painter']['renderToTexture']
type Layer = Parameters<Pictures['renderLayer']>[0]
type Style = Parameters<Pictures['renderLayer']>[1]
type Frame = Parameters<Pictures['renderLayer']>[2]

export class GroundPicture implements Pictures {
  /** What is kept is never shown in a frame that it is not the same as. */
  readonly needsFollowUpFrame = false
  readonly #canvas: HTMLCanvasElement
  readonly #source: string
  readonly #picture: HTMLCanvasElement
  readonly #brush: CanvasRenderingContext2D | null
  /** All that the kept pixels follow from: what tiles hold does not change while their style lives. */
  #kept: string | undefined
  /** The ground that this frame draws, and that is kept. */
  #next: string | undefined
  #isMoving = false
  #isBegun = false
  #isShown = false

  /** `canvas` is the map's, `picture` a new one. `source`: the layers of the ground are drawn from it, and are the lowest. */
  constructor(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, source: string) {
    this.#canvas = canvas
    this.#picture = picture
    this.#brush = picture.getContext('2d')
    this.#source = source
    picture.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;visibility:hidden'
    canvas.before(picture)
  }

  remove(): void {
    this.#picture.remove()
  }

  prepareForRender(_style: Style, _zoom: number, isMoving: boolean): void {
    this.#isMoving = isMoving
    this.#isBegun = false
    this.#next = undefined
  }

  /** Asked of each layer from the lowest; true where the page shows it below the map's canvas. */
  renderLayer(layer: Layer, style: Style, frame: Frame): boolean {
    const isGround = layer.source === this.#source
    if (!this.#isBegun) this.#begin(isGround ? this.#lookOf(style, frame) : undefined)
    if (!isGround && this.#next !== undefined) this.#keep(this.#next)
    return isGround && this.#isShown
  }

  /** Asked for ground with hills only. */
  getTexture(): undefined {
    return undefined
  }

  /** The page shows both canvases of one frame together. */
  #begin(look: string | undefined): void {
    this.#isBegun = true
    const isKept = look !== undefined && look === this.#kept
    if (isKept !== this.#isShown) this.#picture.style.visibility = isKept ? 'inherit' : 'hidden'
    this.#isShown = isKept
    // Reading pixels back takes as long as a frame: not for each frame of a movement.
    if (!isKept && !this.#isMoving) this.#next = look
  }

  /** Undefined while tiles are on their way. */
  #lookOf(style: Style, { transform }: Frame): string | undefined {
    const tiles = style.tileManagers[this.#source]
    if (!tiles?.loaded()) return undefined
    const { width, height } = this.#canvas
    const places = tiles.getVisibleCoordinates().map(({ key }) => key)
    return [width, height, ...transform.modelViewProjectionMatrix, ...places].join()
  }

  #keep(look: string): void {
    this.#next = undefined
    if (this.#brush === null) return
    // A new size empties it too.
    this.#picture.width = this.#canvas.width
    this.#picture.height = this.#canvas.height
    this.#brush.drawImage(this.#canvas, 0, 0)
    this.#kept = look
  }
}
