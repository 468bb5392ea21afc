/** A mail that was asked for: that it is on its way, and how to ask again. Source: G26, G28. */
import { useMutation } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { toldWait, useCountdown, waitText } from '../../lib/wait.ts'
import { forms } from '../../locales/forms.ts'
import styles from './mailing.module.css'
import { storedEmail } from './sign-in.ts'

addTexts(forms)

/** The server sends such a mail once a minute to an address (seconds). Source: G28. */
const PAUSE_SECONDS = 60

/**
 * Sending a mail to an address by one of our calls, as often as the server lets us. `isOnceAMinute` for a call of which
 * a refusal says that there is a mail already.
 */
export function useMailing(send: (email: string) => Promise<unknown>, { isOnceAMinute = false } = {}) {
  const [count, setCount] = useState(0)
  const mailing = useMutation({ mutationFn: send, onSuccess: () => setCount((before) => before + 1) })
  const isTooSoon = isOnceAMinute && isRefusal(mailing.error, errors.tooManyRequests)
  const pause = mailing.isSuccess ? PAUSE_SECONDS : (toldWait(mailing.error) ?? 0)
  return {
    /** Whom the last mail was for; '' before the first. */
    email: mailing.variables ?? '',
    send: mailing.mutate,
    isPending: mailing.isPending,
    /** How many were sent. */
    count,
    /** The server sent one less than a minute ago, and no other. */
    isTooSoon,
    hasSent: count > 0 || isTooSoon,
    error: isTooSoon ? undefined : (mailing.error ?? undefined),
    secondsToWait: useCountdown(mailing.data ?? mailing.error, pause),
  }
}
export type Mailing = ReturnType<typeof useMailing>

/** Sends the mail that verifies an address, and remembers the address for the sign-in page. */
export const useVerificationMailing = (): Mailing =>
  useMailing(
    (email) => {
      storedEmail.write(email)
      return api.accounts.resendConfirmation({ body: { user: { email } } }, { token: '' })
    },
    { isOnceAMinute: true },
  )

/** Sends the same mail once more. While the server would refuse it, it says how long that lasts. */
export function SendAgain({ mailing, email }: { mailing: Mailing; email: string }) {
  const t = useT()
  const mustWait = mailing.secondsToWait > 0
  const press = () => {
    if (!mustWait && !mailing.isPending) mailing.send(email)
  }
  return (
    <button type="button" className={styles.again} aria-disabled={mustWait || mailing.isPending} onClick={press}>
      {mustWait ? t('mail.sendAgainIn', { wait: waitText(t, mailing.secondsToWait) }) : t('mail.sendAgain')}
    </button>
  )
}

/** In place of a form's failure where the address is not verified yet: the console has sent the mail by itself. */
export function NotVerified({ mailing }: { mailing: Mailing }) {
  const t = useT()
  const failure = useErrorText(mailing.error)
  const { email } = mailing
  return (
    <div className={styles.notice}>
      <p className={styles.title}>{t('mail.notVerified')}</p>
      {mailing.isPending && <p>{t('mail.sending', { email })}</p>}
      {!mailing.isPending && mailing.hasSent && <p>{t('mail.sentTo', { email })}</p>}
      {mailing.error !== undefined && <p>{failure ?? t('forms.unreachable')}</p>}
      <SendAgain mailing={mailing} email={email} />
    </div>
  )
}
