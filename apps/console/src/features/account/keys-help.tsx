/** All single keys. Opens by `?` on every page, and from the account popover. Source: design language §11. */
import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { areSingleKeysOn, useSingleKeys } from '../../lib/single-keys.ts'
import { isDialogOpen, takesKeys } from '../../lib/takes-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../../ui/key-list.tsx'

/** Calls when `?` is pressed where nobody types. */
export function useHelpKey(onPress: () => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || takesKeys(document.activeElement) || !areSingleKeysOn()) return
      // Nothing opens above the alert.
      if (isDialogOpen()) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  const isOn = useSingleKeys()
  return (
    <Dialog
      title={t('keys.title')}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {t('dialog.close')}
        </Button>
      }
    >
      <p>{t(isOn ? 'keys.onMap' : 'keys.off')}</p>
      <KeyList />
    </Dialog>
  )
}
