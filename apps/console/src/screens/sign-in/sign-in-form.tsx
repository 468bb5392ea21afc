/** E-mail and password. Errors stand at their field or above the form; what was typed is kept. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errors } from '@whereabouts/contract/errors'
import { type FormEvent, useRef, useState } from 'react'
import { forgetEmailDraft, useEmailDraft } from '../../features/auth/email-draft.ts'
import { NotVerified, useVerificationMailing } from '../../features/auth/mailing.tsx'
import { configQuery } from '../../features/auth/queries.ts'
import { Services } from '../../features/auth/services.tsx'
import { signIn } from '../../features/auth/sign-in.ts'
import { PushWait } from '../../features/push/push-wait.tsx'
import { knownEmailFault, passwordFault } from '../../lib/form-rules.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { useFirstField } from '../../lib/use-first-field.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import styles from './sign-in.module.css'

export function SignInForm({ onEntered }: { onEntered: () => void }) {
  const t = useT()
  const config = useQuery(configQuery)
  const [email, setEmail] = useEmailDraft()
  const [password, setPassword] = useState('')
  const [staySignedIn, setStaySignedIn] = useState(false)
  const [faultsShown, setFaultsShown] = useState({ email: false, password: false })
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const verification = useVerificationMailing()
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess(outcome) {
      forgetEmailDraft()
      if (outcome === 'entered') onEntered()
    },
    onError(error, credentials) {
      passwordField.current?.select()
      // Once by itself; after that the person asks for the mail.
      const isNew = verification.email !== credentials.email
      if (isRefusal(error, errors.emailNotActivated) && isNew) verification.send(credentials.email)
    },
  })

  const [startsWithPassword] = useState(email !== '')
  useFirstField(startsWithPassword ? passwordField : emailField)

  const faults = { email: knownEmailFault(email), password: passwordFault(password) }
  const isNotVerified = isRefusal(attempt.error, errors.emailNotActivated)

  function submit(event: FormEvent) {
    event.preventDefault()
    setFaultsShown({ email: true, password: true })
    attempt.reset()
    if (faults.email) return emailField.current?.focus()
    if (faults.password) return passwordField.current?.focus()
    attempt.mutate({ email: email.trim(), password, staySignedIn })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <h1 id="sign-in-title" className={styles.title}>
        {t('signIn.title')}
      </h1>
      <p className={styles.lead}>{t('signIn.audience')}</p>
      <FormFailure error={isNotVerified ? undefined : attempt.error} />
      <div role="status">{isNotVerified && <NotVerified mailing={verification} />}</div>
      <TextField
        ref={emailField}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('forms.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onBlur={() => setFaultsShown((shown) => ({ ...shown, email: email !== '' || shown.email }))}
        fault={faultsShown.email ? faults.email : undefined}
      />
      <PasswordField
        ref={passwordField}
        name="password"
        autoComplete="current-password"
        label={t('forms.password')}
        aside={
          <Link to="/forgot-password" className={styles.link}>
            {t('signIn.forgot')}
          </Link>
        }
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        fault={faultsShown.password ? faults.password : undefined}
        isWrong={isRefusal(attempt.error, errors.wrongCredentials)}
      />
      <CheckField label={t('signIn.stay')} isChecked={staySignedIn} onChange={setStaySignedIn} />
      <SubmitButton isPending={attempt.isPending} error={attempt.error}>
        {attempt.isPending ? t('signIn.busy') : t('signIn.submit')}
      </SubmitButton>
      <PushWait isPending={attempt.isPending} />
      <Services choice={{ staySignedIn, signUp: false }} />
      {config.data?.signup && (
        <p className={styles.newHere}>
          {t('signIn.newHere')}{' '}
          <Link to="/signup" className={styles.link}>
            {t('signIn.create')}
          </Link>
        </p>
      )}
      {config.data?.demo && (
        <DemoSignIns
          onChoose={(chosenEmail, chosenPassword) => {
            setEmail(chosenEmail)
            setPassword(chosenPassword)
            attempt.reset()
            setFaultsShown({ email: false, password: false })
          }}
        />
      )}
    </form>
  )
}
