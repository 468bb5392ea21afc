/** Keys that belong to an input method, with which people write Chinese, Japanese and Korean, are not meant for the console. */

/** Firefox and Chrome tell while a text is being composed. Safari ends the composition before the key that ends it, and tells by 229 alone. */
const KEY_CODE_OF_INPUT_METHODS = 229

const isOfInputMethod = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === KEY_CODE_OF_INPUT_METHODS

/**
 * Stops such keys before any handler of the page, ours or of a library, hears of them: no handler has to ask. The browser and the
 * input method still do with them what they do. To be called before anything else listens. Answers how to stop.
 */
export function leaveKeysToInputMethod(): () => void {
  const watching = new AbortController()
  const heard = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) event.stopImmediatePropagation()
  }
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    window.addEventListener(type, heard, { capture: true, signal: watching.signal })
  }
  return () => watching.abort()
}
