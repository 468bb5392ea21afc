/** What the window is like now. A page asks for this before anything of Mantine's hooks is needed, which are 3 kB gzipped. */
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window matches this media query; the component is drawn again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
