/** Opening and closing of what hangs under a header button: Esc, a press outside and leaving by Tab close it. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

export interface PopoverControl {
  readonly isOpen: boolean
  open(): void
  /** Closes; the focus goes back to the button when `returnsFocus`. */
  close(returnsFocus?: boolean): void
  readonly triggerRef: RefObject<HTMLButtonElement | null>
  /** For the element around button and panel. */
  readonly containerProps: {
    readonly ref: RefObject<HTMLDivElement | null>
    onKeyDown(event: KeyboardEvent): void
    onBlur(event: FocusEvent): void
  }
}

export function usePopover(): PopoverControl {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLButtonElement>(null)

  const close = (returnsFocus = false) => {
    setIsOpen(false)
    if (returnsFocus) triggerRef.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return
    const pressedOutside = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', pressedOutside)
    return () => document.removeEventListener('pointerdown', pressedOutside)
  }, [isOpen])

  return {
    isOpen,
    open: () => setIsOpen(true),
    close,
    triggerRef,
    containerProps: {
      ref: container,
      onKeyDown(event) {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close(true)
      },
      onBlur(event) {
        // Without a next element the window itself lost the focus, or a pressed spot cannot have it.
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      },
    },
  }
}
