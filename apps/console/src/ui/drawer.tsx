/**
 * Details of one thing: beside the page where there is room, else over it. Beside, it takes no focus, so that one may go
 * on walking the list. Design language §9.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './drawer.module.css'

interface DrawerProps {
  readonly label: string
  readonly isModal: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Drawer({ label, isModal, onClose, children }: DrawerProps) {
  if (isModal) {
    return (
      <ModalDrawer label={label} onClose={onClose}>
        {children}
      </ModalDrawer>
    )
  }
  const pressed = (event: KeyboardEvent) => {
    // Dialogs that were opened here have had their turn.
    if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className={styles.drawer} aria-label={label} onKeyDown={pressed}>
      {children}
    </aside>
  )
}

function ModalDrawer({ label, onClose, children }: Omit<DrawerProps, 'isModal'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const cameFrom = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.modal}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.drawer}>{children}</div>
    </dialog>
  )
}

interface DrawerFootProps {
  readonly children: ReactNode
}

/** What stays at the foot, as the way to a deletion. */
export const DrawerFoot = ({ children }: DrawerFootProps) => <div className={styles.foot}>{children}</div>
