/** The newest firmware of each model that the operator put in, for a page and all its rows. Source: G45. */
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { type Firmwares, newestByModel } from './newer.ts'
import { firmwaresQuery } from './queries.ts'

const NONE: Firmwares = new Map()
const Newest = createContext(NONE)

/** Asks once for the page: a hundred rows that each watch the cache cost more than they show. */
export function NewestFirmware({ children }: { children: ReactNode }) {
  const { data = NONE } = useQuery({ ...firmwaresQuery, select: newestByModel })
  return <Newest value={data}>{children}</Newest>
}

/** Versions by model; empty until they are known. */
export const useNewestFirmware = (): Firmwares => useContext(Newest)
