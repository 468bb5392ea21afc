/** A place in a frame that the page within it may fill: its buttons beside the title, its details beside the list. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'

interface Slot {
  /** Where it is; empty until filled. */
  readonly Place: (props: { readonly className?: string | undefined }) => ReactNode
  /** Shows its children there. */
  readonly Fill: (props: { readonly children: ReactNode }) => ReactNode
}

export function createSlot(): Slot {
  const place = createStore<HTMLElement | null>(null)
  return {
    Place: ({ className }) => <div ref={place.set} className={className} />,
    Fill({ children }) {
      const element = useStore(place)
      return element && createPortal(children, element)
    },
  }
}
