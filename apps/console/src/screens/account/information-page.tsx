/**
 * One's own account. What the role lacks is not offered, and it is said why. Source: specification §2, §6; G29, G32,
 * G34; design language §13.13.
 */
import { Link } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { LanguageRow, TimeZoneRow, UnitRow } from '../../features/account/choice-rows.tsx'
import { DeleteAccount } from '../../features/account/delete-account.tsx'
import { EmailRow } from '../../features/account/email-row.tsx'
import { ExportCard } from '../../features/account/export-card.tsx'
import { NameRow } from '../../features/account/name-row.tsx'
import { accountClass, ROLE_NAMES } from '../../features/account/names.ts'
import { PhotoRow } from '../../features/account/photo-row.tsx'
import { PasswordRow, PinRow } from '../../features/account/secret-rows.tsx'
import { SignOutCard } from '../../features/account/sign-out-card.tsx'
import { PROVIDER_NAMES } from '../../features/auth/provider-sign-in.ts'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { LineGroups } from '../../features/line/line-groups.tsx'
import { useT } from '../../lib/i18n.ts'
import { settingPath } from '../../lib/paths.ts'
import { SettingRow, SettingRows } from '../../ui/setting-rows.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import styles from './account.module.css'

const isService = (provider: string): provider is keyof typeof PROVIDER_NAMES => Object.hasOwn(PROVIDER_NAMES, provider)

export default function InformationPage() {
  const t = useT()
  const session = useSession()
  const { userInfo, authority, userFromAccessLink } = session
  const rights = rightsOf(session)
  if (userInfo === undefined || rights === undefined) return null

  const isOwner = may(rights, 'manageAccount')
  const { provider } = userInfo
  const classId = accountClass(session)
  const roleWords = [t(ROLE_NAMES[authority]), ...(classId ? [t(classId)] : [])].join(' · ')

  return (
    <PageBody title={t('menu.account.information')}>
      <SettingRows>
        {!userFromAccessLink && <PhotoRow />}
        <NameRow canChange={isOwner} />
        <EmailRow canChange={isOwner && provider === 'email'} />
        {isOwner && provider === 'email' && <PasswordRow />}
        {isOwner && <PinRow />}
        <LanguageRow />
        {may(rights, 'setRepeat') && <TimeZoneRow />}
        {may(rights, 'setRepeat') && <UnitRow />}
        <SettingRow label={t('info.role')}>{roleWords}</SettingRow>
        {may(rights, 'manageLine') && (
          <SettingRow label={t('line.groups')}>
            <LineGroups />
          </SettingRow>
        )}
        {isOwner && (
          <SettingRow
            label={t('info.logo')}
            action={
              <Link {...settingPath('logo')} className={styles.link}>
                {t('info.openLogo')}
              </Link>
            }
          >
            {t(userInfo.custom_logo ? 'info.logoOwn' : 'info.logoDefault')}
          </SettingRow>
        )}
      </SettingRows>
      {isService(provider) && (
        <p className={styles.note}>{t('info.byService', { service: PROVIDER_NAMES[provider] })}</p>
      )}
      {!isOwner && <p className={styles.note}>{t('info.ownerOnly')}</p>}
      {isOwner && <ExportCard />}
      <SignOutCard />
      {isOwner && <DeleteAccount email={userInfo.email} />}
    </PageBody>
  )
}
