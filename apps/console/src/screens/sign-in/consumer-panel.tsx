/** Stands in place of the form when a consumer was turned away. Source: specification §1; G22. */
import { IconBuildingHospital } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { changeSession } from '../../features/auth/session-store.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './sign-in.module.css'

export function ConsumerPanel() {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; a screen reader reads on from here.
  useEffect(() => title.current?.focus(), [])

  return (
    <section className={styles.consumer} aria-labelledby="consumer-title">
      <span className={styles.consumerIcon}>
        <Glyph icon={IconBuildingHospital} size={24} />
      </span>
      <h1 id="consumer-title" ref={title} tabIndex={-1} className={styles.consumerTitle}>
        {t('consumer.title')}
      </h1>
      <p className={styles.consumerText}>{t('consumer.text')}</p>
      <Button tone="primary" size="large" onClick={() => changeSession({ showConsumerPanel: false })}>
        {t('consumer.back')}
      </Button>
      <p className={styles.consumerHint}>{t('consumer.business')}</p>
    </section>
  )
}
