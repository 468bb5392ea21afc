/** Markers and what is drawn of them, for tests. */
import { type Drawing, draw, type Emphasis, type View } from './drawing.ts'
import type { MarkerChange } from './marker.ts'
import { MarkerColumns } from './marker-columns.ts'

/** All is shown, and nothing stands out. */
export const ALL: Emphasis = {
  showsDevices: true,
  showsStations: true,
  hiddenColours: [],
  selectedId: null,
  namesSelected: true,
  attentionIds: [],
  fannedId: null,
}
const VIEW: View = { plane: null, west: 139, east: 140, south: 35, north: 36, zoom: 10, isClosest: false }

/** A connected tracker, named as its id. */
export const at = (
  id: string,
  longitude: number,
  latitude: number,
  change: Partial<MarkerChange> = {},
): MarkerChange => ({
  id,
  name: id,
  kind: 'tracker',
  state: 'connected',
  place: { longitude, latitude },
  ...change,
})

/** All of a view of a degree each way at zoom 10, unless told otherwise. */
export function drawn(
  changes: readonly MarkerChange[],
  emphasis: Partial<Emphasis> = {},
  view: Partial<View> = {},
): Drawing {
  const columns = new MarkerColumns()
  columns.apply(changes)
  return draw(columns, { ...VIEW, ...view }, { ...ALL, ...emphasis })
}
