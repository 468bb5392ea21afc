/**
 * What every dialog stands in. The browser's own element keeps the focus inside, makes the page inert and hears Esc;
 * afterwards the focus is where it was. What is marked `data-autofocus` has the focus at first.
 */
import { type AriaRole, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { returnFocus } from './return-focus.ts'

interface ModalProps {
  readonly className: string | undefined
  readonly role?: AriaRole | undefined
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  readonly 'data-placement'?: string
  /** Esc, and a press beside it where that closes. The parent then stops showing it, or asks first. Without it neither does anything. */
  readonly onClose?: () => void
  readonly closesBeside?: boolean
  /** It stands above every other dialog, also above those that open later. */
  readonly staysOnTop?: boolean
  /** It has made way: the page goes on beside it. */
  readonly isDocked?: boolean
  readonly onMouseDown?: (event: MouseEvent) => void
  /** A key that is pressed in it. */
  readonly onKey?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** Shows the dialog again that stands above all others: browsers put whichever is shown last above the rest. */
let showTopmost: (() => void) | undefined

export function Modal({
  onClose,
  closesBeside = false,
  staysOnTop = false,
  isDocked = false,
  onKey,
  ...rest
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    let cameFrom: Element | null = null
    const show = () => {
      // Looked up here and not while drawing: a dialog that gives way to this one has given the focus back by now.
      cameFrom = document.activeElement
      dialog.current?.close()
      if (isDocked) dialog.current?.show()
      else dialog.current?.showModal()
      // Left alone the browser takes the first control there is. React's own `autoFocus` comes while all is still hidden.
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    show()
    if (staysOnTop && !isDocked) showTopmost = show
    else showTopmost?.()
    return () => {
      if (showTopmost === show) showTopmost = undefined
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) returnFocus(cameFrom)
      // The opener is gone, such as a button that deleted the ticked rows: focus moves to the start of the page.
      else returnFocus(document.querySelector<HTMLElement>(`#content main[tabindex="-1"]`))
    }
  }, [staysOnTop, isDocked])

  return (
    <dialog
      {...rest}
      closedby={onClose === undefined ? 'none' : undefined}
      ref={dialog}
      onCancel={(event) => {
        // The parent decides; a file picker inside cancels too, and bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={(event) => {
        // Told a moment later: by then it is open where it was only shown again.
        if (event.target !== dialog.current || dialog.current.open) return
        // Browsers close it whatever we say when Esc is pressed a second time: it stands until the parent takes it away.
        if (isDocked) dialog.current.show()
        else dialog.current.showModal()
        onClose?.()
      }}
      // Keys of the page beneath, as of the map, are not meant here.
      onKeyDown={(event) => {
        event.stopPropagation()
        onKey?.(event)
      }}
      onPointerDown={(event) => {
        if (closesBeside && event.target === dialog.current) onClose?.()
      }}
    />
  )
}
