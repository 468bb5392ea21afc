/** Answers "what is there to draw" for a view: cost follows what is on screen, not the size of the fleet. */

import { type Crowd, gather } from './crowds.ts'
import { fanOut } from './fan-out.ts'
import { initialsOf } from './initials.ts'
import { MARKER_KINDS, MARKER_STATES } from './marker.ts'
import { type MarkerColumns, placeOf } from './marker-columns.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY, worldPixels } from './mercator.ts'
import { arrowKey, crowdKey, markerKey } from './sprite-key.ts'

/** What part of which map is on screen. */
export interface View {
  /** The indoor map's own plane, or null for the globe. */
  readonly plane: string | null
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly zoom: number
  /** No closer zoom is left, so crowds are told apart. */
  readonly isClosest: boolean
}

/** What is shown and what stands out. */
export interface Emphasis {
  readonly showsDevices: boolean
  readonly showsStations: boolean
  readonly hiddenColours: readonly number[]
  readonly selectedId: string | null
  /** The selected marker carries its name; not where a popup beside it says the name already. */
  readonly namesSelected: boolean
  /** Devices that need attention: drawn above all, and gathered only where several of them stand together. */
  readonly attentionIds: readonly string[]
  /** A member of the crowd that was clicked at the closest zoom: it fans out whatever its size. */
  readonly fannedId: string | null
}

export interface MarkerFeature {
  readonly type: 'Feature'
  readonly geometry: { readonly type: 'Point'; readonly coordinates: [number, number] }
  readonly properties: {
    /** Id of the marker; of a crowd, its first member. */
    readonly id: string
    readonly icon: string
    readonly order: number
    readonly top: boolean
    readonly name: string
    readonly kind: string
    readonly grey: boolean
    readonly arrow?: string
    readonly heading?: number
    /** Members of a crowd; absent for a single marker. */
    readonly count?: number
    /** Bounds of a crowd's members: [west, south, east, north]. */
    readonly bounds?: string
  }
}

export interface Drawing {
  readonly features: MarkerFeature[]
  /** Markers on the screen, crowds counted by their members. */
  readonly shownCount: number
}

const STATION = MARKER_KINDS.indexOf('station')
const OFFLINE = MARKER_STATES.indexOf('offline')
const DISCONNECTED = MARKER_STATES.indexOf('disconnected')

/** Crowds up to this size fan out by themselves at the closest zoom, larger ones when clicked. */
const FANS_BY_ITSELF = 8
/** Devices closer than this on the screen (px) become one crowd; on a floor plan they may stand shoulder to shoulder. */
const CROWD_PIXELS = { globe: 40, plane: 30 } as const
/** Stations stand on walls, devices move around them: they gather with their own kind only. */
const STATION_PIXELS = 30
/** A station this close (px) to the middle of a crowd of devices would only show its corners; several need more room. */
const COVERED_PIXELS = { one: 20, several: 36 } as const

/** Draws a view: singles, crowds, fanned-out crowds. */
export function draw(columns: MarkerColumns, view: View, emphasis: Emphasis): Drawing {
  const pixels = worldPixels(view.zoom)
  const planeSlot = view.plane === null ? -1 : columns.planeSlot(view.plane)
  const box = screenBox(view)
  const special = new Set([...emphasis.attentionIds, emphasis.selectedId].map((id) => id && columns.slotOf(id)))
  const attention = new Set(emphasis.attentionIds.map((id) => columns.slotOf(id)))
  const hidden = new Set(emphasis.hiddenColours)
  const selected = emphasis.selectedId === null ? undefined : columns.slotOf(emphasis.selectedId)

  const devices = { owners: [] as number[], xs: [] as number[], ys: [] as number[] }
  const stations = { owners: [] as number[], xs: [] as number[], ys: [] as number[] }
  const needy = { owners: [] as number[], xs: [] as number[], ys: [] as number[] }
  const features: MarkerFeature[] = []
  const pen = new Pen(columns, attention, selected, emphasis.namesSelected, features)
  let shownCount = 0
  for (let at = 0; at < columns.count; at++) {
    if (!columns.isKnown(at)) continue
    const isStation = columns.kind[at] === STATION
    const isSpecial = special.has(at)
    if (!isSpecial) {
      if (isStation ? !emphasis.showsStations : !emphasis.showsDevices) continue
      if (!isStation && hidden.has(columns.colour[at] as number)) continue
    }
    const place = placeOf(columns, at, planeSlot)
    if (!place || !isInside(box, place)) continue
    shownCount++
    if (at === selected) {
      pen.single(at, place[0], place[1])
      continue
    }
    const group = isSpecial ? needy : isStation ? stations : devices
    group.owners.push(at)
    group.xs.push(place[0] * pixels)
    group.ys.push(place[1] * pixels)
  }

  const fanned = emphasis.fannedId === null ? undefined : columns.slotOf(emphasis.fannedId)
  const reach = CROWD_PIXELS[view.plane === null ? 'globe' : 'plane']
  const ofDevices = gather(devices.owners, devices.xs, devices.ys, reach)
  const ofStations = gather(stations.owners, stations.xs, stations.ys, STATION_PIXELS)
  const { crowds, quiet } = absorbed(gather(needy.owners, needy.xs, needy.ys, reach), ofDevices, reach)
  for (const crowd of [...uncovered(ofStations, ofDevices), ...quiet, ...crowds]) {
    if (crowd.count === 1) {
      pen.single(crowd.members[0] as number, crowd.x / pixels, crowd.y / pixels)
    } else if (view.isClosest && (crowd.count <= FANS_BY_ITSELF || isIn(crowd, fanned))) {
      crowd.members.sort((a, b) => a - b)
      fanOut(crowd.count).forEach(([dx, dy], place) => {
        pen.single(crowd.members[place] as number, (crowd.x + dx) / pixels, (crowd.y + dy) / pixels)
      })
    } else {
      pen.crowd(crowd, pixels, planeSlot)
    }
  }
  return { features, shownCount }
}

/** Several in need take in the quiet ones that they would cover: two numbers over each other cannot be read. */
function absorbed(needy: readonly Crowd[], devices: readonly Crowd[], reach: number) {
  const crowds = needy.map((crowd) => ({ ...crowd, members: [...crowd.members] }))
  const quiet = devices.filter((crowd) => {
    const over = crowds.find(({ x, y, count }) => count > 1 && Math.hypot(x - crowd.x, y - crowd.y) < reach)
    if (over === undefined) return true
    over.members.push(...crowd.members)
    over.count += crowd.count
    return false
  })
  return { crowds, quiet }
}

/** Stations that no crowd of devices covers. They come back closer by. */
function uncovered(stations: readonly Crowd[], devices: readonly Crowd[]): Crowd[] {
  const covering = devices.filter(({ count }) => count > 1)
  return stations.filter(({ x, y, count }) => {
    const room = count > 1 ? COVERED_PIXELS.several : COVERED_PIXELS.one
    return covering.every((crowd) => Math.hypot(crowd.x - x, crowd.y - y) >= room)
  })
}

const isIn = (crowd: Crowd, slot: number | undefined): boolean => slot !== undefined && crowd.members.includes(slot)

interface Box {
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/** The view in unit Mercator, a tenth wider on each side, so that a small pan finds its markers drawn. */
function screenBox(view: View): Box {
  const [west, east] = [mercatorX(view.west), mercatorX(view.east)]
  const [north, south] = [mercatorY(view.north), mercatorY(view.south)]
  const spareX = (east - west) / 10
  const spareY = (south - north) / 10
  return { west: west - spareX, east: east + spareX, north: north - spareY, south: south + spareY }
}

/** A view across the date line reaches beyond 0 or 1: a place counts there in the world's copies too. */
const isInside = (box: Box, [x, y]: readonly [number, number]): boolean =>
  y >= box.north && y <= box.south && Math.floor(box.east - x) >= Math.ceil(box.west - x)

/** Writes the features of a drawing. */
class Pen {
  readonly #columns: MarkerColumns
  readonly #attention: ReadonlySet<number | undefined>
  readonly #selected: number | undefined
  readonly #namesSelected: boolean
  readonly #features: MarkerFeature[]

  constructor(
    columns: MarkerColumns,
    attention: ReadonlySet<number | undefined>,
    selected: number | undefined,
    namesSelected: boolean,
    features: MarkerFeature[],
  ) {
    this.#columns = columns
    this.#attention = attention
    this.#selected = selected
    this.#namesSelected = namesSelected
    this.#features = features
  }

  single(at: number, x: number, y: number): void {
    const columns = this.#columns
    const name = columns.names[at] as string
    const kind = MARKER_KINDS[columns.kind[at] as number] ?? 'tracker'
    const state = MARKER_STATES[columns.state[at] as number] ?? 'offline'
    const selected = at === this.#selected
    const attention = this.#attention.has(at)
    const heading = columns.heading[at] as number
    const isMoving = !Number.isNaN(heading) && state !== 'offline'
    const colourIndex = columns.colour[at] as number
    this.#features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
      properties: {
        id: columns.ids[at] as string,
        icon: markerKey({
          kind,
          state,
          stale: columns.stale[at] === 1,
          colourIndex: kind === 'station' ? -1 : colourIndex,
          initials: kind === 'station' ? '' : initialsOf(name),
          lowBattery: columns.lowBattery[at] === 1,
          selected,
          attention,
        }),
        order: attention ? 9 : selected ? 8 : kind === 'station' ? 1 : state === 'offline' ? 2 : 3,
        top: selected || attention,
        name: selected && !this.#namesSelected ? '' : name,
        kind,
        grey: state === 'offline' || columns.stale[at] === 1,
        ...(isMoving ? { arrow: arrowKey(colourIndex, selected), heading } : {}),
      },
    })
  }

  crowd(crowd: Crowd, pixels: number, planeSlot: number): void {
    const columns = this.#columns
    const bounds: [number, number, number, number] = [Infinity, -Infinity, -Infinity, Infinity]
    let disconnected = 0
    let offline = 0
    let attention = 0
    for (const at of crowd.members) {
      if (this.#attention.has(at)) attention++
      else if (columns.state[at] === OFFLINE) offline++
      else if (columns.state[at] === DISCONNECTED) disconnected++
      const [x, y] = placeOf(columns, at, planeSlot) as [number, number]
      bounds[0] = Math.min(bounds[0], x)
      bounds[1] = Math.max(bounds[1], y)
      bounds[2] = Math.max(bounds[2], x)
      bounds[3] = Math.min(bounds[3], y)
    }
    const first = crowd.members[0] as number
    const isStations = columns.kind[first] === STATION && attention === 0
    this.#features.push({
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: [longitudeOf(crowd.x / pixels), latitudeOf(crowd.y / pixels)],
      },
      properties: {
        id: columns.ids[first] as string,
        icon: isStations
          ? stationsKey(offline, crowd.count)
          : ringKey({ attention, disconnected, offline }, crowd.count),
        order: attention > 0 ? 9 : isStations ? 0 : 4,
        top: false,
        name: '',
        kind: isStations ? 'station' : 'crowd',
        grey: isStations && offline === crowd.count,
        count: crowd.count,
        bounds: JSON.stringify([
          longitudeOf(bounds[0]),
          latitudeOf(bounds[1]),
          longitudeOf(bounds[2]),
          latitudeOf(bounds[3]),
        ]),
      },
    })
  }
}

/** Several stations in one place: the hexagon without its waves, with their number in it. */
const stationsKey = (offline: number, count: number): string =>
  markerKey({
    kind: 'station',
    state: offline === count ? 'offline' : 'connected',
    stale: false,
    colourIndex: -1,
    initials: '#',
    lowBattery: false,
    selected: false,
    attention: false,
  })

type Parts = Readonly<Record<'attention' | 'disconnected' | 'offline', number>>

/** Shares in twelfths: every state that is there shows, however few they are. */
function ringKey(parts: Parts, count: number): string {
  let left = 12
  const share = (part: number): number => {
    const wanted = part === 0 ? 0 : Math.max(1, Math.round((part / count) * 12))
    const given = Math.min(wanted, left)
    left -= given
    return given
  }
  const attention = share(parts.attention)
  const disconnected = share(parts.disconnected)
  const offline = share(parts.offline)
  const isRest = count > parts.attention + parts.disconnected + parts.offline
  return crowdKey({ attention, disconnected, offline, connected: isRest ? Math.max(1, left) : 0 })
}
