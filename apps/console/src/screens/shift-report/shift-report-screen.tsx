/** Shift reports by `?report=`, and the times they are made at by `?tab=times`. Source: SHIFT-01; G13; design language §13.9. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { useState } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { NewReport } from '../../features/shift-reports/new-report.tsx'
import { reportsQuery } from '../../features/shift-reports/queries.ts'
import { ReportList } from '../../features/shift-reports/report-list.tsx'
import { ReportView } from '../../features/shift-reports/report-view.tsx'
import styles from '../../features/shift-reports/shift-reports.module.css'
import { ShiftTimes } from '../../features/shift-reports/shift-times.tsx'
import { addTexts } from '../../lib/i18n.ts'
import { shiftReportPath } from '../../lib/paths.ts'
import { dialogs } from '../../locales/dialogs.ts'
import { shiftReports } from '../../locales/shift-reports.ts'

addTexts(dialogs)
addTexts(shiftReports)

const DEFAULT_ZONE = 'Asia/Taipei'

export function ShiftReportScreen() {
  const { tab } = useSearch({ strict: false })
  const session = useSession()
  const rights = rightsOf(session)
  const timeZone = session.userInfo?.timezone ?? DEFAULT_ZONE
  if (tab === 'times') {
    return (
      <div className={styles.page}>
        <ShiftTimes timeZone={timeZone} canChange={rights !== undefined && may(rights, 'manageDefinitions')} />
      </div>
    )
  }
  return <Reports timeZone={timeZone} ownName={session.userInfo?.fullname || session.userInfo?.email || ''} />
}

function Reports({ timeZone, ownName }: { timeZone: string; ownName: string }) {
  const { report: wanted } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const { data } = useInfiniteQuery(reportsQuery)
  // Beside the list there is room for a report: the newest, until somebody chooses one.
  const shown = wanted ?? data?.pages[0]?.shift_reports[0]?.report_id
  return (
    <div className={styles.screen} data-shows={wanted === undefined ? 'list' : 'report'}>
      <ReportList timeZone={timeZone} shown={shown} onNew={() => setIsNew(true)} />
      {shown === undefined ? (
        <main tabIndex={-1} className={styles.empty} />
      ) : (
        <ReportView key={shown} reportId={shown} timeZone={timeZone} ownName={ownName} />
      )}
      {isNew && (
        <NewReport
          onClose={() => setIsNew(false)}
          onMade={(reportId) => {
            setIsNew(false)
            void navigate(shiftReportPath(reportId))
          }}
        />
      )}
    </div>
  )
}
