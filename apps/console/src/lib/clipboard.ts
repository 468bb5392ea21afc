/** Puts a text on the clipboard. */

/** True when it is there. Without https browsers offer the old way only. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  // Beside what is focused, since a dialog keeps the focus inside.
  const place = document.activeElement?.parentElement ?? document.body
  const focused = document.activeElement
  place.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
