/** Loads the code of the page after sign-in while somebody types, so that it is there when they are let in. */

const load = (): Promise<unknown> =>
  Promise.all([import('./signed-in-layout.tsx'), import('../screens/map/map-screen.tsx')]).then(
    () => import('../screens/map/map-view.tsx'),
  )

/** At the first key or press of this page, and not before: who only looks at the page loads nothing more. Answers how to stop. */
export function preloadAtFirstKey(): () => void {
  const events = ['keydown', 'input', 'pointerdown'] as const
  const stop = () => {
    for (const event of events) document.removeEventListener(event, begin, true)
  }
  const begin = () => {
    stop()
    load().catch((error: unknown) => console.warn('The next page could not be loaded ahead.', error))
  }
  for (const event of events) document.addEventListener(event, begin, true)
  return stop
}
