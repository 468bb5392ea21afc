/** The first verification of an address. Its refusals have words of their own: 400110, 400111. Source: G26, G28. */
import { useMutation } from '@tanstack/react-query'
import { errors } from '@whereabouts/contract/errors'
import { useEffect } from 'react'
import { useVerificationMailing } from '../../features/auth/mailing.tsx'
import { storedEmail } from '../../features/auth/sign-in.ts'
import { api } from '../../lib/api.ts'
import { arrival } from '../../lib/arrival.ts'
import { refusalTitle } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { EmailForm } from './email-form.tsx'
import { Done, LinkPage, LinkPageLoading } from './link-page.tsx'
import { AS_NOBODY, useArrivedToken, usePreview } from './mail-link.ts'
import { MailSent } from './mail-sent.tsx'
import { OneButton } from './one-button.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { TryAgain } from './try-again.tsx'

export function VerifyEmail() {
  const t = useT()
  const token = useArrivedToken()
  const preview = usePreview(token, ['confirm'])
  const confirm = useMutation({
    mutationFn: () => api.accounts.confirm({ body: { token } }, AS_NOBODY),
    onSuccess({ email }) {
      arrival.delete('token')
      storedEmail.write(email)
    },
  })
  const { mutate } = confirm
  // A link that is no good any more may be of an account that is verified. Only this call tells, and it can do nothing.
  const isDead = isRefusal(preview.error, errors.invalidToken)
  useEffect(() => {
    if (isDead) mutate()
  }, [isDead, mutate])

  const title = t('verify.title')
  if (confirm.isSuccess) {
    return (
      <LinkPage title={t('verify.doneTitle')} text={t('verify.doneText')} actions={<SignInLink />}>
        <Done>{confirm.data.email}</Done>
      </LinkPage>
    )
  }
  if (isRefusal(confirm.error, errors.alreadyConfirmed)) {
    return (
      <LinkPage title={refusalTitle(errors.alreadyConfirmed)} text={t('verify.alreadyText')} actions={<SignInLink />} />
    )
  }
  if (isRefusal(confirm.error, errors.invalidVerificationCode)) {
    return <Resend title={refusalTitle(errors.invalidVerificationCode)} text={t('verify.deadText')} />
  }
  if (token === '') return <Resend title={title} text={t('verify.resendText')} />
  if (isDead && confirm.error !== null) {
    return <TryAgain title={title} error={confirm.error} isPending={confirm.isPending} onTry={mutate} />
  }
  if (preview.error !== null && !isDead) {
    return (
      <TryAgain
        title={title}
        error={preview.error}
        isPending={preview.isFetching}
        onTry={() => void preview.refetch()}
      />
    )
  }
  if (preview.data === undefined) return <LinkPageLoading title={title} />
  return (
    <OneButton
      title={title}
      text={t('verify.text', { email: preview.data.email })}
      error={confirm.error}
      isPending={confirm.isPending}
      submit={confirm.isPending ? t('verify.busy') : t('verify.submit')}
      onPress={mutate}
    />
  )
}

function Resend({ title, text }: { title: string; text: string }) {
  const t = useT()
  const mailing = useVerificationMailing()
  const { email } = mailing
  if (mailing.hasSent) return <MailSent text={t('verify.resent', { email })} email={email} mailing={mailing} isFirst />
  return (
    <LinkPage title={title} text={text}>
      <EmailForm
        error={mailing.error}
        isPending={mailing.isPending}
        submit={t('verify.resend')}
        onSend={(address) => mailing.send(address)}
      >
        <SignInLink tone="default" />
      </EmailForm>
    </LinkPage>
  )
}
