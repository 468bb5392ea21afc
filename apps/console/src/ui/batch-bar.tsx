/** What can be done with everything that is ticked; the way to a deletion stands last, apart. Design language §9. */
import { type Icon, IconX } from '@tabler/icons-react'
import { Fragment } from 'react'
import styles from './batch-bar.module.css'
import { Glyph } from './glyph.tsx'

export interface BatchAction {
  readonly label: string
  readonly icon: Icon
  readonly isDangerous?: boolean
  readonly onPress: () => void
}

interface BatchBarProps {
  readonly label: string
  /** `3 selected` */
  readonly count: string
  readonly actions: readonly BatchAction[]
  readonly clearLabel: string
  readonly onClear: () => void
}

export const BatchBar = ({ label, count, actions, clearLabel, onClear }: BatchBarProps) => (
  <section className={styles.bar} aria-label={label}>
    <strong className="wb-num">{count}</strong>
    <div className={styles.actions}>
      {actions.map(({ label: words, icon, isDangerous, onPress }) => (
        <Fragment key={words}>
          {isDangerous && <i />}
          <button type="button" data-danger={isDangerous || undefined} onClick={onPress}>
            <Glyph icon={icon} size={16} />
            {words}
          </button>
        </Fragment>
      ))}
    </div>
    <button type="button" aria-label={clearLabel} title={clearLabel} onClick={onClear}>
      <Glyph icon={IconX} size={18} />
    </button>
  </section>
)
