/** Accepting a device that somebody shares. Source: specification §4 Sharing; G48. */
import { errors } from '@whereabouts/contract/errors'
import { useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { api } from '../../lib/signed-in-api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { OneButton } from './one-button.tsx'

export function AcceptShare() {
  const t = useT()
  const { preview, action, isDead } = useMailLink({
    from: 'accept-share',
    purposes: ['accept_share'],
    use: (token) => api.sharing.accept({ body: { token } }, AS_NOBODY),
  })
  const home = (
    <ButtonLink href="/" size="large">
      {t('link.home')}
    </ButtonLink>
  )

  if (action.isSuccess) {
    const { device_name: name, shared_by: sharedBy } = action.data
    return (
      <LinkPage title={t('acceptShare.doneTitle')} text={t('acceptShare.doneText', { sharedBy })} actions={home}>
        <Done>{name}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead) {
    return <Looking title={t('acceptShare.lookingTitle')} preview={preview} isDead={isDead} />
  }
  const { shared_by: sharedBy, email, has_account: hasAccount } = preview.data
  const name = preview.data.device_names[0] ?? ''
  const title = t('acceptShare.title', { sharedBy })
  if (!hasAccount || isRefusal(action.error, errors.emailNotFound)) {
    return (
      <LinkPage
        title={title}
        text={t('acceptShare.signUpText', { name, email })}
        actions={
          <ButtonLink href="/signup" tone="primary" size="large">
            {t('signUp.submit')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <OneButton
      title={title}
      text={t('acceptShare.text', { name })}
      error={action.error}
      isPending={action.isPending}
      submit={action.isPending ? t('acceptShare.busy') : t('acceptShare.submit')}
      onPress={() => action.mutate()}
    >
      <ButtonLink href="/" size="large">
        {t('acceptShare.notNow')}
      </ButtonLink>
    </OneButton>
  )
}
