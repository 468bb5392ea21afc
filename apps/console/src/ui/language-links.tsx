/** The three languages as links in their own script. */
import { addTexts, LANGUAGE_TAGS, useLocale, useT } from '../lib/i18n.ts'
import { chooseLanguage, LANGUAGE_NAMES } from '../lib/language.ts'
import { forms } from '../locales/forms.ts'
import styles from './controls.module.css'

addTexts(forms)

export function LanguageLinks() {
  const t = useT()
  const locale = useLocale()
  return (
    <nav className={styles.languages} aria-label={t('forms.language')}>
      {LANGUAGE_NAMES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={LANGUAGE_TAGS[code]}
          aria-current={code === locale || undefined}
          onClick={() => chooseLanguage(code)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
