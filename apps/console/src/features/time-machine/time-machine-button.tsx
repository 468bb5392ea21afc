/** Opens the past on the map. */
import { IconHistory } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './time-bar.module.css'
import { useTimeMachine } from './time-travel.tsx'

export function TimeMachineButton() {
  const t = useT()
  const { player, open } = useTimeMachine()
  if (player !== undefined || open === undefined) return null
  return (
    <Button title={t('timeMachine.open')} icon={<Glyph icon={IconHistory} size={17} />} onClick={open}>
      <span className={styles.label}>{t('timeMachine.open')}</span>
    </Button>
  )
}
