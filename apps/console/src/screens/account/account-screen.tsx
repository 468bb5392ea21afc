/** The account: what is the person's own, and what is the organisation's. Source: specification §2; G13; design language §13.13. */
import { IconBuilding, IconDevices, IconHistory, IconLink, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pageOf } from '../../lib/pages.ts'
import { type AccountTab, accountPath } from '../../lib/paths.ts'
import { accountPage } from '../../locales/account-page.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { type SubPageGroup, SubPages } from '../../ui/sub-pages.tsx'

addTexts(accountPage)

const logPage = (name: 'ActivityLogPage' | 'SecurityLogPage') => lazyComponent(() => import('./log-pages.tsx'), name)

const groups: readonly SubPageGroup<AccountTab>[] = [
  {
    label: 'account.you',
    pages: [
      {
        ...pageOf('account', 'information'),
        icon: IconUserCircle,
        Page: lazyComponent(() => import('./information-page.tsx'), 'default'),
      },
      {
        ...pageOf('account', 'devices'),
        icon: IconDevices,
        Page: lazyComponent(() => import('./devices-page.tsx'), 'default'),
      },
      {
        ...pageOf('account', 'activity'),
        icon: IconHistory,
        Page: logPage('ActivityLogPage'),
      },
      {
        ...pageOf('account', 'security'),
        icon: IconShieldLock,
        Page: logPage('SecurityLogPage'),
      },
    ],
  },
  {
    label: 'account.organisation',
    pages: [
      {
        ...pageOf('account', 'business'),
        icon: IconBuilding,
        Page: lazyComponent(() => import('./business-page.tsx'), 'default'),
      },
      {
        ...pageOf('account', 'links'),
        icon: IconLink,
        Page: lazyComponent(() => import('./links-page.tsx'), 'default'),
      },
    ],
  },
]

export function AccountScreen() {
  const t = useT()
  return <SubPages label={t('menu.account')} groups={groups} pathTo={accountPath} rights={rightsOf(useSession())} />
}
