/** Attendance by `?tab=`: the log with the record of `?record=`, months, and rules. Source: ROUTE-07; G13; design language §13.10. */
import { Link, useSearch } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import styles from '../../features/attendance/attendance.module.css'
import { AttendanceLog } from '../../features/attendance/attendance-log.tsx'
import { AttendanceMonths } from '../../features/attendance/attendance-months.tsx'
import { AttendanceRules } from '../../features/attendance/attendance-rules.tsx'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { pagesOf } from '../../lib/pages.ts'
import { attendancePath } from '../../lib/paths.ts'
import { attendance } from '../../locales/attendance.ts'
import { dialogs } from '../../locales/dialogs.ts'
import tabStyles from '../../ui/page-tabs.module.css'

addTexts(attendance)
addTexts(dialogs)

const DEFAULT_ZONE = 'Asia/Taipei'

export function AttendanceScreen() {
  const t = useT()
  const { tab, record } = useSearch({ strict: false })
  const session = useSession()
  const rights = rightsOf(session)
  const account = session.userInfo?.email ?? ''
  const timeZone = session.userInfo?.timezone ?? DEFAULT_ZONE
  const pages = pagesOf('attendance').filter(
    ({ permission }) => permission === undefined || (rights !== undefined && may(rights, permission)),
  )
  const shown = pages.find((page) => page.tab === tab)?.tab ?? 'days'
  const tabs = (
    <nav aria-label={t('menu.attendance')} className={`${tabStyles.tabs} ${styles.pages}`}>
      {pages.map((page) => (
        <Link
          key={page.tab}
          {...attendancePath(page.tab)}
          className={tabStyles.tab}
          aria-current={page.tab === shown ? 'page' : undefined}
          activeOptions={{ exact: true }}
        >
          {t(page.label)}
        </Link>
      ))}
    </nav>
  )
  return (
    <main tabIndex={-1} className={styles.page} data-tab={shown}>
      {shown === 'days' && <AttendanceLog account={account} timeZone={timeZone} opened={record} tabs={tabs} />}
      {shown === 'months' && <AttendanceMonths {...{ account, timeZone, tabs }} />}
      {shown === 'rules' && <AttendanceRules tabs={tabs} />}
    </main>
  )
}
