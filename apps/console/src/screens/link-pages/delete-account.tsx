/** The last step of deleting an account. Source: specification §4 Confirmations; G26. */
import { errors } from '@whereabouts/contract/errors'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { OneButton } from './one-button.tsx'

export function DeleteAccount() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'delete-account',
    purposes: ['remove_account'],
    use: (token) => api.accounts.confirmRemove({ body: { token } }, AS_NOBODY),
  })
  const title = t('deleteAccount.title')
  const home = (
    <ButtonLink href="/" size="large">
      {t('link.home')}
    </ButtonLink>
  )

  if (action.isSuccess) {
    return (
      <LinkPage title={t('deleteAccount.doneTitle')} text={t('deleteAccount.doneText')} actions={home}>
        <Done>{action.data.email}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead) return <Looking title={title} preview={preview} isDead={isDead} />
  return (
    <OneButton
      title={title}
      text={t('deleteAccount.text', { email: preview.data.email })}
      error={action.error}
      words={isRefusal(action.error, errors.conflict) ? t('deleteAccount.stillUsed') : undefined}
      isPending={action.isPending}
      tone="danger"
      submit={action.isPending ? t('deleteAccount.busy') : t('deleteAccount.submit')}
      onPress={() => action.mutate()}
    >
      <ButtonLink href="/" size="large">
        {t('deleteAccount.keep')}
      </ButtonLink>
    </OneButton>
  )
}
