/**
 * A component whose code comes when it is first needed. Not by React's `lazy`: once a Suspense has shown its fallback, React
 * shows nothing new for 300 ms, so a page whose code is there after 20 ms would stay empty for the rest.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * The component that `load` brings under `name`; until it is there, `placeholder` stands in its place. `preload` starts loading
 * before it is drawn, and never fails: what fails is tried and told when it is drawn, to the error boundary around it.
 */
export function lazyComponent<Props extends object, Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  placeholder: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    Loaded ??= (await load())[name]
  }
  function LazyComponent(props: Props) {
    const [state, setState] = useState<{ readonly error?: unknown }>({})
    useEffect(() => {
      if (Loaded === undefined) {
        loadOnce().then(
          () => setState({}),
          (error: unknown) => setState({ error }),
        )
      }
    }, [])
    if ('error' in state) throw state.error
    return Loaded === undefined ? placeholder : <Loaded {...props} />
  }
  return Object.assign(LazyComponent, { preload: () => loadOnce().catch(() => undefined) })
}
