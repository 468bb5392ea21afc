/**
 * A button with the days, times, months or the moment that are shown, and what opens under it to pick others: calendar, shortcuts, times.
 * On phones it is a sheet. Every screen that asks for days or times has this one. Source: G80; mockups 10-attendance-picker.
 *
 * ```tsx
 * <DateRangePicker kind="days" label="Days" value={range} timeZone={userInfo.timezone} now={serverNow}
 *   timeFormat="hh:mm a" maxDate={writtenAt(serverNow(), userInfo.timezone, DEFAULT_FORMAT)} onChange={setRange} />
 * ```
 *
 * `value` and what `onChange` is told are a `PickedRange`: epoch seconds, both ends included. `rangeOf('last7Days', now, zone)` and
 * `dayRange(now, zone)` give the one to begin with.
 */
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocale } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import { Modal } from '../modal.tsx'
import { usePopover } from '../use-popover.ts'
import styles from './date-range.module.css'
import type { DateRangePanelProps } from './date-range-panel.tsx'
import { PHONE_WIDTH, type PickedRange } from './ranges.ts'
import { shownText } from './shown-text.ts'

const DateRangePanel = lazyComponent(
  () => import('./date-range-panel.tsx'),
  'DateRangePanel',
  <div className={styles.loading} />,
)

interface DateRangePickerProps extends Omit<DateRangePanelProps, 'value' | 'isPhone' | 'onClose'> {
  /** What is asked for; it names the button and the dialog. */
  readonly label: string
  /** Left out: nothing is picked yet, and the button shows the label. */
  readonly value?: PickedRange | undefined
  /** The edge of the button that the panel stands at. */
  readonly align?: 'left' | 'right' | undefined
  readonly opens?: 'below' | 'above' | undefined
  /** On the button in place of the days, as a name of them. */
  readonly children?: ReactNode
}

export function DateRangePicker({
  label,
  value,
  align = 'left',
  opens = 'below',
  children,
  onChange,
  ...rest
}: DateRangePickerProps) {
  const locale = useLocale()
  const isPhone = useMedia(`(max-width: ${PHONE_WIDTH}px)`)
  const { isOpen, open, close, triggerRef, containerProps } = usePopover()
  const panel = useRef<HTMLDivElement>(null)
  const { kind, timeZone } = rest
  const shown = value === undefined ? undefined : shownText(kind, value, timeZone, locale)

  useEffect(() => {
    if (isOpen) panel.current?.focus()
  }, [isOpen])

  const content = (
    <DateRangePanel
      {...rest}
      value={value}
      isPhone={isPhone === true}
      onChange={(picked) => {
        close(true)
        onChange(picked)
      }}
      onClose={() => close(true)}
    />
  )
  return (
    <div {...containerProps} className={styles.place}>
      <Button
        ref={triggerRef}
        icon={<Glyph icon={IconCalendar} size={16} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={shown === undefined ? label : `${label}: ${shown}`}
        onClick={() => (isOpen ? close() : open())}
      >
        <span className="wb-num">{children ?? shown ?? label}</span>
      </Button>
      {isOpen &&
        (isPhone === true ? (
          <Modal className={styles.sheet} aria-label={label} closesBeside onClose={() => close(true)}>
            {content}
          </Modal>
        ) : (
          <div
            ref={panel}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            className={styles.panel}
            data-align={align}
            data-kind={kind}
            data-opens={opens}
          >
            {content}
          </div>
        ))}
    </div>
  )
}
