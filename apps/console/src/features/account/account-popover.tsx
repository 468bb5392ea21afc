/** The account popover and its three views. Source: specification §2 Account popover. */
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { account } from '../../locales/account.ts'
import { HeaderPopover } from '../../ui/header-popover.tsx'
import { useSession } from '../auth/session-store.ts'
import { AboutView } from './about-view.tsx'
import { AccountInfo } from './account-info.tsx'
import { Avatar } from './avatar.tsx'
import { LanguageView } from './language-view.tsx'

addTexts(account)

export type AccountView = 'info' | 'language' | 'about'

export function AccountPopover() {
  const t = useT()
  const { userInfo } = useSession()
  const [view, setView] = useState<AccountView>('info')
  return (
    <HeaderPopover
      label={t('account.open')}
      title={t('account.open')}
      width={320}
      onOpen={() => setView('info')}
      icon={<Avatar profile={userInfo} size={30} />}
    >
      {() => {
        if (view === 'language') return <LanguageView onBack={() => setView('info')} />
        if (view === 'about') return <AboutView onBack={() => setView('info')} />
        return <AccountInfo onView={setView} />
      }}
    </HeaderPopover>
  )
}
