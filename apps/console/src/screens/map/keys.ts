/** Single keys of the map. Source: design language §11. */
import { isScrolledByArrows } from '../../lib/takes-keys.ts'

export type KeyAction =
  | { readonly do: 'follow' | 'timeMachine' | 'zoomIn' | 'zoomOut' | 'fit' | 'close' }
  /** Presses what the open popup or panel has for this key. */
  | { readonly do: 'press'; readonly key: 'R' | 'P' }
  | { readonly do: 'tab'; readonly tab: 'devices' | 'stations' | 'maps' }
  | { readonly do: 'flip'; readonly toggle: 'list' | 'classes' | 'notifications' | 'names' }
  | { readonly do: 'step'; readonly by: 1 | -1 }

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  Escape: { do: 'close' },
  '1': { do: 'tab', tab: 'devices' },
  '2': { do: 'tab', tab: 'stations' },
  '3': { do: 'tab', tab: 'maps' },
  f: { do: 'follow' },
  t: { do: 'timeMachine' },
  r: { do: 'press', key: 'R' },
  p: { do: 'press', key: 'P' },
  d: { do: 'flip', toggle: 'list' },
  c: { do: 'flip', toggle: 'classes' },
  n: { do: 'flip', toggle: 'notifications' },
  l: { do: 'flip', toggle: 'names' },
  '+': { do: 'zoomIn' },
  '=': { do: 'zoomIn' },
  '-': { do: 'zoomOut' },
  '0': { do: 'fit' },
  ArrowDown: { do: 'step', by: 1 },
  ArrowUp: { do: 'step', by: -1 },
}

export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Where it was pressed. */
  readonly target: EventTarget | null
}

/** What a key asks for; undefined while somebody types, or for keys that are not ours. */
export function actionOf(event: PressedKey, isTyping: boolean): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (isTyping) return undefined
  const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  return action?.do === 'step' && isScrolledByArrows(event.target) ? undefined : action
}
