/** Makes an account, which then waits for its address to be verified. Source: G25. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errors } from '@whereabouts/contract/errors'
import { useVerificationMailing } from '../../features/auth/mailing.tsx'
import { configQuery } from '../../features/auth/queries.ts'
import { Services } from '../../features/auth/services.tsx'
import { storedEmail } from '../../features/auth/sign-in.ts'
import { api } from '../../lib/api.ts'
import { currentLocale, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import styles from './link-page.module.css'
import { LinkPage } from './link-page.tsx'
import { AS_NOBODY } from './mail-link.ts'
import { MailSent } from './mail-sent.tsx'
import { type NewOwner, OwnerForm } from './owner-form.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function SignUp() {
  const t = useT()
  const config = useQuery(configQuery)
  const mailing = useVerificationMailing()
  const signUp = useMutation({
    mutationFn: (owner: NewOwner) =>
      api.accounts.signUp({ body: { user: { ...owner, locale: currentLocale() } } }, AS_NOBODY),
    onSuccess: (_answer, { email }) => storedEmail.write(email),
  })

  if (config.data?.signup === false || isRefusal(signUp.error, errors.forbidden)) {
    return <LinkPage title={t('signUp.offTitle')} text={t('signUp.offText')} actions={<SignInLink />} />
  }
  if (signUp.isSuccess) {
    const { email } = signUp.variables
    return <MailSent text={t('signUp.sent', { email })} email={email} mailing={mailing} />
  }
  return (
    <LinkPage title={t('signUp.title')} text={t('signUp.text')}>
      <OwnerForm
        error={signUp.error}
        isPending={signUp.isPending}
        submit={signUp.isPending ? t('signUp.busy') : t('signUp.submit')}
        onSend={(owner) => signUp.mutate(owner)}
      />
      <Services choice={{ staySignedIn: false, signUp: true }} />
      <p className={styles.aside}>
        {t('signUp.haveOne')}{' '}
        <Link to="/" className={styles.link}>
          {t('signUp.signIn')}
        </Link>
      </p>
    </LinkPage>
  )
}
