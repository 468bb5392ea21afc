/** Says what happened, why if known, and what to do. Source: specification §2 Routes; G15; design language §13.14. */
import { errors } from '@whereabouts/contract/errors'
import { useEffect } from 'react'
import { addTexts, useLocale, useT } from '../../lib/i18n.ts'
import { errorPage } from '../../locales/error-page.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './error-screen.module.css'
import { LostPlan } from './lost-plan.tsx'

addTexts(errorPage)

export interface ErrorScreenProps {
  readonly status: 404 | 500
  readonly error?: unknown
}

export function ErrorScreen({ status, error }: ErrorScreenProps) {
  const t = useT()
  const locale = useLocale()
  const isMissing = status === 404
  const title = isMissing ? errors.pageNotFound.words[locale] : t('errors.default', { reason: status })

  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (error) console.error(error)
  }, [error])

  return (
    <main className={styles.page}>
      <div>
        <p className={`${styles.status} wb-num`}>{status}</p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.hint}>{isMissing ? t('errorPage.notFoundHint') : t('errorPage.failureHint')}</p>
        <div className={styles.actions}>
          <ButtonLink href="/" tone="primary" size="large">
            {t('errorPage.home')}
          </ButtonLink>
          {isMissing ? (
            <Button size="large" onClick={() => window.history.back()}>
              {t('errorPage.back')}
            </Button>
          ) : (
            <Button size="large" onClick={() => window.location.reload()}>
              {t('errorPage.reload')}
            </Button>
          )}
        </div>
      </div>
      <LostPlan />
    </main>
  )
}
