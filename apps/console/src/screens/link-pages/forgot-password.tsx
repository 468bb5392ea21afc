/** Has a link sent that sets a new password. Source: G29; specification §8 (400101 on recovery). */
import { errors } from '@whereabouts/contract/errors'
import { NotVerified, useMailing, useVerificationMailing } from '../../features/auth/mailing.tsx'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { EmailForm } from './email-form.tsx'
import { LinkPage } from './link-page.tsx'
import { AS_NOBODY } from './mail-link.ts'
import { MailSent } from './mail-sent.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function ForgotPassword() {
  const t = useT()
  const verification = useVerificationMailing()
  const recovery = useMailing((email) => api.accounts.recover({ body: { user: { email } } }, AS_NOBODY))
  const { email } = recovery
  const isNotVerified = isRefusal(recovery.error, errors.emailNotActivated)

  const send = (address: string) => {
    recovery.send(address, {
      onError(error) {
        // Once by itself; after that the person asks for the mail.
        const isNew = verification.email !== address
        if (isRefusal(error, errors.emailNotActivated) && isNew) verification.send(address)
      },
    })
  }

  if (recovery.hasSent) return <MailSent text={t('forgot.sent', { email })} email={email} mailing={recovery} isFirst />
  return (
    <LinkPage title={t('forgot.title')} text={t('forgot.text')}>
      <EmailForm
        error={recovery.error}
        isPending={recovery.isPending}
        notice={isNotVerified && <NotVerified mailing={verification} />}
        submit={recovery.isPending ? t('forgot.busy') : t('forgot.submit')}
        onSend={send}
      >
        <SignInLink tone="default" label="link.backToSignIn" />
      </EmailForm>
    </LinkPage>
  )
}
