/** E-mail and password. Errors stand at their field or above the form; what was typed is kept. */
import { IconEye, IconEyeOff, IconWifiOff, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { MAX_PASSWORD_LENGTH } from '@whereabouts/domain/sessions'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { configQuery } from '../../features/auth/queries.ts'
import { type Credentials, signIn, storedEmail } from '../../features/auth/sign-in.ts'
import { useT } from '../../lib/i18n.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import styles from './sign-in.module.css'

/** What went wrong with the last try: words are found when shown, so that they follow the language. */
type Failure = { readonly error: unknown } | undefined

const emailFault = (email: string): MessageId | undefined => {
  if (email.trim() === '') return 'signIn.emailMissing'
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'signIn.emailInvalid'
}
const passwordFault = (password: string): MessageId | undefined =>
  password === '' ? 'signIn.passwordMissing' : undefined

const isUnreachable = (error: unknown): boolean => error instanceof CallError && error.status === 0

export function SignInForm({ onEntered }: { onEntered: () => void }) {
  const t = useT()
  const config = useQuery(configQuery)
  const [email, setEmail] = useState(() => storedEmail.read() ?? '')
  const [password, setPassword] = useState('')
  const [staySignedIn, setStaySignedIn] = useState(false)
  const [isPasswordShown, setIsPasswordShown] = useState(false)
  const [faultsShown, setFaultsShown] = useState({ email: false, password: false })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>(undefined)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  // Only a wide screen starts in the first field: on a phone the keyboard would cover the page.
  useEffect(() => {
    if (window.matchMedia('(min-width: 768px)').matches)
      (storedEmail.read() ? passwordField : emailField).current?.focus()
  }, [])

  const faults = { email: emailFault(email), password: passwordFault(password) }
  const failureText = useErrorText(failure?.error)
  const isWrong = failure?.error instanceof CallError && failure.error.code === errors.wrongCredentials.code

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setFaultsShown({ email: true, password: true })
    setFailure(undefined)
    if (faults.email) return emailField.current?.focus()
    if (faults.password) return passwordField.current?.focus()
    const credentials: Credentials = { email: email.trim(), password, staySignedIn }
    setIsBusy(true)
    try {
      const outcome = await signIn(credentials)
      if (outcome === 'entered') onEntered()
    } catch (error) {
      setFailure({ error })
      if (error instanceof CallError && error.code === errors.emailNotActivated.code) {
        storedEmail.write(credentials.email)
      }
      passwordField.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="sign-in-title">
      <h1 id="sign-in-title" className={styles.title}>
        {t('signIn.title')}
      </h1>
      <p className={styles.lead}>{t('signIn.audience')}</p>
      <div role="alert">
        {failureText && (
          <p className={styles.failure}>
            <Glyph icon={IconX} size={14} />
            {failureText}
          </p>
        )}
      </div>
      <div role="status">
        {isUnreachable(failure?.error) && (
          <p className={styles.unreachable}>
            <Glyph icon={IconWifiOff} size={16} />
            {t('signIn.unreachable')}
          </p>
        )}
      </div>
      <TextField
        ref={emailField}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('signIn.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onBlur={() => setFaultsShown((shown) => ({ ...shown, email: email !== '' || shown.email }))}
        fault={faultsShown.email && faults.email ? t(faults.email) : undefined}
      />
      <TextField
        ref={passwordField}
        type={isPasswordShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        label={t('signIn.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        fault={faultsShown.password && faults.password ? t(faults.password) : undefined}
        isWrong={isWrong}
        action={
          <button
            type="button"
            className={styles.eye}
            aria-label={isPasswordShown ? t('signIn.hidePassword') : t('signIn.showPassword')}
            aria-pressed={isPasswordShown}
            onClick={() => setIsPasswordShown(!isPasswordShown)}
          >
            <Glyph icon={isPasswordShown ? IconEyeOff : IconEye} />
          </button>
        }
      />
      <CheckField label={t('signIn.stay')} isChecked={staySignedIn} onChange={setStaySignedIn} />
      <Button type="submit" tone="primary" size="large" isPending={isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </Button>
      {config.data?.demo && (
        <DemoSignIns
          onChoose={(chosenEmail, chosenPassword) => {
            setEmail(chosenEmail)
            setPassword(chosenPassword)
            setFailure(undefined)
            setFaultsShown({ email: false, password: false })
          }}
        />
      )}
    </form>
  )
}
