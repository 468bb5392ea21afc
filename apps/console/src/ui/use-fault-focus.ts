/** The first wrong field has the focus once a form was sent. Source: design language §9 Field. */
import { useEffect } from 'react'

/** `find` answers that field; `failure` is what came back when the form was sent for that many times. */
export function useFaultFocus(timesSent: number, failure: unknown, find: () => HTMLElement | null | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure that comes back moves the focus as sending does
  useEffect(() => {
    if (timesSent > 0) find()?.focus()
  }, [timesSent, failure])
}
