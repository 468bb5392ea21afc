/** Keeps the pictures of the markers in the map: draws what is asked for, forgets what has not been used for long. */
import type { Map as MapLibre } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { lookOf } from './sprite-key.ts'
import { drawSprite, SPRITE_SCALE } from './sprites.ts'

/** Pictures kept although not drawn now. */
const ROOM = 600

export class SpriteShelf {
  readonly #map: MapLibre
  #palette: Palette
  #colours: readonly string[] = []
  #noColour = '#5A626B'
  /** Insertion order is age: the first is the one not used for longest. */
  readonly #kept = new Set<string>()

  constructor(map: MapLibre, palette: Palette) {
    this.#map = map
    this.#palette = palette
    map.setMissingStyleImageResolver((id) => this.#draw(id))
  }

  /** Colours changed: every picture is drawn again when next needed. */
  recolour(palette: Palette, colours: readonly string[], noColour: string): void {
    this.#palette = palette
    this.#colours = colours
    this.#noColour = noColour
    for (const id of this.#kept) {
      const look = lookOf(id)
      if (look && this.#map.hasImage(id)) {
        this.#map.updateImage(id, drawSprite(look, palette, colours, noColour))
      }
    }
  }

  /** Makes sure that these pictures are there before features ask for them. */
  provide(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#kept.delete(id)
      this.#kept.add(id)
      this.#draw(id)
    }
    for (const id of this.#kept) {
      if (this.#kept.size <= ROOM) break
      this.#kept.delete(id)
      if (this.#map.hasImage(id)) this.#map.removeImage(id)
    }
  }

  #draw(id: string): void {
    const look = lookOf(id)
    if (!look || this.#map.hasImage(id)) return
    this.#kept.add(id)
    this.#map.addImage(id, drawSprite(look, this.#palette, this.#colours, this.#noColour), {
      pixelRatio: SPRITE_SCALE,
    })
  }
}
