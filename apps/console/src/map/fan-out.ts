/** Where the members of a crowd stand when they are told apart: a ring up to eight, a spiral above. Source: design language §8. */

const RING_UP_TO = 8
/** Room of one marker along the way (px). */
const SPACING = 34

/** Offsets in screen pixels from the crowd's centre, one for each of `count` members. */
export function fanOut(count: number): [dx: number, dy: number][] {
  if (count <= 1) return [[0, 0]]
  if (count <= RING_UP_TO) {
    const radius = Math.max(26, (SPACING * count) / (2 * Math.PI))
    return Array.from({ length: count }, (_, at) => {
      const angle = (2 * Math.PI * at) / count - Math.PI / 2
      return [Math.cos(angle) * radius, Math.sin(angle) * radius]
    })
  }
  const places: [number, number][] = []
  let angle = 0
  for (let at = 0; at < count; at++) {
    const radius = 30 + (SPACING * angle) / (2 * Math.PI)
    places.push([Math.cos(angle) * radius, Math.sin(angle) * radius])
    angle += SPACING / radius
  }
  return places
}
