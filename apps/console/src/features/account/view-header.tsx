/** Title of a view within the account popover, with the arrow back. The focus starts on the arrow. */
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './account-popover.module.css'

export function ViewHeader({ title, onBack }: { title: string; onBack: () => void }) {
  const t = useT()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div className={styles.viewHeader}>
      <IconButton ref={back} label={t('account.back')} onClick={onBack}>
        <Glyph icon={IconArrowLeft} size={17} />
      </IconButton>
      <h2>{title}</h2>
    </div>
  )
}
