/** The cells of a floor, where a tracker may be, and how it gets from one to the next. */

/** In metres from the left and top edge of the map. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface Grid {
  /** Edge of a cell (metres). */
  readonly cellMetres: number
  /** Centres of the cells (metres). */
  readonly x: Float32Array
  readonly y: Float32Array
  /** How likely a tracker is to be in a cell of which nothing is known, as a multiple of the likeliest. */
  readonly density: Float32Array
  /** Eight neighbours of each cell, or the cell itself where there is none, and the share of one step that comes from each. */
  readonly neighbour: Int32Array
  readonly inflow: Float32Array
  /** The share of one step that stays. */
  readonly stay: Float32Array
  /** By how much the numbers of neighbours differ at most. */
  readonly reach: number
}

export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** One step of the random walk has this variance per axis, in cells². */
export const STEP_VARIANCE = 0.6
/** Of straight and diagonal neighbours: together they give that variance. */
const [STRAIGHT, DIAGONAL] = [(4 * STEP_VARIANCE) / 12, STEP_VARIANCE / 12]
const FINEST_CELL_METRES = 0.25
const USUAL_CELL_METRES = 0.5
/** Up to this area (square metres) cells are of the finest size. */
const FINE_AREA = 100

/** The edge of a cell (metres) by which an area takes no more than so many cells. */
export function cellFor({ left, top, right, bottom }: Area, mostCells: number): number {
  const area = (right - left) * (bottom - top)
  return Math.max(area <= FINE_AREA ? FINEST_CELL_METRES : USUAL_CELL_METRES, Math.sqrt(area / mostCells))
}

/**
 * The grid of an area; cells of density 0 are left out. The walk obeys detailed balance, so that in the long run a tracker is in each
 * cell by its density (Metropolis).
 */
export function gridOf(area: Area, cellMetres: number, densityAt: (place: Place) => number): Grid {
  const columns = Math.max(1, Math.ceil((area.right - area.left) / cellMetres - 1e-9))
  const rows = Math.max(1, Math.ceil((area.bottom - area.top) / cellMetres - 1e-9))
  const index = new Int32Array(columns * rows).fill(-1)
  const [xs, ys, densities]: [number[], number[], number[]] = [[], [], []]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [area.left + (column + 0.5) * cellMetres, area.top + (row + 0.5) * cellMetres]
      const density = densityAt({ x, y })
      if (!(density > 0)) continue
      index[row * columns + column] = xs.length
      xs.push(x)
      ys.push(y)
      densities.push(density)
    }
  }
  const cells = xs.length
  const [neighbour, inflow] = [new Int32Array(8 * cells), new Float32Array(8 * cells)]
  const stay = new Float32Array(cells).fill(1)
  for (let at = 0; at < index.length; at++) {
    const cell = index[at]!
    if (cell < 0) continue
    const [row, column] = [Math.floor(at / columns), at % columns]
    let slot = 8 * cell
    for (let step = 0; step < 9; step++) {
      const [down, right] = [Math.floor(step / 3) - 1, (step % 3) - 1]
      if (down === 0 && right === 0) continue
      const isInside = row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns
      const other = isInside ? index[(row + down) * columns + column + right]! : -1
      neighbour[slot] = other < 0 ? cell : other
      if (other >= 0) {
        const share = down === 0 || right === 0 ? STRAIGHT : DIAGONAL
        inflow[slot] = share * Math.min(1, densities[cell]! / densities[other]!)
        stay[cell]! -= share * Math.min(1, densities[other]! / densities[cell]!)
      }
      slot++
    }
  }
  return {
    ...{ cellMetres, neighbour, inflow, stay, reach: columns + 1 },
    ...{ x: Float32Array.from(xs), y: Float32Array.from(ys), density: Float32Array.from(densities) },
  }
}
