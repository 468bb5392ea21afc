/** All single keys. Opens by `?` on every page, and from the account popover. Source: design language §11. */
import { useEffect, useRef } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { takesKeys } from '../../lib/takes-keys.ts'
import { keys } from '../../locales/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './keys-help.module.css'

addTexts(keys)

const KEYS = [
  ['/', 'keys.find'],
  ['↑ ↓', 'keys.walk'],
  ['Enter', 'keys.open'],
  ['Esc', 'keys.close'],
  ['1 2 3', 'keys.tabs'],
  ['F', 'keys.follow'],
  ['D C N L', 'keys.toggles'],
  ['+ − 0', 'keys.zoom'],
  ['?', 'keys.help'],
] as const

/** Calls when `?` is pressed where nobody types. */
export function useHelpKey(onPress: () => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.defaultPrevented || takesKeys(document.activeElement)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
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
      <p>{t('keys.onMap')}</p>
      <dl className={styles.keys}>
        {KEYS.map(([names, text]) => (
          <div key={names}>
            <dt>
              {names.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
