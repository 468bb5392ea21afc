/** One line an account, with the feature that can be switched. A switch saves at once. Source: G11, G35. */
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { showError } from '../../lib/toasts.ts'
import { UnloadedList } from '../../ui/list-state.tsx'
import { SwitchBox } from '../../ui/switch-box.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSession } from '../auth/session-store.ts'
import styles from './feature-switches.module.css'
import { useSwitchOwnAttendance } from './own-attendance.ts'
import { ATTENDANCE, businessUsersQuery, useSwitchAttendance } from './queries.ts'

export function FeatureSwitches() {
  const t = useT()
  const { userInfo } = useSession()
  const { data: users, error, refetch } = useQuery(businessUsersQuery)
  const switchOwn = useSwitchOwnAttendance()
  const switchUser = useSwitchAttendance()
  const isSaved = switchOwn.isSuccess || switchUser.isSuccess
  return (
    <section aria-labelledby="features">
      <h2 id="features" className={styles.title}>
        {t('integratorTool.features')}
      </h2>
      <p className={styles.hint}>{t('integratorTool.featuresHint')}</p>
      <ul className={styles.list}>
        {userInfo && (
          <FeatureRow
            account={userInfo}
            isOwn
            onSwitch={(isOn) => switchOwn.mutateAsync({ profile: userInfo, isOn }).catch(showError)}
          />
        )}
        {users?.map((user) => (
          <FeatureRow
            key={user.user_id}
            account={user}
            onSwitch={(isOn) => switchUser.mutateAsync({ user, isOn }).catch(showError)}
          />
        ))}
      </ul>
      <span role="status" className="wb-visually-hidden">
        {isSaved ? t('success.saved') : ''}
      </span>
      {users?.length === 0 && <p className={styles.hint}>{t('integratorTool.noUsers')}</p>}
      {users === undefined && <UnloadedList error={error} onRetry={refetch} />}
    </section>
  )
}

interface FeatureRowProps {
  readonly account: { readonly fullname: string; readonly email: string; readonly groups: readonly string[] }
  readonly isOwn?: boolean
  readonly onSwitch: (isOn: boolean) => Promise<unknown>
}

function FeatureRow({ account, isOwn = false, onSwitch }: FeatureRowProps) {
  const t = useT()
  const name = account.fullname || account.email
  return (
    <li>
      <div>
        <strong>{name}</strong> {isOwn && <Tag>{t('integratorTool.you')}</Tag>}
        <small>{account.email}</small>
      </div>
      <div>
        <span aria-hidden="true">{t('menu.attendance')}</span>
        <SwitchBox
          label={t('integratorTool.attendanceOf', { name })}
          isOn={account.groups.includes(ATTENDANCE)}
          onSwitch={onSwitch}
        />
      </div>
    </li>
  )
}
