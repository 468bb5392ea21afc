/** Polygons on a plane; on the globe, as long as they span less than half of it. Pure. */

export type Point = readonly [x: number, y: number]

/** True for a point inside by the even-odd rule. */
export function isInPolygon(polygon: readonly Point[], [x, y]: Point): boolean {
  let isInside = false
  for (let index = 0; index < polygon.length; index += 1) {
    const [x1, y1] = polygon[index]!
    const [x2, y2] = polygon[(index + 1) % polygon.length]!
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

/** [longitude, latitude] points without the jump at the antimeridian: each longitude is made close to the one before. */
export function unwrapped(polygon: readonly Point[]): readonly Point[] {
  let last = polygon[0]![0]
  return polygon.map(([longitude, latitude]) => {
    last += ((((longitude - last + 180) % 360) + 360) % 360) - 180
    return [last, latitude] as const
  })
}

/** Above 0: c lies left of the line from a to b; 0: on it. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

const isBetween = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): boolean =>
  Math.min(ax, bx) <= cx && cx <= Math.max(ax, bx) && Math.min(ay, by) <= cy && cy <= Math.max(ay, by)

/** True where two edges share a point. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [c1, d1, a2, b2] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a2 > 0 && b2 < 0) || (a2 < 0 && b2 > 0))) return true
  return (
    (c1 === 0 && isBetween(a, b, c)) ||
    (d1 === 0 && isBetween(a, b, d)) ||
    (a2 === 0 && isBetween(c, d, a)) ||
    (b2 === 0 && isBetween(c, d, b))
  )
}

/** True when no two edges touch, except neighbours at their corner: then the polygon has one well-defined inside. */
export function isSimple(polygon: readonly Point[]): boolean {
  const count = polygon.length
  const corner = (index: number) => polygon[index % count]!
  for (let one = 0; one < count; one += 1) {
    const [a, b, c] = [corner(one), corner(one + 1), corner(one + 2)]
    // A corner without an angle, or an edge that runs back over the one before.
    if (a[0] === b[0] && a[1] === b[1]) return false
    if (turn(a, b, c) === 0 && (isBetween(a, b, c) || isBetween(b, c, a))) return false
    for (let other = one + 2; other < count; other += 1) {
      if (other + 1 === one + count) continue
      if (meet(a, b, corner(other), corner(other + 1))) return false
    }
  }
  return true
}
