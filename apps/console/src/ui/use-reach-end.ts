/** Tells when the end of a list comes near. */
import { type RefCallback, useCallback, useRef } from 'react'

/** This far below what is seen (px) counts as near. Source: specification §9, lists load within 100 px of the bottom. */
const NEAR_PX = 100

/** For an element at the end of the list; calls `onNear` each time that element comes near, or is mounted there again. */
export function useReachEnd(onNear: () => void): RefCallback<HTMLElement> {
  const latest = useRef(onNear)
  latest.current = onNear
  return useCallback((end) => {
    if (end === null) return
    const scroller = closestScroller(end)
    const watcher = new IntersectionObserver(
      (entries) => {
        // Where frames are late, several come together: first that the end was far, then that it is near.
        if (entries.at(-1)?.isIntersecting) latest.current()
      },
      { root: scroller, rootMargin: `0px 0px ${NEAR_PX}px` },
    )
    watcher.observe(end)
    return () => watcher.disconnect()
  }, [])
}

/** Without it the margin would count from the edge of the window, which the end of the list never comes past. */
function closestScroller(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
