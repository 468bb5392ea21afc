/** Where a popup opens: beside its marker, on the side that covers the fewest others, inside the map. Pure. */

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export type Side = 'right' | 'left' | 'above' | 'below'

/** Gap between the marker's middle and the popup (px). */
const GAP = 34
/** Distance kept from the map's edges. */
const EDGE = 12
/** How far below its upper edge a popup at the side points to its marker. */
const POINT_AT = 84

export interface PopupPlace extends Point {
  readonly side: Side
}

/** Offsets from the marker for each side, kept inside the room where that is possible. */
function placeAt(side: Side, marker: Point, popup: Size, room: Size): PopupPlace {
  const within = (value: number, size: number, most: number): number =>
    Math.max(EDGE, Math.min(value, most - size - EDGE))
  if (side === 'right' || side === 'left') {
    const x = side === 'right' ? marker.x + GAP : marker.x - GAP - popup.width
    return { side, x, y: within(marker.y - POINT_AT, popup.height, room.height) }
  }
  const y = side === 'below' ? marker.y + GAP : marker.y - GAP - popup.height
  return { side, x: within(marker.x - popup.width / 2, popup.width, room.width), y }
}

/** The best place for a popup; ties go right, left, below, above. */
export function placePopup(marker: Point, popup: Size, room: Size, others: readonly Point[]): PopupPlace {
  const places = (['right', 'left', 'below', 'above'] as const).map((side) => placeAt(side, marker, popup, room))
  const cost = ({ x, y }: PopupPlace): number => {
    const beyond =
      Math.max(0, EDGE - x) +
      Math.max(0, x + popup.width + EDGE - room.width) +
      Math.max(0, EDGE - y) +
      Math.max(0, y + popup.height + EDGE - room.height)
    const covered = others.filter(
      (other) =>
        other.x > x - 10 && other.x < x + popup.width + 10 && other.y > y - 10 && other.y < y + popup.height + 10,
    ).length
    return beyond * 100 + covered
  }
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best))
}
