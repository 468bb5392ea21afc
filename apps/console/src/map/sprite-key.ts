/** The name of a marker's picture: everything it is drawn from, so that equal markers share one picture. */
import type { MarkerKind, MarkerState } from './marker.ts'

export interface MarkerLook {
  readonly kind: MarkerKind
  readonly state: MarkerState
  readonly stale: boolean
  /** Slot of the class colours, or -1. */
  readonly colourIndex: number
  readonly initials: string
  readonly lowBattery: boolean
  readonly selected: boolean
  readonly attention: boolean
}

/** Shares of a crowd's ring in twelfths, so that crowds of like mixture share one picture. */
export interface CrowdLook {
  readonly disconnected: number
  readonly offline: number
  readonly connected: number
  /** Of those that need attention: a crowd that holds one shows the triangle. */
  readonly attention: number
}

const PREFIX = 'wb-'
const KIND_LETTERS = { tracker: 't', watch: 'w', phone: 'p', station: 's' } as const
const STATE_LETTERS = { connected: 'c', disconnected: 'd', offline: 'o' } as const

const keyOf = <Key extends string>(letters: Readonly<Record<Key, string>>, letter: string): Key =>
  (Object.keys(letters) as Key[]).find((key) => letters[key] === letter) as Key

export const markerKey = (look: MarkerLook): string =>
  `${PREFIX}m${KIND_LETTERS[look.kind]}${STATE_LETTERS[look.state]}${look.stale ? 's' : '-'}${look.lowBattery ? 'b' : '-'}${look.selected ? 'r' : '-'}${look.attention ? 'a' : '-'}|${look.colourIndex}|${look.initials}`

export const crowdKey = (look: CrowdLook): string =>
  `${PREFIX}c|${look.disconnected}|${look.offline}|${look.connected}|${look.attention}`

export const arrowKey = (colourIndex: number, selected: boolean): string =>
  `${PREFIX}a|${selected ? 'selected' : colourIndex}`

export type SpriteLook =
  | { readonly type: 'marker'; readonly look: MarkerLook }
  | { readonly type: 'crowd'; readonly look: CrowdLook }
  | { readonly type: 'arrow'; readonly colourIndex: number; readonly selected: boolean }

/** What a key stands for; undefined for a picture that is not ours. */
export function lookOf(key: string): SpriteLook | undefined {
  if (!key.startsWith(PREFIX)) return undefined
  const [head = '', ...parts] = key.slice(PREFIX.length).split('|')
  if (head === 'a') return { type: 'arrow', colourIndex: Number(parts[0]) || 0, selected: parts[0] === 'selected' }
  if (head === 'c') {
    const [disconnected = 0, offline = 0, connected = 0, attention = 0] = parts.map(Number)
    return { type: 'crowd', look: { disconnected, offline, connected, attention } }
  }
  return {
    type: 'marker',
    look: {
      kind: keyOf(KIND_LETTERS, head[1] ?? ''),
      state: keyOf(STATE_LETTERS, head[2] ?? ''),
      stale: head[3] === 's',
      lowBattery: head[4] === 'b',
      selected: head[5] === 'r',
      attention: head[6] === 'a',
      colourIndex: Number(parts[0]),
      initials: parts.slice(1).join('|'),
    },
  }
}
