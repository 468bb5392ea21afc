/**
 * When faults of a form in a dialog show: at a field once something wrong was left in it, everywhere once the form was
 * sent. The first wrong field then has the focus. Source: design language §9 Field.
 */
import { type FocusEvent, useState } from 'react'
import { useFaultFocus } from './use-fault-focus.ts'

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

  // The topmost dialog is the form's own.
  useFaultFocus(timesSent, failure, () =>
    [...document.querySelectorAll('dialog[open]')].at(-1)?.querySelector<HTMLElement>('[aria-invalid="true"]'),
  )

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
