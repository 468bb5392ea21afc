/** Listens for the map's single keys. */
import { useEffect, useRef } from 'react'
import { areSingleKeysOn } from '../../lib/single-keys.ts'
import { isDialogOpen, isPageCovered, takesKeys } from '../../lib/takes-keys.ts'
import { actionOf, type KeyAction } from './keys.ts'

/** Notifications lie over the page, and would over an alarm that has made way. */
const opensAbove = (action: KeyAction): boolean => action.do === 'flip' && action.toggle === 'notifications'

export function useKeys(act: (action: KeyAction) => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // Esc is no single key that somebody could say or press by accident.
      if (event.defaultPrevented || (event.key !== 'Escape' && !areSingleKeysOn())) return
      const isTyping = takesKeys(document.activeElement) && event.key !== 'Escape'
      const action = actionOf(event, isTyping)
      // A dialog closes by its own Esc.
      if (!action || isPageCovered() || (opensAbove(action) && isDialogOpen())) return
      if (event.key !== 'Escape') event.preventDefault()
      latest.current(action)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
