/** The reports by day, newest first. Source: SHIFT-03; design language §13.9. */
import { IconClock, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ShiftReport } from '@whereabouts/contract/shift-reports'
import { MAX_SHIFT_TIMES } from '@whereabouts/domain/shift-reports'
import { useT } from '../../lib/i18n.ts'
import { shiftReportPath, shiftTimesPath } from '../../lib/paths.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import { reportsQuery, timerQuery, useMakeAgain } from './queries.ts'
import { ReportState } from './report-state.tsx'
import styles from './shift-reports.module.css'
import { isAutomatic, reportName } from './words.ts'

const DAY_MS = 86_400_000

interface ReportListProps {
  readonly timeZone: string
  /** Id of the report that is shown. */
  readonly shown: string | undefined
  readonly onNew: () => void
}

export function ReportList({ timeZone, shown, onNew }: ReportListProps) {
  const t = useT()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(reportsQuery)
  const { data: timer } = useQuery(timerQuery)
  const end = useReachEnd(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  })
  const reports = data?.pages.flatMap(({ shift_reports }) => shift_reports)
  const dayOf = (epochMs: number) => formatTimeIn(timeZone, epochMs).slice(0, 10)
  const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - DAY_MS)]
  const days = Map.groupBy(reports ?? [], ({ date }) => dayOf(date * 1000))
  const dayName = (day: string) => {
    if (day === today) return `${t('shiftReports.today')} · ${day}`
    return day === yesterday ? `${t('shiftReports.yesterday')} · ${day}` : day
  }
  const times = timer?.shift_report_timer ?? []

  return (
    <section className={styles.list} aria-labelledby="shift-reports-title">
      <header className={styles.listHead}>
        <h1 id="shift-reports-title">{t('shiftReports.title')}</h1>
        <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={onNew}>
          {t('shiftReports.new')}
        </Button>
        {timer && (
          <Link className={`${styles.automatic} wb-num`} {...shiftTimesPath()}>
            <Glyph icon={IconClock} size={15} />
            {times.length === 0
              ? t('shiftReports.noTimes')
              : t('shiftReports.automaticAt', { times: times.join(t('list.comma')) })}{' '}
            ({times.length}/{MAX_SHIFT_TIMES})
          </Link>
        )}
      </header>
      {reports === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {reports?.length === 0 && <EmptyList title={t('shiftReports.none')} hint={t('shiftReports.noneHint')} />}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={dayName(day)}>
          <h2 className={`${styles.day} wb-num`}>{dayName(day)}</h2>
          <ul>
            {ofDay.map((report) => (
              <ReportRow
                key={report.report_id}
                report={report}
                timeZone={timeZone}
                isShown={report.report_id === shown}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        // Mounted again with each page, so that an end which stays in view counts as reached again.
        <p key={reports?.length} ref={end} className={styles.more} role="status">
          {t('shiftReports.more')}
        </p>
      )}
    </section>
  )
}

interface ReportRowProps {
  readonly report: ShiftReport
  readonly timeZone: string
  readonly isShown: boolean
}

function ReportRow({ report, timeZone, isShown }: ReportRowProps) {
  const t = useT()
  const again = useMakeAgain()
  return (
    <li className={styles.row} data-shown={isShown || undefined}>
      <Link {...shiftReportPath(report.report_id)} aria-current={isShown ? 'true' : undefined}>
        <time className="wb-num">{formatTimeIn(timeZone, report.date * 1000).slice(-5)}</time>
        <span className={styles.what}>
          <strong>{reportName(t, timeZone, report)}</strong>
          <small>{isAutomatic(report) ? t('shiftReports.automatic') : report.creator}</small>
        </span>
        <ReportState state={report.state} />
      </Link>
      {report.state === 'failure' && (
        <span className={styles.again}>
          <Button
            size="small"
            isPending={again.isPending}
            aria-label={`${t('shiftReports.again')}: ${reportName(t, timeZone, report)}`}
            onClick={() => again.mutate(report.report_id)}
          >
            {t('shiftReports.again')}
          </Button>
          <FormFailure error={again.error ?? undefined} />
        </span>
      )}
    </li>
  )
}
