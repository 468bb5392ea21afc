/** When the next page of a list is asked for. Source: specification §2 Notification popover, §9. */

/** This near to the bottom (px) the next page is wanted … */
export const NEAR_BOTTOM_PX = 100
/** … once nobody has scrolled for so long (ms). */
export const PAGE_AFTER_MS = 1500

interface Pager {
  /** Somebody scrolled; so far (px) lies the bottom below what is seen. */
  scrolled(toBottomPx: number): void
  stop(): void
}

export function makePager(loadNext: () => void): Pager {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    scrolled(toBottomPx) {
      clearTimeout(timer)
      if (toBottomPx < NEAR_BOTTOM_PX) timer = setTimeout(loadNext, PAGE_AFTER_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
