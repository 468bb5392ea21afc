/** The alarm desk of the session, for what a person sees of it. */
import { createContext, use } from 'react'
import type { Desk } from './desk.ts'

const DeskContext = createContext<Desk | undefined>(undefined)

export const DeskProvider = DeskContext.Provider

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (desk === undefined) throw new Error('There is no DeskProvider around this component.')
  return desk
}
