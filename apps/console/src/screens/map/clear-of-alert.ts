/** Where the map shows a device while the alert about it stands in the middle of the window. Phones have it at the foot. */

interface Box {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

type Offset = readonly [x: number, y: number]

/** A marker with its name takes so much room (px). */
const LEAST_ROOM_PX = 80

const middle = (from: number, to: number): number => (from + to) / 2

/** How far from the middle of the map (px): below the dialog, as messages and toggles lie above it, else at its right. */
export function offsetClearOf(dialog: Box, map: Box): Offset {
  const [right, below] = [map.right - dialog.right, map.bottom - dialog.bottom]
  if (below >= LEAST_ROOM_PX) return [0, middle(dialog.bottom, map.bottom) - middle(map.top, map.bottom)]
  if (right >= LEAST_ROOM_PX) return [middle(dialog.right, map.right) - middle(map.left, map.right), 0]
  return [0, 0]
}

/** The same of what stands now; no offset without a dialog. */
export function offsetOfNow(): Offset {
  const [dialog, map] = ['dialog[role="alertdialog"][open]', '[data-shown]'].map((one) => document.querySelector(one))
  return dialog && map ? offsetClearOf(dialog.getBoundingClientRect(), map.getBoundingClientRect()) : [0, 0]
}
