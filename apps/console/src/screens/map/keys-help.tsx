/** All keys of the map. Opens by `?`. */
import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './keys-help.module.css'

const KEYS = [
  ['/', 'map.keyFind'],
  ['↑ ↓', 'map.keyWalk'],
  ['Enter', 'map.keyOpen'],
  ['Esc', 'map.keyClose'],
  ['1 2 3', 'map.keyTabs'],
  ['F', 'map.keyFollow'],
  ['D C N L', 'map.keyToggles'],
  ['+ − 0', 'map.keyZoom'],
  ['?', 'map.keyHelp'],
] as const

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={t('map.keys')} onClose={onClose}>
      <h2>{t('map.keys')}</h2>
      <dl>
        {KEYS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => dialog.current?.close()}>{t('map.close')}</Button>
    </dialog>
  )
}
