/** The training jobs of a day, newest first. Source: TRAIN-02, TRAIN-03; mockup 12-settings-training. */
import { IconCheck, IconX } from '@tabler/icons-react'
import type { TrainingJob } from '@whereabouts/contract/training-jobs'
import { useT } from '../../lib/i18n.ts'
import { formatLength, formatTimeIn } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { useNow } from '../live/hooks.ts'
import styles from './training-jobs.module.css'

interface JobListProps {
  readonly jobs: readonly TrainingJob[]
  /** The day they are listed by is one of this time zone. */
  readonly timeZone: string
  readonly canChange: boolean
  /** The job that is looked at. */
  readonly shown: string | undefined
  readonly onShow: (job: TrainingJob) => void
  readonly onMark: (job: TrainingJob, valid: boolean) => void
  readonly onFinish: (job: TrainingJob) => void
}

/** A tenth of a metre is finer than anybody can tell. */
const metresText = (metres: number): string => metres.toFixed(1)

export function JobList({ jobs, timeZone, canChange, shown, onShow, onMark, onFinish }: JobListProps) {
  const t = useT()
  return (
    <Table
      columns={[
        { label: t('trainingJobs.started') },
        { label: t('trainingJobs.tracker') },
        { label: t('trainingJobs.place') },
        { label: t('trainingJobs.lengthHead') },
        { label: t('trainingJobs.data') },
        { label: t('trainingJobs.error') },
        { label: t('trainingJobs.actions'), isLabelHidden: true },
      ]}
    >
      {jobs.map((job) => {
        const time = formatTimeIn(timeZone, job.start_time * 1000).slice(-5)
        const action = t(job.valid ? 'trainingJobs.markIncorrect' : 'trainingJobs.markValid')
        const said = { tracker: job.device_name, time }
        return (
          <tr key={job.job_id} data-ticked={job.job_id === shown || undefined}>
            <td className={`${table.time} ${styles.started}`}>{time}</td>
            <td className={styles.tracker}>{job.device_name}</td>
            <td className={styles.place}>
              <button
                type="button"
                className={styles.show}
                aria-pressed={job.job_id === shown}
                title={t('trainingJobs.show', { name: job.note || job.map_name })}
                onClick={() => onShow(job)}
              >
                {[job.map_name, job.note, job.path === null ? '' : t('trainingJobs.walked')]
                  .filter(Boolean)
                  .join(' · ')}
              </button>
            </td>
            <td className={table.time}>
              {job.path === null || job.state !== 'done'
                ? t('trainingJobs.minutes', { minutes: job.collection_time })
                : formatLength((job.end_time - job.start_time) * 1000)}
            </td>
            <td>
              <JobState job={job} />
            </td>
            <td className={`${table.time} wb-num`}>
              <Improved job={job} />
            </td>
            <td className={table.end} data-wide>
              <div>
                {canChange && job.state !== 'done' && job.path === null && (
                  <Button
                    size="small"
                    aria-label={t('trainingJobs.ofJob', { action: t('trainingJobs.finish'), ...said })}
                    onClick={() => onFinish(job)}
                  >
                    {t('trainingJobs.finish')}
                  </Button>
                )}
                {canChange && job.state === 'done' && (
                  <Button
                    size="small"
                    aria-label={t('trainingJobs.ofJob', { action, ...said })}
                    onClick={() => onMark(job, !job.valid)}
                  >
                    {action}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function JobState({ job }: { readonly job: TrainingJob }) {
  const t = useT()
  const { state, valid, readings } = job
  if (state === 'running') return <Running job={job} />
  if (state === 'waiting') return <span className={styles.mark}>{t('trainingJobs.waiting')}</span>
  const tone = !valid ? 'bad' : readings === 0 ? 'none' : 'ok'
  return (
    <span
      className={styles.mark}
      data-tone={tone}
      title={t('trainingJobs.heardBy', { readings, stations: job.stations })}
    >
      {tone !== 'none' && <Glyph isBold icon={valid ? IconCheck : IconX} size={13} />}
      {t(!valid ? 'trainingJobs.incorrect' : readings === 0 ? 'trainingJobs.empty' : 'trainingJobs.valid')}
    </span>
  )
}

function Running({ job: { start_time, end_time } }: { readonly job: TrainingJob }) {
  const t = useT()
  const now = useNow()
  const left = Math.max(0, end_time - now)
  const words = t('trainingJobs.left', { left: formatLength(left * 1000) })
  return (
    <span className={styles.running}>
      <progress value={end_time - start_time - left} max={end_time - start_time} aria-label={words} />
      <span className="wb-num">{words}</span>
    </span>
  )
}

function Improved({ job: { result, state, readings, valid, end_time } }: { readonly job: TrainingJob }) {
  const t = useT()
  const now = useNow()
  if (result === null) {
    const isMeasuring = state === 'done' && valid && readings > 0 && now - end_time < 120
    return isMeasuring ? <span className={styles.mark}>{t('trainingJobs.measuring')}</span> : null
  }
  const figures = { before: metresText(result.before_metres), after: metresText(result.after_metres) }
  return (
    <span className={styles.improved} data-better={result.after_metres < result.before_metres || undefined}>
      <span aria-hidden="true">{t('trainingJobs.fromTo', figures)}</span>
      <span className="wb-visually-hidden">{t('trainingJobs.fromToSaid', figures)}</span>
    </span>
  )
}
