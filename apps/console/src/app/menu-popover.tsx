/** The menu under its button. Source: specification §2 Menu; design language §2. */
import { IconChevronRight, IconMenu2 } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { Glyph } from '../ui/glyph.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { isFocusReturning } from '../ui/return-focus.ts'
import { usePopover } from '../ui/use-popover.ts'
import { type MenuEntry, openEntry } from './menu.ts'
import styles from './menu-popover.module.css'

interface MenuPopoverProps {
  readonly entries: readonly MenuEntry[]
  readonly currentKey: string | undefined
}

export function MenuPopover({ entries, currentKey }: MenuPopoverProps) {
  const t = useT()
  const { isOpen, open, close, triggerRef, containerProps } = usePopover()
  const [shownKey, setShownKey] = useState<string | undefined>(undefined)
  const panel = useRef<HTMLElement>(null)
  // A press focuses the button, and focus opens; the click that follows must not close it again.
  const wasOpenAtPress = useRef(false)
  const shown = entries.find((entry) => entry.key === shownKey && entry.subItems.length > 0)

  const openMenu = () => {
    setShownKey(currentKey)
    open()
  }
  const choose = (event: MouseEvent, key: string, tab?: string) => {
    // A new tab or window is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close(true)
    openEntry(key, tab, window.location)
  }

  /** Arrows walk the links: up and down within a column, right into the sub-items, left back. */
  function walk(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      return close(true)
    }
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 0, ArrowLeft: 0, Home: 0, End: 0 }[event.key]
    if (step === undefined || panel.current === null) return
    event.preventDefault()
    const [entryLinks, subLinks] = ['entry', 'sub'].map((column) => [
      ...(panel.current?.querySelectorAll<HTMLElement>(`[data-column="${column}"] a`) ?? []),
    ]) as [HTMLElement[], HTMLElement[]]
    const focused = document.activeElement as HTMLElement
    const column = subLinks.includes(focused) ? subLinks : entryLinks
    if (event.key === 'ArrowRight') return subLinks[0]?.focus()
    if (event.key === 'ArrowLeft') return entryLinks.find((link) => link.dataset.key === shownKey)?.focus()
    if (event.key === 'Home') return column[0]?.focus()
    if (event.key === 'End') return column.at(-1)?.focus()
    const index = column.indexOf(focused)
    column.at(index === -1 ? (step > 0 ? 0 : -1) : (index + step) % column.length)?.focus()
  }

  return (
    <div {...containerProps} {...{ onKeyDown: walk }}>
      <IconButton
        ref={triggerRef}
        size="large"
        label={t('menu.open')}
        aria-expanded={isOpen}
        aria-controls="main-menu"
        onFocus={() => {
          // Focus that comes back, after Esc, a choice or a dialog, opens nothing.
          if (!isFocusReturning()) openMenu()
        }}
        onPointerDown={() => {
          wasOpenAtPress.current = isOpen
        }}
        onClick={(event) => {
          // A key press comes without a pointer.
          const wasOpen = event.detail === 0 ? isOpen : wasOpenAtPress.current
          if (wasOpen) close()
          else openMenu()
        }}
      >
        <Glyph icon={IconMenu2} size={20} />
      </IconButton>
      {isOpen && (
        <nav ref={panel} id="main-menu" className={styles.panel} aria-label={t('menu.open')}>
          <ul className={styles.entries} data-column="entry">
            {entries.map((entry) => (
              <li key={entry.key}>
                <a
                  href={entry.path}
                  data-key={entry.key}
                  className={styles.entry}
                  aria-current={entry.key === currentKey ? 'page' : undefined}
                  data-shown={entry.key === shown?.key || undefined}
                  onPointerEnter={() => setShownKey(entry.key)}
                  onFocus={() => setShownKey(entry.key)}
                  onClick={(event) => choose(event, entry.key)}
                >
                  <Glyph icon={entry.icon} size={19} />
                  <span>{t(entry.label)}</span>
                  {entry.subItems.length > 0 && <Glyph icon={IconChevronRight} size={16} />}
                </a>
              </li>
            ))}
          </ul>
          {shown && (
            <div className={styles.subItems} data-column="sub">
              <p id="sub-menu-title">{t(shown.label)}</p>
              <ul aria-labelledby="sub-menu-title">
                {shown.subItems.map((item) => (
                  <li key={item.tab}>
                    <a
                      href={`${shown.path}?tab=${item.tab}`}
                      className={styles.subItem}
                      onClick={(event) => choose(event, shown.key, item.tab)}
                    >
                      {t(item.label)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </nav>
      )}
    </div>
  )
}
