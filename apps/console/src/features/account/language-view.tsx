/** Choosing a language: nothing changes before it is saved. Source: specification §4 Language. */
import type { Locale } from '@whereabouts/contract/locales'
import { useState } from 'react'
import { LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { chooseLanguage, LANGUAGE_NAMES } from '../../lib/language.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './account-popover.module.css'
import { useChangeProfile } from './queries.ts'
import { ViewHeader } from './view-header.tsx'

export function LanguageView({ onBack }: { onBack: () => void }) {
  const t = useT()
  const current = useLocale()
  const [chosen, setChosen] = useState<Locale>(current)
  const changeProfile = useChangeProfile()

  const save = () =>
    changeProfile.mutate(
      { locale: chosen },
      {
        onSuccess: () => {
          chooseLanguage(chosen)
          onBack()
        },
        onError: showError,
      },
    )

  return (
    <>
      <ViewHeader title={t('account.language')} onBack={onBack} />
      <fieldset className={styles.languages}>
        <legend className="wb-visually-hidden">{t('account.language')}</legend>
        {LANGUAGE_NAMES.map(([code, name]) => (
          <label key={code} lang={LANGUAGE_TAGS[code]}>
            <input type="radio" name="language" checked={code === chosen} onChange={() => setChosen(code)} />
            {name}
          </label>
        ))}
      </fieldset>
      <div className={styles.foot}>
        <Button tone="primary" isPending={changeProfile.isPending} onClick={save}>
          {t('account.save')}
        </Button>
        <p className={styles.hint}>{t('account.languageHint')}</p>
      </div>
    </>
  )
}
