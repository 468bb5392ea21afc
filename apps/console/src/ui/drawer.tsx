/**
 * Details of one thing: beside the page where there is room, else over it. Beside, it takes no focus, so that one may go
 * on walking the list. Design language §9.
 */
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './drawer.module.css'
import { Modal } from './modal.tsx'

interface DrawerProps {
  readonly label: string
  readonly isModal: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Drawer({ label, isModal, onClose, children }: DrawerProps) {
  if (isModal) {
    return (
      <Modal className={styles.modal} aria-label={label} closesBeside onClose={onClose}>
        <div className={styles.drawer}>{children}</div>
      </Modal>
    )
  }
  const pressed = (event: KeyboardEvent) => {
    // Dialogs that were opened here have had their turn.
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className={styles.drawer} data-drawer aria-label={label} onKeyDown={pressed}>
      {children}
    </aside>
  )
}

interface DrawerFootProps {
  readonly children: ReactNode
}

/** What stays at the foot, as the way to a deletion. */
export const DrawerFoot = ({ children }: DrawerFootProps) => <div className={styles.foot}>{children}</div>
