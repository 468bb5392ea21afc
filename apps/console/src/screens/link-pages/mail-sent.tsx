/** Says where a link was sent, and sends another one. */
import { type Mailing, SendAgain } from '../../features/auth/mailing.tsx'
import { useT } from '../../lib/i18n.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import styles from './link-page.module.css'
import { Done, LinkPage } from './link-page.tsx'
import { SignInLink } from './sign-in-link.tsx'

interface MailSentProps {
  /** Where it went, and how long it works. */
  readonly text: string
  readonly email: string
  readonly mailing: Mailing
  /** The mailing sent the first one too, not only those after it. */
  readonly isFirst?: boolean
}

export function MailSent({ text, email, mailing, isFirst = false }: MailSentProps) {
  const t = useT()
  const isAgain = mailing.isTooSoon || mailing.count > (isFirst ? 1 : 0)
  return (
    <LinkPage title={t('mailSent.title')} text={text} actions={<SignInLink label="link.backToSignIn" />}>
      <FormFailure error={mailing.error} />
      <div role="status">
        {isAgain && !mailing.isPending && mailing.error === undefined && (
          <Done>{t(mailing.isTooSoon ? 'mailSent.soon' : 'mailSent.again')}</Done>
        )}
      </div>
      <p className={styles.aside}>
        <SendAgain mailing={mailing} email={email} />
      </p>
    </LinkPage>
  )
}
