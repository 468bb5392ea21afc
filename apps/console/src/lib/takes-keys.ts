/** Where single keys are not ours. */

/** True for places that take text or use the arrow keys themselves. */
export const takesKeys = (element: Element | null): boolean =>
  element !== null &&
  (element.matches('input, textarea, select, [contenteditable="true"], [role="listbox"], dialog *') ||
    element.closest('[role="dialog"], [role="menu"], dialog') !== null)
