/** The other services people may sign in by, where the server has keys for them. Source: G24. */
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@whereabouts/contract/auth'
import { useEffect, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { forms } from '../../locales/forms.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, departFor, PROVIDER_NAMES } from './provider-sign-in.ts'
import { configQuery } from './queries.ts'
import styles from './service-buttons.module.css'
import { SERVICE_MARKS } from './service-marks.tsx'

addTexts(forms)

const ORDER = Object.keys(PROVIDER_NAMES) as Provider[]

export function ServiceButtons({ choice }: { choice: Choice }) {
  const t = useT()
  const config = useQuery(configQuery)
  const [leavingFor, setLeavingFor] = useState<Provider>()

  // Somebody who comes back by the browser's button finds the page as it was, and may choose again.
  useEffect(() => {
    const shownAgain = (event: PageTransitionEvent) => {
      if (event.persisted) setLeavingFor(undefined)
    }
    window.addEventListener('pageshow', shownAgain)
    return () => window.removeEventListener('pageshow', shownAgain)
  }, [])

  const offered = config.data?.providers ?? []
  const services = ORDER.flatMap((name) => offered.filter(({ provider }) => provider === name))
  if (services.length === 0) return null
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
