/** The outline of a zone while it is drawn: corners one after the other, until it is closed. Pure. */
import { isSimple, type Point, unwrapped } from '@whereabouts/domain/polygons'
import { MAX_POLYGON_POINTS } from '@whereabouts/domain/zones'

export type Corner = Point

export interface Outline {
  /** NaN while what was typed is no number. */
  readonly corners: readonly Corner[]
  /** Nothing is added at its end any more. */
  readonly isClosed: boolean
}

export type OutlineFault = 'few' | 'wrong' | 'crosses'

/** Fewest corners of an area. */
const FEWEST = 3

export const NO_OUTLINE: Outline = { corners: [], isClosed: false }

export const canClose = ({ corners, isClosed }: Outline): boolean => !isClosed && corners.length >= FEWEST

export const hasRoom = ({ corners }: Outline): boolean => corners.length < MAX_POLYGON_POINTS

export const closed = (outline: Outline): Outline => (canClose(outline) ? { ...outline, isClosed: true } : outline)

/** One more corner at the end; a closed outline stays as it is. */
export const withCorner = (outline: Outline, corner: Corner): Outline =>
  outline.isClosed || !hasRoom(outline) ? outline : { ...outline, corners: [...outline.corners, corner] }

export const withMoved = (outline: Outline, at: number, corner: Corner): Outline => ({
  ...outline,
  corners: outline.corners.map((each, index) => (index === at ? corner : each)),
})

/** One more corner half way from this one to the next. */
export function withHalfWay(outline: Outline, at: number, round: (corner: Corner) => Corner): Outline {
  const from = outline.corners[at]
  const to = outline.corners[(at + 1) % outline.corners.length]
  if (from === undefined || to === undefined || !hasRoom(outline)) return outline
  const middle = round([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
  return { ...outline, corners: outline.corners.toSpliced(at + 1, 0, middle) }
}

/** Too few corners to be an area are to be drawn on. */
export function withoutCorner({ corners, isClosed }: Outline, at: number): Outline {
  const rest = corners.toSpliced(at, 1)
  return { corners: rest, isClosed: isClosed && rest.length >= FEWEST }
}

/** Takes back the last step: the closing, else the last corner. */
export const undone = ({ corners, isClosed }: Outline): Outline => ({
  corners: isClosed ? corners : corners.slice(0, -1),
  isClosed: false,
})

export const isWrongCorner = ([x, y]: Corner): boolean => !Number.isFinite(x) || !Number.isFinite(y)

/** What keeps it from being an area; undefined when nothing. `isOnGlobe`: corners are longitudes and latitudes. */
export function outlineFault({ corners }: Outline, isOnGlobe: boolean): OutlineFault | undefined {
  if (corners.some(isWrongCorner)) return 'wrong'
  if (corners.length < FEWEST) return 'few'
  return isSimple(isOnGlobe ? unwrapped(corners) : corners) ? undefined : 'crosses'
}
