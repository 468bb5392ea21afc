/** Agreeing to be told of alarms that nobody answers. Source: G86; rule 30. */
import { useT } from '../../lib/i18n.ts'
import { api } from '../../lib/signed-in-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { OneButton } from './one-button.tsx'

export function ConfirmContact() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'confirm-contact',
    purposes: ['confirm_contact'],
    use: (token) => api.alarms.confirmContact({ body: { token } }, AS_NOBODY),
  })
  const title = t('confirmContact.title')
  if (action.isSuccess) {
    return (
      <LinkPage title={t('confirmContact.doneTitle')} text={t('confirmContact.doneText')}>
        <Done>{action.data.email}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead) return <Looking title={title} preview={preview} isDead={isDead} />
  const { email, shared_by: askedBy } = preview.data
  return (
    <OneButton
      title={title}
      text={t('confirmContact.text', { askedBy, email })}
      error={action.error}
      isPending={action.isPending}
      submit={action.isPending ? t('confirmContact.busy') : t('confirmContact.submit')}
      onPress={() => action.mutate()}
    >
      <ButtonLink href="/" size="large">
        {t('acceptShare.notNow')}
      </ButtonLink>
    </OneButton>
  )
}
