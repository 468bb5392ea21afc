/** Where single keys are not ours. */

/** True for places that take text or use letters themselves; a box uses Space only, and the rows of the map's list the arrows and Enter. */
export const takesKeys = (element: Element | null): boolean =>
  element !== null &&
  (element.matches(
    'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"]:not([data-rows]), dialog *',
  ) ||
    element.closest('[role="dialog"], [role="menu"], dialog') !== null)

/** True within a list that is scrolled by the arrow keys. All other keys are ours there. */
export const isScrolledByArrows = (place: EventTarget | null): boolean =>
  place instanceof Element && place.closest(':is(ol, ul)[tabindex="0"]') !== null

/** True while a dialog stands: nothing opens above it by keys, wherever the focus went. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** True while a dialog stands that has not made way: nothing of the page beneath moves by keys. */
export const isPageCovered = (): boolean => document.querySelector('dialog[open]:not([data-docked])') !== null
