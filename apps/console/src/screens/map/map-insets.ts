/** What lies over the edges of the map (px): the camera shows things between. Source: design language §13.2. */
import type { Insets } from '../../map/camera.ts'
import type { SheetSize } from './phone-sheet.tsx'

const DESK_INSETS: Insets = { top: 96, right: 72, bottom: 64, left: 56 }
/** Below the name of the floor and the strip of the others. */
const FLOOR_INSET = 148
/** Beside the panel of classes. */
const CLASSES_INSET = 284
/** Room for the clock. */
const WALL_INSETS: Insets = { top: 108, right: 24, bottom: 24, left: 24 }
/** With the bar of the time machine below, which on phones stands above. */
const PAST_INSET = 190
const PAST_INSET_ON_PHONES = 170

interface Layout {
  readonly isWall: boolean
  readonly isPhone: boolean
  readonly isLive: boolean
  /** A floor plan is open. */
  readonly isIndoors: boolean
  readonly hasClassPanel: boolean
  readonly sheet: SheetSize
  /** Half the height of the window (px), which the sheet takes where it is half open. */
  readonly half: number
}

export function mapInsets({ isWall, isPhone, isLive, isIndoors, hasClassPanel, sheet, half }: Layout): Insets {
  if (isWall) return WALL_INSETS
  if (isPhone) {
    const top = (isIndoors ? 116 : 64) + (isLive ? 0 : PAST_INSET_ON_PHONES)
    return { top, right: 8, bottom: sheet === 'half' ? half + 8 : 104, left: 8 }
  }
  const desk = isLive ? DESK_INSETS : { ...DESK_INSETS, bottom: PAST_INSET }
  return isIndoors ? { ...desk, top: FLOOR_INSET, left: hasClassPanel ? CLASSES_INSET : desk.left } : desk
}
