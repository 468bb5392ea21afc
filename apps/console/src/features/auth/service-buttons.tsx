/** A button for each other service that people may sign in by. Source: G24. */
import type { Provider } from '@whereabouts/contract/auth'
import { useEffect, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { forms } from '../../locales/forms.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, departFor, PROVIDER_NAMES, type Service } from './provider-sign-in.ts'
import styles from './service-buttons.module.css'
import { SERVICE_MARKS } from './service-marks.tsx'

addTexts(forms)

const ORDER = Object.keys(PROVIDER_NAMES) as Provider[]

interface ServiceButtonsProps {
  readonly offered: readonly Service[]
  readonly choice: Choice
}

export function ServiceButtons({ offered, choice }: ServiceButtonsProps) {
  const t = useT()
  const [leavingFor, setLeavingFor] = useState<Provider>()

  // Somebody who comes back by the browser's button finds the page as it was, and may choose again.
  useEffect(() => {
    const shownAgain = (event: PageTransitionEvent) => {
      if (event.persisted) setLeavingFor(undefined)
    }
    window.addEventListener('pageshow', shownAgain)
    return () => window.removeEventListener('pageshow', shownAgain)
  }, [])

  const services = ORDER.flatMap((name) => offered.filter(({ provider }) => provider === name))
  return (
    <>
      <p className={styles.or}>{t('service.or')}</p>
      <div className={styles.services}>
        {services.map((service) => {
          const Mark = SERVICE_MARKS[service.provider]
          const name = PROVIDER_NAMES[service.provider]
          return (
            <Button
              key={service.provider}
              size="large"
              icon={<Mark />}
              aria-label={t('service.continue', { name })}
              isPending={leavingFor === service.provider}
              onClick={() => {
                setLeavingFor(service.provider)
                departFor(service, choice)
              }}
            >
              {name}
            </Button>
          )
        })}
      </div>
    </>
  )
}
