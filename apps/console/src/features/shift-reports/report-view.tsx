/** One report: what can be done with it, its handover, and the paper. Source: design language §13.9. */
import { IconArrowLeft, IconDownload, IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { shiftReportPath } from '../../lib/paths.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { plainNames } from '../pins/names.ts'
import { nameReport } from '../pins/told-names.ts'
import { Handover } from './handover.tsx'
import { reportQuery, useMakeAgain } from './queries.ts'
import { ReportPaper } from './report-paper.tsx'
import { savePdf } from './save-pdf.ts'
import styles from './shift-reports.module.css'
import { reportName, timeNear } from './words.ts'

/** Sizes of the paper. */
const ZOOMS = [0.8, 1, 1.25, 1.5] as const
const USUAL = 1

interface ReportViewProps {
  readonly reportId: string
  readonly timeZone: string
  readonly ownName: string
}

export function ReportView({ reportId, timeZone, ownName }: ReportViewProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(reportQuery(reportId))
  const again = useMakeAgain()
  const pdf = useMutation({ mutationFn: (report: Parameters<typeof savePdf>[0]) => savePdf(report, timeZone) })
  const [zoom, setZoom] = useState<number>(USUAL)
  const report = data?.shift_report
  const names = useStore(plainNames)
  const content = data?.content && nameReport(data.content, names)
  return (
    <main className={styles.view} tabIndex={-1} aria-label={report && reportName(t, timeZone, report)}>
      <header className={styles.bar}>
        <Link className={styles.back} aria-label={t('shiftReports.back')} {...shiftReportPath()}>
          <Glyph icon={IconArrowLeft} size={18} />
        </Link>
        {report && (
          <span className={styles.title}>
            <strong>{reportName(t, timeZone, report)}</strong>
            <small className="wb-num">
              {formatTimeIn(timeZone, report.period_start * 1000)} –{' '}
              {timeNear(timeZone, report.date * 1000, report.period_start * 1000)}
            </small>
          </span>
        )}
        {report && content && (
          <>
            <IconButton
              label={t('shiftReports.smaller')}
              aria-disabled={zoom === 0 || undefined}
              onClick={() => setZoom(Math.max(0, zoom - 1))}
            >
              <Glyph icon={IconZoomOut} size={18} />
            </IconButton>
            <IconButton
              label={t('shiftReports.larger')}
              aria-disabled={zoom === ZOOMS.length - 1 || undefined}
              onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}
            >
              <Glyph icon={IconZoomIn} size={18} />
            </IconButton>
            <Button icon={<Glyph icon={IconPrinter} size={16} />} onClick={() => window.print()}>
              {t('shiftReports.print')}
            </Button>
            <Button
              tone="primary"
              icon={<Glyph icon={IconDownload} size={16} />}
              isPending={pdf.isPending}
              onClick={() => pdf.mutate(report)}
            >
              {t('shiftReports.download')}
            </Button>
          </>
        )}
      </header>
      {report === undefined && <UnloadedList error={error} onRetry={refetch} />}
      <FormFailure error={pdf.error ?? undefined} />
      {report?.state === 'generating' && (
        <p className={styles.waiting} role="status">
          <span className={styles.spinner} />
          {t('shiftReports.generatingHint')}
        </p>
      )}
      {report?.state === 'failure' && (
        <div className={styles.waiting} role="alert">
          <p>{t('shiftReports.failureHint')}</p>
          <Button tone="primary" isPending={again.isPending} onClick={() => again.mutate(report.report_id)}>
            {t('shiftReports.again')}
          </Button>
          <FormFailure error={again.error ?? undefined} />
        </div>
      )}
      {report && content && (
        <>
          <Handover key={reportId} report={report} timeZone={timeZone} ownName={ownName} />
          <div className={styles.desk}>
            <ReportPaper report={report} content={content} zoom={ZOOMS[zoom]!} />
          </div>
        </>
      )}
    </main>
  )
}
