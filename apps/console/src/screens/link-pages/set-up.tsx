/** Makes the first owner of a fresh server, by the link its start prints. Source: security rule 8. */
import { storedEmail } from '../../features/auth/sign-in.ts'
import { api } from '../../lib/api.ts'
import { currentLocale, LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/language.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Done, LinkPage } from './link-page.tsx'
import { Looking } from './looking.tsx'
import { AS_NOBODY, useMailLink } from './mail-link.ts'
import { type NewOwner, OwnerForm } from './owner-form.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function SetUp() {
  const t = useT()
  const locale = useLocale()
  const { preview, action, isDead } = useMailLink({
    from: 'setup',
    purposes: ['setup'],
    use: async (token, owner: NewOwner) => {
      await api.accounts.setUp({ body: { token, user: { ...owner, locale: currentLocale() } } }, AS_NOBODY)
      storedEmail.write(owner.email)
      return owner.email
    },
  })
  const title = t('setUp.title')

  if (action.isSuccess) {
    return (
      <LinkPage title={t('setUp.doneTitle')} text={t('setUp.doneText')} actions={<SignInLink />}>
        <Done>{action.data}</Done>
      </LinkPage>
    )
  }
  if (preview.data === undefined || isDead) return <Looking title={title} preview={preview} isDead={isDead} />
  return (
    <LinkPage title={title} text={t('setUp.text')}>
      <OwnerForm
        error={action.error}
        isPending={action.isPending}
        submit={action.isPending ? t('setUp.busy') : t('setUp.submit')}
        onSend={(owner) => action.mutate(owner)}
      >
        <SelectField
          label={t('setUp.language')}
          value={locale}
          options={LANGUAGE_NAMES.map(([value, label]) => ({ value, label, lang: LANGUAGE_TAGS[value] }))}
          onChange={(value) => {
            const chosen = LANGUAGE_NAMES.find(([code]) => code === value)
            if (chosen) chooseLanguage(chosen[0])
          }}
        />
      </OwnerForm>
    </LinkPage>
  )
}
