/** What the page and its worker say to each other. */
import type { StreamEvent } from '@whereabouts/contract/stream'
import type { Drawing, Emphasis, View } from '../../map/drawing.ts'
import type { MarkerChange, Plane } from '../../map/marker.ts'
import type { StreamState } from './stream-client.ts'

export type ToWorker =
  | { readonly type: 'connect'; readonly url: string }
  | { readonly type: 'headers'; readonly headers: Record<string, string> }
  | { readonly type: 'changes'; readonly changes: readonly MarkerChange[] }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'planes'; readonly planes: readonly Plane[] }
  | { readonly type: 'emphasis'; readonly emphasis: Emphasis }
  | { readonly type: 'view'; readonly view: View }
  /** The screen shows the last drawing. */
  | { readonly type: 'shown' }
  | { readonly type: 'extent'; readonly plane: string | null; readonly request: number }

/** West, south, east, north. */
export type Extent = readonly [number, number, number, number]

export type FromWorker =
  | { readonly type: 'needHeaders' }
  | { readonly type: 'stream'; readonly state: StreamState }
  | { readonly type: 'events'; readonly events: readonly StreamEvent[] }
  | { readonly type: 'tick' }
  | { readonly type: 'drawing'; readonly drawing: Drawing; readonly isNewView: boolean }
  | { readonly type: 'extent'; readonly request: number; readonly extent: Extent | null }
