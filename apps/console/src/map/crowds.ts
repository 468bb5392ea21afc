/** Gathers markers that would cover each other on the screen. Plain numbers in, groups out; runs in the worker. */

/** Points that stand too close to be told apart. */
export interface Crowd {
  /** Mean place, world pixels. */
  x: number
  y: number
  count: number
  /** Owners of the points. */
  members: number[]
}

/**
 * Points to crowds: a grid of cells, then cells whose centres are closer than `reach` join the fullest of them.
 * The grid is anchored to the world, so panning never regroups. Linear in the number of points.
 */
export function gather(
  owners: readonly number[],
  xs: readonly number[],
  ys: readonly number[],
  reach: number,
): Crowd[] {
  const cells = new Map<number, Crowd>()
  const keyAt = (column: number, row: number): number => column * 0x8000000 + row
  for (let point = 0; point < owners.length; point++) {
    const x = xs[point] as number
    const y = ys[point] as number
    const key = keyAt(Math.floor(x / reach), Math.floor(y / reach))
    const cell = cells.get(key)
    if (cell) {
      cell.x += x
      cell.y += y
      cell.count++
      cell.members.push(owners[point] as number)
    } else {
      cells.set(key, { x, y, count: 1, members: [owners[point] as number] })
    }
  }
  for (const cell of cells.values()) {
    cell.x /= cell.count
    cell.y /= cell.count
  }
  return join(cells, keyAt, reach)
}

/** Neighbouring cells whose centres are too close become one; the fullest cells gather first. */
function join(cells: Map<number, Crowd>, keyAt: (column: number, row: number) => number, reach: number): Crowd[] {
  const entries = [...cells].sort((a, b) => b[1].count - a[1].count || a[0] - b[0])
  const crowds: Crowd[] = []
  for (const [key, crowd] of entries) {
    if (!cells.delete(key)) continue
    const column = Math.floor(key / 0x8000000)
    const row = key - column * 0x8000000
    const { x, y } = crowd
    for (let dc = -1; dc <= 1; dc++) {
      for (let dr = -1; dr <= 1; dr++) {
        const neighbourKey = keyAt(column + dc, row + dr)
        const neighbour = cells.get(neighbourKey)
        if (!neighbour || Math.hypot(neighbour.x - x, neighbour.y - y) >= reach) continue
        cells.delete(neighbourKey)
        const total = crowd.count + neighbour.count
        crowd.x = (crowd.x * crowd.count + neighbour.x * neighbour.count) / total
        crowd.y = (crowd.y * crowd.count + neighbour.y * neighbour.count) / total
        crowd.count = total
        for (const member of neighbour.members) crowd.members.push(member)
      }
    }
    crowds.push(crowd)
  }
  return crowds
}
