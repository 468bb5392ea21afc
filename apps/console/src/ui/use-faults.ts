/**
 * When faults of a form in a dialog show: at a field once something wrong was left in it, everywhere once the form was
 * sent. The first wrong field then has the focus. Source: design language §9 Field.
 */
import { type FocusEvent, useEffect, useState } from 'react'

interface ShownFaults<Name extends string> {
  /** For the field of this name. */
  field(name: Name): { fault: string | undefined; onBlur: (event: FocusEvent<HTMLInputElement>) => void }
  /** Call when the form is sent: true when nothing is wrong. */
  isGood(): boolean
}

/** `failure` is what came back when the form was sent: what the server found wrong counts among the faults. */
export function useFaults<Name extends string>(
  faults: Readonly<Partial<Record<Name, string | undefined>>>,
  failure?: unknown,
): ShownFaults<Name> {
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [timesSent, setTimesSent] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure that comes back moves the focus as sending does
  useEffect(() => {
    if (timesSent === 0) return
    // The topmost dialog is the form's own.
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    dialog?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [timesSent, failure])

  return {
    field: (name) => ({
      fault: timesSent > 0 || left.has(name) ? faults[name] : undefined,
      onBlur: (event) => {
        if (event.currentTarget.value !== '') setLeft(new Set([...left, name]))
      },
    }),
    isGood() {
      setTimesSent(timesSent + 1)
      return Object.values(faults).every((fault) => fault === undefined)
    },
  }
}
