/** The account popover and its three views. Source: specification §2 Account popover. */
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { account } from '../../locales/account.ts'
import { HeaderPopover } from '../../ui/header-popover.tsx'
import { useSession } from '../auth/session-store.ts'
import { AboutView } from './about-view.tsx'
import { AccountInfo, type SubView } from './account-info.tsx'
import { Avatar } from './avatar.tsx'
import { KeysHelp, useHelpKey } from './keys-help.tsx'
import { LanguageView } from './language-view.tsx'

addTexts(account)

export function AccountPopover() {
  const t = useT()
  const { userInfo } = useSession()
  const [view, setView] = useState<SubView | 'info'>('info')
  const [lastView, setLastView] = useState<SubView>()
  const show = (next: SubView) => {
    setView(next)
    setLastView(next)
  }
  const goBack = () => setView('info')
  const [isHelping, setIsHelping] = useState(false)
  useHelpKey(() => setIsHelping(true))
  return (
    <>
      <HeaderPopover
        label={t('account.open')}
        title={t('account.open')}
        width={320}
        onOpen={() => {
          setView('info')
          setLastView(undefined)
        }}
        icon={<Avatar profile={userInfo} size={30} />}
      >
        {(close) => {
          if (view === 'language') return <LanguageView onBack={goBack} />
          if (view === 'about') return <AboutView onBack={goBack} />
          return (
            <AccountInfo
              onView={show}
              cameFrom={lastView}
              onLeave={close}
              onHelp={() => {
                close(true)
                setIsHelping(true)
              }}
            />
          )
        }}
      </HeaderPopover>
      {isHelping && <KeysHelp onClose={() => setIsHelping(false)} />}
    </>
  )
}
