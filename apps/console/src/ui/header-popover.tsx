/** A header button with a panel under it. Focus moves in when it opens. Source: design language §9 Popover. */
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './header-popover.module.css'
import { IconButton } from './icon-button.tsx'
import { type PopoverControl, usePopover } from './use-popover.ts'

interface HeaderPopoverProps {
  /** Name of the button. */
  readonly label: string
  /** Name of the panel. */
  readonly title: string
  readonly icon: ReactNode
  readonly width: number
  readonly onOpen?: () => void
  readonly children: (close: PopoverControl['close']) => ReactNode
}

export function HeaderPopover({ label, title, icon, width, onOpen, children }: HeaderPopoverProps) {
  const { isOpen, open, close, triggerRef, containerProps } = usePopover()
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isOpen) panel.current?.focus()
  }, [isOpen])

  const press = () => {
    if (isOpen) return close()
    open()
    onOpen?.()
  }

  return (
    <div {...containerProps} className={styles.container}>
      <IconButton
        ref={triggerRef}
        size="large"
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={press}
      >
        {icon}
      </IconButton>
      {isOpen && (
        <div ref={panel} role="dialog" aria-label={title} tabIndex={-1} className={styles.panel} style={{ width }}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
