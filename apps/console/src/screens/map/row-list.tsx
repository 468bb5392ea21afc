/** A long list as a listbox: only the lines in sight exist, the header of their group stays on top. */
import { IconSortAscending2 } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import type { Listing } from '../../features/live/listing.ts'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useHeld } from '../../ui/use-held.ts'
import styles from './list.module.css'
import { groupOfLine, lineAt, lineCount, lineOfRow } from './list-rows.ts'

const HEADER_HEIGHT = 30
const PAGE_OF_ROWS = 10

export interface RowListControl {
  /** Moves on from the selected row; the first row where none is selected. */
  step(by: number): void
  focus(): void
}

interface RowListProps {
  readonly label: string
  readonly listing: Listing
  /** What the order depends on beside the rows' own states: while it is the same, the order may be held. */
  readonly heldFor: readonly unknown[]
  readonly rowHeight: number
  readonly idAt: (slot: number) => string
  readonly slotOf: (id: string) => number | undefined
  readonly selectedId: string | null
  readonly renderRow: (id: string) => ReactNode
  readonly renderHeader: (key: string, count: number) => ReactNode
  readonly onSelect: (id: string) => void
  /** Enter on a row. */
  readonly onOpen: (id: string) => void
  readonly control: RefObject<RowListControl | null>
}

export function RowList(props: RowListProps) {
  const { label, rowHeight, idAt, slotOf, selectedId, renderRow, renderHeader, onSelect, onOpen, control } = props
  const { shown: listing, touched } = useHeld(props.listing, props.heldFor)
  const isBehind = listing !== props.listing && !isSameOrder(listing, props.listing)
  /** The row that a press began on: it is meant, whatever lies there when the press ends. */
  const pressedId = useRef<string | undefined>(undefined)
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const name = useId()
  const virtual = useVirtualizer({
    count: lineCount(listing),
    getScrollElement: () => scroller.current,
    estimateSize: (number) => (lineAt(listing, number).type === 'header' ? HEADER_HEIGHT : rowHeight),
    overscan: 6,
  })
  // Lines are not measured; where headers stand decides their sizes, so sizes are computed again when groups shift.
  const shape = listing.groups.map(({ key, start }) => `${key}@${start}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is the reason to measure
  useEffect(() => virtual.measure(), [shape, rowHeight])

  const positionOf = (id: string | null): number => {
    const slot = id === null ? undefined : slotOf(id)
    return slot === undefined ? -1 : listing.slots.indexOf(slot)
  }
  const selectedPosition = positionOf(selectedId)

  const goTo = (position: number) => {
    const slot = listing.slots[Math.max(0, Math.min(listing.slots.length - 1, position))]
    if (slot !== undefined) onSelect(idAt(slot))
  }
  useImperativeHandle(control, () => ({
    step: (by) => goTo(selectedPosition < 0 ? 0 : selectedPosition + by),
    focus: () => {
      scroller.current?.focus()
      if (selectedPosition < 0) goTo(0)
    },
  }))

  // What is selected, here or on the map, comes into sight. A list that is only sorted again does not move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, or one whose row has come
  useEffect(() => {
    if (selectedPosition < 0) return
    const line = lineOfRow(listing, selectedPosition)
    const offset = virtual.measurementsCache[line]
    const view = scroller.current
    if (!offset || !view) return
    const top = view.scrollTop + HEADER_HEIGHT
    if (offset.start >= top && offset.end <= view.scrollTop + view.clientHeight) return
    virtual.scrollToOffset(Math.max(0, offset.start - HEADER_HEIGHT - (offset.start < top ? 0 : view.clientHeight / 2)))
  }, [selectedId, selectedPosition >= 0])

  const pressed = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_OF_ROWS, PageUp: -PAGE_OF_ROWS }
    const by = steps[event.key]
    if (by !== undefined) goTo(selectedPosition < 0 ? 0 : selectedPosition + by)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(listing.slots.length - 1)
    else if (event.key === 'Enter' && selectedId !== null && selectedPosition >= 0) onOpen(selectedId)
    else return
    touched.hold('keys')
    event.preventDefault()
    event.stopPropagation()
  }
  const pressedRow = (event: MouseEvent): string | undefined => {
    const pressed = pressedId.current
    pressedId.current = undefined
    return pressed ?? optionIdAt(event.target)
  }
  const press = (event: MouseEvent, act: (id: string) => void) => {
    const id = pressedRow(event)
    if (id !== undefined) act(id)
  }

  const lines = virtual.getVirtualItems()
  // Named to those who listen only while it is there.
  const isSelectedDrawn = lines.some(({ index }) => {
    const line = lineAt(listing, index)
    return line.type === 'row' && line.position === selectedPosition
  })
  const firstInSight = lines.find(({ end }) => end > (virtual.scrollOffset ?? 0))
  const sticky = groupOfLine(listing, firstInSight?.index ?? 0)

  return (
    <div className={styles.frame}>
      {sticky && (
        <div className={styles.sticky} aria-hidden="true">
          {renderHeader(sticky.key, sticky.count)}
        </div>
      )}
      <div
        ref={scroller}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        data-rows
        aria-activedescendant={isSelectedDrawn ? `${name}-${selectedId}` : undefined}
        className={styles.scroller}
        onKeyDown={pressed}
        onPointerMove={() => touched.hold('pointer')}
        onPointerLeave={() => touched.leave('pointer')}
        onBlur={() => touched.leave('keys')}
        onPointerDown={(event) => {
          touched.hold('pointer')
          pressedId.current = optionIdAt(event.target)
        }}
        onClick={(event) => press(event, onSelect)}
        onDoubleClick={(event) => press(event, onOpen)}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {lines.map(({ index, start, size }) => {
            const line = lineAt(listing, index)
            const place = {
              position: 'absolute',
              top: 0,
              left: 0,
              right: 0,
              height: size,
              transform: `translateY(${start}px)`,
            } as const
            if (line.type === 'header') {
              return (
                <div key={`group ${line.key}`} role="presentation" style={place}>
                  {renderHeader(line.key, line.count)}
                </div>
              )
            }
            const slot = listing.slots[line.position]
            const id = slot === undefined ? undefined : idAt(slot)
            if (id === undefined) return null
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the listbox points to it by aria-activedescendant
              <div
                key={id}
                id={`${name}-${id}`}
                role="option"
                aria-selected={id === selectedId}
                aria-posinset={line.position + 1}
                aria-setsize={listing.slots.length}
                className={styles.option}
                style={place}
                data-id={id}
              >
                {renderRow(id)}
              </div>
            )
          })}
        </div>
      </div>
      {isBehind && (
        <button type="button" className={styles.sortNow} onClick={touched.release}>
          <Glyph icon={IconSortAscending2} size={15} />
          {t('map.sortNow')}
        </button>
      )}
    </div>
  )
}

const isSameOrder = (one: Listing, other: Listing): boolean =>
  one.slots.length === other.slots.length &&
  one.slots.every((slot, at) => slot === other.slots[at]) &&
  one.groups.length === other.groups.length &&
  one.groups.every(({ key, start }, at) => key === other.groups[at]?.key && start === other.groups[at]?.start)

const optionIdAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[role="option"]')?.dataset.id : undefined
