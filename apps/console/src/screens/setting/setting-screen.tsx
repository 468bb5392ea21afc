/** Advanced settings: one page each, by `?tab=`; the Integrator Tool beside them, at its own path. Source: G11, G13. */
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useT } from '../../lib/i18n.ts'
import { settingPath } from '../../lib/paths.ts'
import { SubPages } from '../../ui/sub-pages.tsx'
import { settingGroups } from './groups.ts'

export function SettingScreen() {
  const t = useT()
  return (
    <SubPages label={t('menu.setting')} groups={settingGroups} pathTo={settingPath} rights={rightsOf(useSession())} />
  )
}
