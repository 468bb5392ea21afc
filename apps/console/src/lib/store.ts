/** A value outside React that can be watched; by components with `use-store.ts`. */

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** Answers how to stop. */
  subscribe(listener: () => void): () => void
}

export type Watched<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
