/** What can be done with one row of a list, behind its `…`. Items carry words: nothing is deleted by an icon alone. */
import { Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './row-menu.module.css'

export interface RowMenuItem {
  readonly label: string
  readonly icon: Icon
  /** The way to a deletion. */
  readonly isDangerous?: boolean
  readonly onPress: () => void
}

interface RowMenuProps {
  /** Names the row, as `Actions for Hinoki Garden`. */
  readonly label: string
  readonly items: readonly RowMenuItem[]
  /** It was pressed for, and stands open. */
  readonly isOpenAtFirst?: boolean
}

export function RowMenu({ label, items, isOpenAtFirst = false }: RowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // The focus is back at the row before a dialog takes it: from there it comes back to the row.
  const press = (onPress: () => void) => {
    trigger.current?.focus()
    onPress()
  }
  return (
    <Menu
      defaultOpened={isOpenAtFirst}
      onClose={() => {
        // Open from its first moment on, it does not know what had the focus before.
        if (document.activeElement?.closest('[role="menu"]')) trigger.current?.focus()
      }}
      position="bottom-end"
      offset={4}
      withInitialFocusPlaceholder={false}
      // Out of the table, which cuts off what leaves it, and still in the page's own part.
      portalProps={{ target: 'main' }}
      classNames={{ dropdown: styles.menu, item: styles.item }}
    >
      <Menu.Target>
        <IconButton ref={trigger} label={label}>
          <Glyph icon={IconDots} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {items.map(({ label: words, icon, isDangerous, onPress }) => (
          <Menu.Item
            key={words}
            leftSection={<Glyph icon={icon} size={16} />}
            data-danger={isDangerous || undefined}
            onClick={() => press(onPress)}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
