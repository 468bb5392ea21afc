/** Buttons that move the rows of a short list, and the focus that goes along: a pressed button is still there, wherever its row went. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'

interface RowMovesProps {
  /** Place of the row, from 0. */
  readonly at: number
  readonly count: number
  readonly up: string
  readonly down: string
  readonly onMove: (to: number) => void
}

/** At the ends they stay in reach, so that the focus is not lost, and `onMove` is called for a place that is none. */
export const RowMoves = ({ at, count, up, down, onMove }: RowMovesProps) => (
  <>
    <IconButton data-row-button="up" label={up} aria-disabled={at === 0} onClick={() => onMove(at - 1)}>
      <Glyph icon={IconArrowUp} size={16} />
    </IconButton>
    <IconButton data-row-button="down" label={down} aria-disabled={at === count - 1} onClick={() => onMove(at + 1)}>
      <Glyph icon={IconArrowDown} size={16} />
    </IconButton>
  </>
)

/** Focuses this button of the row at this place once it is drawn there; `orElse` where there is no such row. The rows are the children of `list`. */
export function focusRow(
  list: RefObject<HTMLElement | null>,
  { at, button, orElse }: { at: number; button: string; orElse?: RefObject<HTMLElement | null> },
): void {
  requestAnimationFrame(() => {
    const found = list.current?.children[at]?.querySelector<HTMLElement>(`[data-row-button="${button}"]`)
    ;(found ?? orElse?.current)?.focus()
  })
}
