/** What stands at an edge of the window tells styles how much room it takes. */

/** Keeps a custom property of the page at the height of an element. Answers how to stop, which removes the property. */
export function publishHeight(name: `--wb-${string}`, element: HTMLElement): () => void {
  const { style } = document.documentElement
  const watcher = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
  watcher.observe(element)
  return () => {
    watcher.disconnect()
    style.removeProperty(name)
  }
}
