/** Opening and closing of what hangs under a header button: Esc, a press outside and leaving by Tab close it. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isDialogOpen } from '../lib/takes-keys.ts'
import { returnFocus } from './return-focus.ts'

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
    if (returnsFocus) returnFocus(triggerRef.current)
  }

  useEffect(() => {
    if (!isOpen) return
    const pressedOutside = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) setIsOpen(false)
    }
    // Where the focus is nowhere, as what had it is gone, Esc is heard before the keys of the page, which take it for theirs.
    const escaped = (event: globalThis.KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !container.current?.contains(event.target as Node)
      // A dialog above closes by its own.
      if (!isOurs || isDialogOpen()) return
      event.stopPropagation()
      setIsOpen(false)
      returnFocus(triggerRef.current)
    }
    document.addEventListener('pointerdown', pressedOutside)
    document.addEventListener('keydown', escaped, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', pressedOutside)
      document.removeEventListener('keydown', escaped, { capture: true })
    }
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
