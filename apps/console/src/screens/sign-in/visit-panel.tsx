/** Stands in place of the form when somebody came by an access link. Source: specification §4 Access links; G33. */
import { useMutation } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signInByLink } from '../../features/auth/sign-in.ts'
import { PushWait } from '../../features/push/push-wait.tsx'
import { storedAccount } from '../../lib/account.ts'
import { passwordFault } from '../../lib/form-rules.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { visit as texts } from '../../locales/visit.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from './sign-in.module.css'

addTexts(texts)

interface VisitPanelProps {
  readonly accessCode: string
  readonly onEntered: () => void
  /** The visitor signs in by other means, or stays who they are. */
  readonly onLeave: () => void
  /** The server knows no such link any more. */
  readonly onExpired: () => void
}

export function VisitPanel({ accessCode, onEntered, onLeave, onExpired }: VisitPanelProps) {
  const t = useT()
  const [signedIn] = useState(storedAccount.read)
  // A person signed in by an account is asked first; a visitor's session is replaced without asking.
  const [isAgreed, setIsAgreed] = useState(signedIn === undefined || signedIn.provider === 'accesslink')
  const hasBegun = useRef(false)
  const visit = useMutation({
    mutationFn: (password: string | undefined) => signInByLink(accessCode, password),
    onSuccess: (outcome) => (outcome === 'entered' ? onEntered() : onLeave()),
    onError(error) {
      if (isRefusal(error, errors.resourceNotFound)) onExpired()
    },
  })

  useEffect(() => {
    if (!isAgreed || hasBegun.current) return
    hasBegun.current = true
    visit.mutate(undefined)
  }, [isAgreed, visit.mutate])

  if (!isAgreed) {
    return (
      <section className={styles.form} aria-labelledby="visit-title">
        <h1 id="visit-title" className={styles.title}>
          {t('visit.title')}
        </h1>
        <p className={styles.lead}>{t('visit.signedIn', { name: signedIn?.name || signedIn?.email || '' })}</p>
        <Button tone="primary" size="large" onClick={() => setIsAgreed(true)}>
          {t('visit.open')}
        </Button>
        <Button size="large" onClick={onLeave}>
          {t('visit.stay')}
        </Button>
      </section>
    )
  }

  const isRefused = isRefusal(visit.error, errors.wrongCredentials)
  const wantsPassword = isRefused || visit.variables !== undefined
  if (wantsPassword) return <VisitPassword visit={visit} isRefused={isRefused} onLeave={onLeave} />
  return (
    <section className={styles.form} aria-labelledby="visit-title" aria-busy={visit.isPending}>
      <h1 id="visit-title" className={styles.title}>
        {t('visit.title')}
      </h1>
      <p className={styles.lead} role="status">
        {visit.error === null ? t('visit.opening') : ''}
      </p>
      <PushWait isPending={visit.isPending} />
      <FormFailure error={visit.error} />
      {visit.error !== null && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            visit.mutate(undefined)
          }}
        >
          <SubmitButton isPending={visit.isPending} error={visit.error}>
            {t('visit.tryAgain')}
          </SubmitButton>
        </form>
      )}
    </section>
  )
}

interface VisitPasswordProps {
  readonly visit: {
    readonly error: unknown
    readonly isPending: boolean
    readonly variables: string | undefined
    mutate(password: string): void
  }
  /** By the link, which wants a password or another one. */
  readonly isRefused: boolean
  readonly onLeave: () => void
}

function VisitPassword({ visit, isRefused, onLeave }: VisitPasswordProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [isFaultShown, setIsFaultShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const isWrong = isRefused && visit.variables !== undefined
  useEffect(() => {
    if (isWrong) field.current?.select()
  }, [isWrong])

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsFaultShown(true)
    if (passwordFault(password) === undefined) visit.mutate(password)
    else field.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="visit-title">
      <h1 id="visit-title" className={styles.title}>
        {t('visit.passwordTitle')}
      </h1>
      <p className={styles.lead}>{t('visit.passwordText')}</p>
      <FormFailure
        error={isRefused && !isWrong ? undefined : visit.error}
        words={isWrong ? t('visit.wrongPassword') : undefined}
      />
      <PasswordField
        ref={field}
        name="password"
        autoComplete="off"
        label={t('forms.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        fault={isFaultShown ? passwordFault(password) : undefined}
        isWrong={isWrong}
      />
      <SubmitButton isPending={visit.isPending} error={visit.error}>
        {t('visit.open')}
      </SubmitButton>
      <PushWait isPending={visit.isPending} />
      <p className={styles.newHere}>
        <button type="button" className={styles.link} onClick={onLeave}>
          {t('visit.signInInstead')}
        </button>
      </p>
    </form>
  )
}
