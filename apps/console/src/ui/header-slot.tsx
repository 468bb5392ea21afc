/** A place in the header that the page of the moment may fill, as the map does with its search. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'

const slot = createStore<HTMLElement | null>(null)

export const HeaderSlot = () => <div ref={slot.set} style={{ display: 'flex', minWidth: 0 }} />

/** Shows its children in the header, right of the title. */
export function InHeader({ children }: { children: ReactNode }) {
  const element = useStore(slot)
  return element && createPortal(children, element)
}
