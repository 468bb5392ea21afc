/** Beside a board: what to do next, the steps by button, and each corner in numbers. */
import { IconArrowBackUp, IconPlus, IconPolygon, IconRowInsertBottom, IconTrash, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { readNumber } from '../../lib/read-number.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import styles from './outline.module.css'
import {
  type Corner,
  canClose,
  closed,
  hasRoom,
  isWrongCorner,
  NO_OUTLINE,
  type Outline,
  undone,
  withCorner,
  withHalfWay,
  withMoved,
  withoutCorner,
} from './outline.ts'

/** One of the two numbers of a corner, in the order in which people write them. */
export interface Axis {
  readonly part: 0 | 1
  /** Over the column, and of corner `number`. */
  readonly head: MessageId
  readonly label: MessageId
}

interface OutlineSideProps {
  readonly outline: Outline
  readonly axes: readonly [Axis, Axis]
  readonly isGood: (corner: Corner) => boolean
  readonly round: (corner: Corner) => Corner
  /** Where a corner goes that is added by key. */
  readonly newCorner: () => Corner
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
  readonly onChange: (outline: Outline) => void
}

export function OutlineSide({
  outline,
  axes,
  isGood,
  round,
  newCorner,
  selected,
  onSelect,
  onChange,
}: OutlineSideProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const { corners, isClosed } = outline
  const add = () => {
    onChange(withCorner(outline, newCorner()))
    onSelect(corners.length)
    // Once it is drawn: it was asked for, to be typed into.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <div className={styles.side}>
      <p role="status">
        {t(isClosed ? 'zones.stepClosed' : canClose(outline) ? 'zones.stepClose' : 'zones.stepCorners')}
      </p>
      <div className={styles.tools}>
        {!isClosed && (
          <>
            <Button
              size="small"
              icon={<Glyph icon={IconPlus} size={16} />}
              aria-disabled={!hasRoom(outline)}
              onClick={add}
            >
              {t('zones.addCorner')}
            </Button>
            <Button
              size="small"
              icon={<Glyph icon={IconPolygon} size={16} />}
              aria-disabled={!canClose(outline)}
              onClick={() => onChange(closed(outline))}
            >
              {t('zones.close')}
            </Button>
          </>
        )}
        <Button
          size="small"
          icon={<Glyph icon={IconArrowBackUp} size={16} />}
          aria-disabled={corners.length === 0}
          onClick={() => onChange(undone(outline))}
        >
          {t(isClosed ? 'zones.reopen' : 'zones.undo')}
        </Button>
        <Button
          size="small"
          icon={<Glyph icon={IconTrash} size={16} />}
          aria-disabled={corners.length === 0}
          onClick={() => onChange(NO_OUTLINE)}
        >
          {t('zones.startOver')}
        </Button>
      </div>
      {corners.length > 0 && (
        <ul ref={list} className={styles.corners} aria-label={t('zones.corners')}>
          <li data-head aria-hidden="true">
            <span />
            {axes.map(({ head }) => (
              <span key={head}>{t(head)}</span>
            ))}
          </li>
          {corners.map((corner, at) => (
            <CornerRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the outline
              key={at}
              corner={corner}
              number={at + 1}
              axes={axes}
              isWrong={isWrongCorner(corner) || !isGood(corner)}
              isSelected={at === selected}
              onSelect={() => onSelect(at)}
              onMove={(next) => onChange(withMoved(outline, at, next))}
              onHalfWay={
                corners.length > 1 && hasRoom(outline) ? () => onChange(withHalfWay(outline, at, round)) : undefined
              }
              onRemove={() => onChange(withoutCorner(outline, at))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface CornerRowProps {
  readonly corner: Corner
  readonly number: number
  readonly axes: readonly [Axis, Axis]
  readonly isWrong: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onMove: (corner: Corner) => void
  readonly onHalfWay: (() => void) | undefined
  readonly onRemove: () => void
}

function CornerRow({ corner, number, axes, isWrong, isSelected, ...on }: CornerRowProps) {
  const t = useT()
  const [typed, setTyped] = useState<readonly [string, string]>(['', ''])
  // What was typed stays as it was typed, `12.` on the way to `12.5`, until the corner is moved in another way.
  const isTyped = ([0, 1] as const).every((part) => Object.is(readNumber(typed[part]) ?? Number.NaN, corner[part]))
  const shown = isTyped
    ? typed
    : (corner.map((value) => (Number.isNaN(value) ? '' : String(value))) as [string, string])
  const type = (part: 0 | 1, text: string) => {
    const next: [string, string] = [shown[0], shown[1]]
    next[part] = text
    setTyped(next)
    on.onMove([readNumber(next[0]) ?? Number.NaN, readNumber(next[1]) ?? Number.NaN])
  }
  return (
    <li data-selected={isSelected || undefined}>
      <span className="wb-num">{number}</span>
      {axes.map(({ part, label }) => (
        <RowInput
          key={part}
          size="small"
          inputMode="decimal"
          label={t(label, { number })}
          isWrong={isWrong}
          value={shown[part]}
          onFocus={on.onSelect}
          onChange={(event) => type(part, event.currentTarget.value)}
        />
      ))}
      <IconButton
        label={t('zones.halfWay', { number })}
        size="small"
        disabled={on.onHalfWay === undefined}
        onClick={() => on.onHalfWay?.()}
      >
        <Glyph icon={IconRowInsertBottom} size={16} />
      </IconButton>
      <IconButton label={t('zones.removeCorner', { number })} size="small" onClick={on.onRemove}>
        <Glyph icon={IconX} size={16} />
      </IconButton>
    </li>
  )
}
