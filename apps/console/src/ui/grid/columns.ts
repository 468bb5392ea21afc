/** Which columns of a grid there is room for. */

export interface GridColumn<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Least room in pixels. */
  readonly width: number
  /** Its share of what is left over. */
  readonly grow: number
  /** The higher, the sooner it gives way where room is short; 0 stays always. */
  readonly yields: number
}

/** The columns that fit into `room` pixels, in their order. */
export function fitting<Id extends string>(
  columns: readonly GridColumn<Id>[],
  room: number,
): readonly GridColumn<Id>[] {
  let shown = columns
  while (shown.reduce((sum, { width }) => sum + width, 0) > room) {
    const last = shown.reduce((worst, column) => (column.yields > worst.yields ? column : worst))
    if (last.yields === 0) break
    shown = shown.filter((column) => column !== last)
  }
  return shown
}
