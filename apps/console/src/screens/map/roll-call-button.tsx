/** The way from the map to the roll-call. */
import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { rollCallPath } from '../../lib/paths.ts'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './map.module.css'

export function RollCallButton() {
  const t = useT()
  return (
    <Link {...rollCallPath()} className={styles.rollCall} title={t('menu.map.rollCall')}>
      <Glyph icon={IconChecklist} size={17} />
      <span>{t('menu.map.rollCall')}</span>
    </Link>
  )
}
