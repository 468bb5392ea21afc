/** The account: what is the person's own, and what is the organisation's. Source: specification §2; G13; design language §13.13. */
import { IconBuilding, IconDevices, IconHistory, IconLink, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
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
        tab: 'information',
        label: 'menu.account.information',
        icon: IconUserCircle,
        Page: lazyComponent(() => import('./information-page.tsx'), 'default'),
      },
      {
        tab: 'devices',
        label: 'menu.account.devices',
        icon: IconDevices,
        permission: 'viewSignedInDevices',
        Page: lazyComponent(() => import('./devices-page.tsx'), 'default'),
      },
      {
        tab: 'activity',
        label: 'menu.account.activity',
        icon: IconHistory,
        permission: 'viewActivity',
        Page: logPage('ActivityLogPage'),
      },
      {
        tab: 'security',
        label: 'menu.account.security',
        icon: IconShieldLock,
        permission: 'viewActivity',
        Page: logPage('SecurityLogPage'),
      },
    ],
  },
  {
    label: 'account.organisation',
    pages: [
      {
        tab: 'business',
        label: 'menu.account.business',
        icon: IconBuilding,
        permission: 'manageBusinessUsers',
        Page: lazyComponent(() => import('./business-page.tsx'), 'default'),
      },
      {
        tab: 'links',
        label: 'menu.account.links',
        icon: IconLink,
        permission: 'manageLinks',
        Page: lazyComponent(() => import('./links-page.tsx'), 'default'),
      },
    ],
  },
]

export function AccountScreen() {
  const t = useT()
  return <SubPages label={t('menu.account')} groups={groups} pathTo={accountPath} rights={rightsOf(useSession())} />
}
