/**
 * A component whose code comes when it is first needed. Not by React's `lazy`: once a Suspense has shown its fallback, React
 * shows nothing new for 300 ms, so a page whose code is there after 20 ms would stay empty for the rest.
 */
import { type ComponentType, type ReactNode, useEffect, useReducer } from 'react'

/**
 * The component that `load` brings under `name`; until it is there, `placeholder` stands in its place. What cannot be loaded is
 * told when it is drawn, to the error boundary around it, and is not tried again: a boundary that draws it once more would never
 * end. `preload` starts loading before it is drawn; it never fails.
 */
export function lazyComponent<Props extends object, Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  placeholder: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | undefined
  let failure: { readonly error: unknown } | undefined
  let loading: Promise<void> | undefined
  const start = async () => {
    try {
      Loaded = (await load())[name]
    } catch (error) {
      failure = { error }
    }
  }
  const preload = () => {
    loading ??= start()
    return loading
  }
  function LazyComponent(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      if (Loaded === undefined) void preload().then(drawAgain)
    }, [])
    if (failure !== undefined) throw failure.error
    return Loaded === undefined ? placeholder : <Loaded {...props} />
  }
  return Object.assign(LazyComponent, { preload })
}
