import { LOCALES } from '@whereabouts/contract/locales'
import { ROLES } from '@whereabouts/contract/roles'
import { expect, test } from 'vitest'
import { addTexts, setLocale, t } from '../../lib/i18n.ts'
import { account } from '../../locales/account.ts'
import { accountPage } from '../../locales/account-page.ts'
import { ROLE_NAMES } from './names.ts'

addTexts(account)
addTexts(accountPage)

test.each(LOCALES)(
  'support, deputy, read-only, integrator and business accounts have words in %s [ROLE-01]',
  (locale) => {
    setLocale(locale)
    const words = [...ROLES.map((role) => t(ROLE_NAMES[role])), t('account.integrator'), t('account.b2b')]
    expect(new Set(words).size).toBe(6)
    for (const word of words) expect(word).not.toMatch(/^$|^(info|account)\./)
  },
)
