/** Dragging the rows of a short list by a handle: by mouse, pen and finger. Keys have buttons of their own. */
import { type PointerEvent, type RefObject, useState } from 'react'

interface Drag {
  /** Place of the row in hand, from 0. */
  readonly from: number | undefined
  /** What the list wants. */
  readonly list: {
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onLostPointerCapture: () => void
  }
  /** What the handle of the row at this place wants. */
  handle(at: number): { readonly onPointerDown: (event: PointerEvent) => void }
}

/** `onMove` is called whenever the row in hand has come over another place. The rows are the children of `list`. */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void): Drag {
  const [from, setFrom] = useState<number>()
  return {
    from,
    list: {
      onPointerMove({ clientY }) {
        if (from === undefined) return
        const rows = [...(list.current?.children ?? [])]
        const to = rows.findIndex((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return clientY >= top && clientY < bottom
        })
        if (to < 0 || to === from) return
        onMove(from, to)
        setFrom(to)
      },
      // However it ends: let go, or called off by the browser.
      onLostPointerCapture: () => setFrom(undefined),
    },
    handle: (at) => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        // Else the browser would select text, or scroll, on the way.
        event.preventDefault()
        // By the list and not by the handle: a row that moves within the page lets go of the pointer.
        list.current?.setPointerCapture(event.pointerId)
        setFrom(at)
      },
    }),
  }
}
