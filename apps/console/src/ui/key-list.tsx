/** The single keys of the map, and what each does. Source: design language §11. */
import { addTexts, useT } from '../lib/i18n.ts'
import { useSingleKeys } from '../lib/single-keys.ts'
import { keys } from '../locales/keys.ts'
import styles from './key-list.module.css'

addTexts(keys)

const KEYS = [
  ['/', 'keys.find'],
  ['↑ ↓', 'keys.walk'],
  ['Enter', 'keys.open'],
  ['Esc', 'keys.close'],
  ['1 2 3', 'keys.tabs'],
  ['F', 'keys.follow'],
  ['T', 'keys.timeMachine'],
  ['R', 'keys.ring'],
  ['P', 'keys.trail'],
  ['G', 'keys.going'],
  ['D C N L', 'keys.toggles'],
  ['+ − 0', 'keys.zoom'],
  ['?', 'keys.help'],
] as const
/** What they do belongs to the list or window one is in, whatever is switched. */
const ALWAYS: readonly string[] = ['Enter', 'Esc']

/** `isWide`: two columns, the keys at their ends. */
export function KeyList({ isWide = false }: { isWide?: boolean }) {
  const t = useT()
  const isOn = useSingleKeys()
  return (
    <dl className={styles.keys} data-wide={isWide || undefined}>
      {KEYS.filter(([names]) => isOn || isWide || ALWAYS.includes(names)).map(([names, text]) => (
        <div key={names} data-off={(!isOn && !ALWAYS.includes(names)) || undefined}>
          <dt>
            {names.split(' ').map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  )
}
