/** Sets a new password by the link of a recovery, or the first one by that of an invitation. Source: G29, G36. */
import { keepBrowserMark } from '../../features/auth/browser-marks.ts'
import { storedEmail } from '../../features/auth/sign-in.ts'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from './link-page.module.css'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { isPasswordRefusal, useNewPassword } from './use-new-password.ts'

export function ResetPassword() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'reset-password',
    purposes: ['recovery', 'invitation'],
    use: async (token, password: string) => {
      const answer = await api.accounts.confirmRecovery({ body: { token, user: { password } } }, AS_NOBODY)
      storedEmail.write(answer.email)
      keepBrowserMark(answer.browser_mark)
      return answer
    },
  })
  const newPassword = useNewPassword(action.error)

  if (action.isSuccess) {
    return (
      <LinkPage title={t('reset.doneTitle')} text={t('reset.doneText')} actions={<SignInLink />}>
        <Done>{action.data.email}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead)
    return <Looking title={t('reset.title')} preview={preview} isDead={isDead} />
  const { purpose, email } = preview.data
  const isInvitation = purpose === 'invitation'
  return (
    <LinkPage
      title={t(isInvitation ? 'reset.invitationTitle' : 'reset.title')}
      text={t(isInvitation ? 'reset.invitationText' : 'reset.text', { email })}
    >
      <form
        className={styles.body}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (newPassword.check()) action.mutate(newPassword.password)
        }}
      >
        <FormFailure error={isPasswordRefusal(action.error) ? undefined : action.error} />
        <NewPasswordFields fields={newPassword.fields} label="reset.newPassword" email={email} />
        <div className={styles.actions}>
          <SubmitButton isPending={action.isPending} error={action.error}>
            {action.isPending ? t('reset.busy') : t('reset.submit')}
          </SubmitButton>
        </div>
      </form>
    </LinkPage>
  )
}
