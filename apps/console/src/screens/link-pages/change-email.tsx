/** Takes a new address over. Source: G27. */
import { storedEmail } from '../../features/auth/sign-in.ts'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { OneButton } from './one-button.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function ChangeEmail() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'change-email',
    purposes: ['change_email'],
    use: async (token) => {
      const answer = await api.accounts.confirmEmail({ body: { token } }, AS_NOBODY)
      storedEmail.write(answer.email)
      return answer
    },
  })
  const title = t('changeEmail.title')

  if (action.isSuccess) {
    return (
      <LinkPage title={t('changeEmail.doneTitle')} text={t('changeEmail.doneText')} actions={<SignInLink />}>
        <Done>{action.data.email}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead) return <Looking title={title} preview={preview} isDead={isDead} />
  return (
    <OneButton
      title={title}
      text={t('changeEmail.text', { email: preview.data.email })}
      error={action.error}
      isPending={action.isPending}
      submit={action.isPending ? t('changeEmail.busy') : t('changeEmail.submit')}
      onPress={() => action.mutate()}
    >
      <ButtonLink href="/" size="large">
        {t('changeEmail.keep')}
      </ButtonLink>
    </OneButton>
  )
}
