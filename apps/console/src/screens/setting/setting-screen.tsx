/** Advanced settings: one page each, by `?tab=`. Source: G13. */
import { IconInfoCircle, IconPhoto } from '@tabler/icons-react'
import { lazy } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { branding } from '../../locales/branding.ts'
import { setting } from '../../locales/setting.ts'
import { type SubPageGroup, SubPages } from '../../ui/sub-pages.tsx'

addTexts(branding)
addTexts(setting)

const groups: readonly SubPageGroup[] = [
  {
    label: 'setting.branding',
    pages: [
      { tab: 'logo', label: 'menu.setting.logo', icon: IconPhoto, Page: lazy(() => import('./logo-page.tsx')) },
      { tab: 'about', label: 'menu.setting.about', icon: IconInfoCircle, Page: lazy(() => import('./about-page.tsx')) },
    ],
  },
]

export function SettingScreen() {
  const t = useT()
  return <SubPages label={t('menu.setting')} groups={groups} rights={rightsOf(useSession())} />
}
