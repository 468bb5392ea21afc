/** Training data: a job at a spot or along a walk, the jobs of a day, and what they teach. Source: TRAIN-01; G77; mockup 12-settings-training. */
import { IconArrowBackUp, IconFlag, IconPlayerRecord } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CallError } from '@whereabouts/contract/client'
import type { TrainingJob } from '@whereabouts/contract/training-jobs'
import { COLLECTION_MINUTES } from '@whereabouts/domain/training-jobs'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { serverNow, serverNowMs } from '../../lib/server-clock.ts'
import { trainingJobs } from '../../locales/training-jobs.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangePicker } from '../../ui/date-range/date-range-picker.tsx'
import { dayRange, type PickedRange } from '../../ui/date-range/ranges.ts'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { keptOnPlan, type Point } from '../indoor-maps/plan-geometry.ts'
import { useLive } from '../live/hooks.ts'
import { JobBoard } from './job-board.tsx'
import { EMPTY_DRAFT, faultOf, type JobDraft } from './job-draft.ts'
import { JobList } from './job-list.tsx'
import { jobsQuery, radioMapQuery, useChangeJob, useStartJob } from './queries.ts'
import { RadioMapFigures } from './radio-map-figures.tsx'
import styles from './training-jobs.module.css'

addTexts(trainingJobs)

interface TrainingDataProps {
  readonly timeZone: string
  readonly canChange: boolean
}

export function TrainingData({ timeZone, canChange }: TrainingDataProps) {
  const t = useT()
  const live = useLive()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [isTold, setIsTold] = useState(false)
  const [range, setRange] = useState<PickedRange>(() => dayRange(serverNow(), timeZone))
  const [shown, setShown] = useState<TrainingJob>()
  const [t4Id, setT4Id] = useState('')
  const list = useInfiniteQuery(jobsQuery(range, serverNow))
  const start = useStartJob()
  const change = useChangeJob()

  const { maps } = live.store
  const trackers = useMemo(
    () =>
      Array.from(live.store.trackers.byName())
        .flatMap((slot) => live.store.trackers.at(slot) ?? [])
        .filter(({ device_model }) => device_model !== 'mobile'),
    [live],
  )
  const map = maps.find(({ id }) => id === draft.map_id)
  const stations = useMemo(
    () =>
      Array.from(live.store.stations.byName())
        .flatMap((slot) => live.store.stations.at(slot) ?? [])
        .filter(({ map_id }) => map_id === draft.map_id),
    [live, draft.map_id],
  )
  const { data: radioMap } = useQuery(radioMapQuery(map?.id ?? ''))
  const jobs = list.data?.pages.flatMap((page) => page.jobs)
  const tracker = trackers.find(({ device_id }) => device_id === draft.device_id)
  const walk = useWalk(jobs, draft.device_id, map?.id, change)
  const fault = faultOf(draft, map)
  const failure = useFailure(start.error ?? change.error)

  const edit = (part: Partial<JobDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    if (start.status !== 'idle') start.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTold(true)
    const { spot, how, note, ...body } = draft
    if (fault !== undefined || spot === undefined) return
    setIsTold(false)
    const where = { indoor_X: spot.x, indoor_Y: spot.y, note: note.trim() }
    start.mutate(
      { ...body, ...where, ...(how === 'walk' && { walked: true }) },
      {
        onSuccess: () => {
          setRange(dayRange(serverNow(), timeZone))
          edit({ spot: undefined, note: '' })
        },
      },
    )
  }
  const showJob = (job: TrainingJob) => {
    setShown(job.job_id === shown?.job_id ? undefined : job)
    setDraft((before) => (before.map_id === job.map_id ? before : { ...before, map_id: job.map_id, spot: undefined }))
  }
  const ofMap = shown?.map_id === map?.id ? shown : undefined

  return (
    <PageBody title={t('trainingJobs.title')} hint={t('trainingJobs.hint')}>
      {canChange && (
        <form className={styles.form} noValidate onSubmit={submit}>
          <div className={styles.pair}>
            <SelectField
              label={t('trainingJobs.tracker')}
              value={draft.device_id}
              fault={isTold && fault === 'noTracker' ? t('trainingJobs.noTracker') : undefined}
              options={[
                ...(tracker === undefined ? [{ value: '', label: t('trainingJobs.chooseTracker') }] : []),
                ...trackers.map(({ device_id, name }) => ({ value: device_id, label: name })),
              ]}
              onChange={(device_id) => edit({ device_id })}
            />
            <SelectField
              label={t('trainingJobs.map')}
              value={draft.map_id}
              fault={isTold && fault === 'noMap' ? t('trainingJobs.noMap') : undefined}
              options={[
                ...(map === undefined ? [{ value: '', label: t('trainingJobs.chooseMap') }] : []),
                ...maps.map(({ id, map_name }) => ({ value: id, label: map_name })),
              ]}
              onChange={(map_id) => {
                edit({ map_id, spot: undefined })
                setT4Id('')
              }}
            />
          </div>
          <div className={styles.pair}>
            <Segments<JobDraft['how']>
              label={t('trainingJobs.how')}
              value={draft.how}
              choices={[
                { value: 'spot', label: t('trainingJobs.spot') },
                { value: 'walk', label: t('trainingJobs.walk') },
              ]}
              onChange={(how) => edit({ how })}
            />
            <Segments
              label={t(draft.how === 'spot' ? 'trainingJobs.length' : 'trainingJobs.atMost')}
              value={draft.collection_time}
              choices={COLLECTION_MINUTES.map((minutes) => ({
                value: minutes,
                label: t('trainingJobs.minutes', { minutes }),
              }))}
              onChange={(collection_time) => edit({ collection_time })}
            />
          </div>
          <div className={styles.noteRow}>
            <TextField
              label={t('trainingJobs.note')}
              isOptional
              isCompact
              autoComplete="off"
              fault={fault === 'noteTooLong' ? t('trainingJobs.noteTooLong') : undefined}
              value={draft.note}
              onChange={(event) => edit({ note: event.currentTarget.value })}
            />
            <Button
              tone="primary"
              type="submit"
              isPending={start.isPending}
              icon={<Glyph icon={IconPlayerRecord} size={16} />}
            >
              {t('trainingJobs.start')}
            </Button>
          </div>
          {tracker !== undefined && tracker.status !== 'connected' && walk.job === undefined && (
            <InfoNotice>{t('trainingJobs.unheard')}</InfoNotice>
          )}
          {map?.metres_per_pixel === null && (
            <p className={styles.scaleFault} role="alert">
              {t('trainingJobs.noScale')}{' '}
              <Link {...configurationPath('maps', { map: map.id })}>{t('trainingJobs.setScale')}</Link>
            </p>
          )}
          <FieldNote
            id="training-spot"
            fault={isTold && fault === 'noSpot' ? t('trainingJobs.noSpot') : undefined}
            hint={undefined}
          />
          <FormFailure error={failure.error} words={failure.words} />
        </form>
      )}
      {map && (
        <div className={styles.columns}>
          <div className={styles.board}>
            {canChange && (
              <div className={styles.tools}>
                <p className={styles.note}>
                  {t(
                    walk.job !== undefined
                      ? 'trainingJobs.walking'
                      : draft.how === 'spot'
                        ? 'trainingJobs.spotHint'
                        : 'trainingJobs.walkHint',
                  )}
                </p>
                {walk.job === undefined && draft.spot === undefined && (
                  <Button
                    size="small"
                    onClick={() => edit({ spot: keptOnPlan({ x: map.width / 2, y: map.height / 2 }, map) })}
                  >
                    {t('trainingJobs.middle')}
                  </Button>
                )}
                {walk.job !== undefined && (
                  <>
                    <span className="wb-num" role="status">
                      {t('trainingJobs.corners', { count: walk.corners.length })}
                    </span>
                    <Button
                      size="small"
                      aria-disabled={walk.corners.length < 2}
                      icon={<Glyph icon={IconArrowBackUp} size={15} />}
                      onClick={walk.undo}
                    >
                      {t('trainingJobs.undoCorner')}
                    </Button>
                    <Button
                      size="small"
                      tone="primary"
                      isPending={change.isPending && change.variables.finish === true}
                      icon={<Glyph icon={IconFlag} size={15} />}
                      onClick={walk.finish}
                    >
                      {t('trainingJobs.finishWalk')}
                    </Button>
                  </>
                )}
              </div>
            )}
            <JobBoard
              map={map}
              stations={stations}
              radioMap={radioMap}
              t4Id={t4Id}
              point={walk.job === undefined ? draft.spot : walk.next}
              walked={walk.job === undefined ? undefined : walk.corners}
              shown={ofMap}
              onPoint={!canChange ? null : walk.job === undefined ? (spot) => edit({ spot }) : walk.pass}
              onMove={walk.job === undefined ? (spot) => edit({ spot }) : walk.aim}
            />
          </div>
          {radioMap && <RadioMapFigures radioMap={radioMap} stations={stations} t4Id={t4Id} onStation={setT4Id} />}
        </div>
      )}
      <section className={styles.jobs} aria-label={t('trainingJobs.jobs')}>
        <div className={styles.jobsHead}>
          <h2>{t('trainingJobs.jobs')}</h2>
          <DateRangePicker
            kind="day"
            label={t('trainingJobs.day')}
            value={range}
            timeZone={timeZone}
            now={serverNow}
            timeFormat="hh:mm a"
            align="right"
            onChange={setRange}
          />
        </div>
        {jobs === undefined && <UnloadedList error={list.error} onRetry={list.refetch} />}
        {jobs?.length === 0 && <EmptyList title={t('trainingJobs.none')} hint={t('trainingJobs.noneHint')} />}
        {jobs !== undefined && jobs.length > 0 && (
          <JobList
            jobs={jobs}
            timeZone={timeZone}
            canChange={canChange}
            shown={shown?.job_id}
            onShow={showJob}
            onMark={({ job_id }, valid) => change.mutate({ jobID: job_id, valid })}
            onFinish={({ job_id }) => change.mutate({ jobID: job_id, finish: true })}
          />
        )}
        {list.hasNextPage && (
          <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('trainingJobs.more')}
          </Button>
        )}
      </section>
    </PageBody>
  )
}

type Corner = NonNullable<TrainingJob['path']>[number]

/** The walk of a tracker on a map that goes on: its corners as they were tapped, each told to the server at once. */
function useWalk(
  jobs: readonly TrainingJob[] | undefined,
  deviceId: string,
  mapId: string | undefined,
  change: ReturnType<typeof useChangeJob>,
) {
  const job = jobs?.find(
    (each) => each.path !== null && each.state !== 'done' && each.device_id === deviceId && each.map_id === mapId,
  )
  const jobID = job?.job_id
  /** Of the job with this id: what was tapped here. The server may not have it yet. */
  const [tapped, setTapped] = useState<{ readonly jobID: string; readonly corners: readonly Corner[] }>()
  const [aimed, setAimed] = useState<Point>()
  const known = job?.path ?? []
  const corners = tapped !== undefined && tapped.jobID === jobID ? tapped.corners : known
  const last = corners.at(-1)
  const lastJob = useRef(jobID)
  useEffect(() => {
    if (lastJob.current !== jobID) setAimed(undefined)
    lastJob.current = jobID
  }, [jobID])
  const send = (path: readonly Corner[], rest: { finish?: true } = {}) => {
    if (jobID === undefined) return
    setTapped({ jobID, corners: path })
    change.mutate({ jobID, path: [...path], ...rest })
  }
  return {
    job,
    corners,
    /** Where keys would set the next corner. */
    next: aimed ?? (last && { x: last.indoor_X, y: last.indoor_Y }),
    aim: setAimed,
    pass: ({ x, y }: Point) => {
      setAimed(undefined)
      send([...corners, { indoor_X: x, indoor_Y: y, at_ms: serverNowMs() }])
    },
    undo: () => send(corners.slice(0, -1)),
    finish: () => send(corners, { finish: true }),
  }
}

/** What a refused job is told by, where the server's own words are not enough. */
function useFailure(error: unknown): { readonly error: unknown; readonly words: string | undefined } {
  const t = useT()
  if (!(error instanceof CallError)) return { error: error ?? undefined, words: undefined }
  const { code, info } = error
  if (code === 409001) return { error, words: t('trainingJobs.busy') }
  if (info === 'body.map_id') return { error, words: t('trainingJobs.noScale') }
  if (info === 'body.indoor_X') return { error, words: t('trainingJobs.offPlan') }
  if (info === 'body.path.tooFast') return { error, words: t('trainingJobs.tooFast') }
  if (info?.startsWith('body.path') === true) return { error, words: t('trainingJobs.badPath') }
  return { error, words: undefined }
}
