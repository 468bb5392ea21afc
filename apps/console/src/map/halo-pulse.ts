/**
 * The slow pulse around those in need. The halo itself is part of the marker; what swells from it is the page's own, above
 * the canvas. The browser moves it by itself, without the page's thread and without a frame of the map: one that drew each
 * step would keep a processor that draws busy for as long as an alarm is open, and every change of the fleet would wait.
 */
import type { Map as MapLibre } from 'maplibre-gl'
import styles from './halo-pulse.module.css'

/** One pulse (ms). Source: design language §6. */
const PULSE_MS = 1600

export class HaloPulse {
  readonly #map: Pick<MapLibre, 'project'>
  readonly #box = document.createElement('div')

  constructor(map: Pick<MapLibre, 'project'>, container: HTMLElement) {
    this.#map = map
    this.#box.className = styles.box ?? ''
    container.append(this.#box)
  }

  remove(): void {
    this.#box.remove()
  }

  /** Asked in each frame of the map, so that they are in step with it. Where nobody is in need there is nothing. */
  show(places: readonly (readonly [longitude: number, latitude: number])[]): void {
    const halos = this.#box.children
    while (halos.length > places.length) halos[halos.length - 1]?.remove()
    while (halos.length < places.length) this.#box.append(newHalo())
    for (const [at, place] of places.entries()) {
      const { x, y } = this.#map.project([place[0], place[1]])
      const halo = halos[at] as HTMLElement
      halo.style.translate = `${x}px ${y}px`
    }
  }
}

/** All pulse together, whenever they came: then it matters to nobody which of them is whose. */
function newHalo(): HTMLElement {
  const halo = document.createElement('i')
  halo.className = styles.halo ?? ''
  halo.style.animationDelay = `${-(performance.now() % PULSE_MS)}ms`
  return halo
}
