/** Where the focus starts on a page that is one form. */
import { type RefObject, useEffect } from 'react'

/** Only a wide screen starts in the field: on a phone the keyboard would cover the page. */
export function useFirstField(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (window.matchMedia('(min-width: 768px)').matches) field.current?.focus()
  }, [field])
}
