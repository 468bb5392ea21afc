/** Focus that comes back to where it was, as after a dialog: nobody went there, so what opens by focus stays closed. */

let isReturning = false

export function returnFocus(element: HTMLElement | null | undefined): void {
  isReturning = true
  element?.focus()
  isReturning = false
}

/** True while that happens: asked by who hears of the focus. */
export const isFocusReturning = (): boolean => isReturning
