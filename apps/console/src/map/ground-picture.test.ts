import { beforeEach, expect, test } from 'vitest'
import { GroundPicture } from './ground-picture.ts'

type Asked = Parameters<GroundPicture['renderLayer']>

const GROUND = ['world', 'world']
const ABOVE = ['cities', 'markers', 'markers']

/** As much of MapLibre as asks for pictures and draws the rest: a canvas says what was drawn on it, from the lowest. */
class PaintedMap {
  tiles = ['a', 'b']
  areTilesIn = true
  camera = [1, 0, 0, 1]
  canvas = { width: 1440, height: 900, drawn: '', before: () => undefined }
  readonly #picture = {
    style: { visibility: '' },
    drawn: '',
    getContext: () => ({
      drawImage: (from: { drawn: string }) => {
        this.#picture.drawn = from.drawn
      },
    }),
  }
  readonly #ground = new GroundPicture(
    this.canvas as unknown as HTMLCanvasElement,
    this.#picture as unknown as HTMLCanvasElement,
    'world',
  )

  /** One frame: what the page shows after it, and how many layers of the ground were drawn for it. */
  paint({ isMoving = false, sources = [...GROUND, ...ABOVE] } = {}): { seen: string; drawn: number } {
    const world = { loaded: () => this.areTilesIn, getVisibleCoordinates: () => this.tiles.map((key) => ({ key })) }
    const style = { tileManagers: { world } } as unknown as Asked[1]
    const frame = { transform: { modelViewProjectionMatrix: this.camera } } as unknown as Asked[2]
    let drawn = 0
    this.canvas.drawn = ''
    this.#ground.prepareForRender(style, 2, isMoving)
    for (const source of sources) {
      if (this.#ground.renderLayer({ source } as unknown as Asked[0], style, frame)) continue
      if (source === 'world') drawn++
      this.canvas.drawn += ` ${source} ${this.canvas.width} ${this.tiles} ${this.camera}`
    }
    const below = this.#picture.style.visibility === 'inherit' ? this.#picture.drawn : ''
    return { seen: below + this.canvas.drawn, drawn }
  }
}

let map: PaintedMap
beforeEach(() => {
  map = new PaintedMap()
})

test('while the camera rests the ground is drawn once, and each frame shows what it would show', () => {
  const { seen, drawn } = map.paint()
  expect(drawn).toBe(2)
  for (let frame = 0; frame < 3; frame++) expect(map.paint()).toEqual({ seen, drawn: 0 })
})

test.each<[string, () => void]>([
  ['the camera', () => Object.assign(map, { camera: [2, 0, 0, 1] })],
  ['the size of the map', () => Object.assign(map.canvas, { width: 390 })],
  ['what tiles there are', () => Object.assign(map, { tiles: ['a', 'b', 'c'] })],
])('after another change of %s the ground is drawn again, and then kept', (_what, change) => {
  const before = map.paint()
  map.paint()
  change()
  const { seen, drawn } = map.paint()
  expect(drawn).toBe(2)
  expect(seen).not.toBe(before.seen)
  expect(map.paint()).toEqual({ seen, drawn: 0 })
})

test('nothing is kept of a camera on its way, nor while tiles are', () => {
  map.paint({ isMoving: true })
  expect(map.paint({ isMoving: true }).drawn).toBe(2)
  map.areTilesIn = false
  map.paint()
  expect(map.paint().drawn).toBe(2)
  map.areTilesIn = true
  map.paint()
  expect(map.paint().drawn).toBe(0)
})

test('where no ground is drawn, as close by and on a plan, none is seen', () => {
  map.paint()
  expect(map.paint().seen).toContain('world')
  expect(map.paint({ sources: ABOVE }).seen).not.toContain('world')
  expect(map.paint().seen).toContain('world')
})
