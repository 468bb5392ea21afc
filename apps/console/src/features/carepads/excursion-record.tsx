/** The record of excursions: a month of them, with who answered and what was written, as CSV and PDF too. Decision 0048; G70. */
import { IconChevronLeft, IconChevronRight, IconDownload, IconMessage2Plus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Excursion } from '@whereabouts/contract/excursions'
import { localDayOf, momentOf } from '@whereabouts/domain/local-times'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { useStore } from '../../lib/use-store.ts'
import { carepads as texts } from '../../locales/carepads.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useReachEnd } from '../../ui/use-reach-end.ts'
import { useSession } from '../auth/session-store.ts'
import { useSite } from '../live/site-view.ts'
import { plainNames } from '../pins/names.ts'
import { useAccountUnit } from './account-unit.ts'
import { temperatureText, type Unit, unitText } from './carepad-state.ts'
import { CarepadTabs } from './carepad-tabs.tsx'
import styles from './carepads.module.css'
import { excursionsQuery, useComment, useSaveMonth } from './excursion-queries.ts'
import { STATE_ICONS } from './state-mark.tsx'

addTexts(texts)

const MAX_COMMENT = 500

/** The month that many back, by the clocks of a time zone. */
function monthOf(back: number, now: number, timeZone: string) {
  const today = localDayOf(now * 1000, timeZone)
  const startOf = (offset: number) => {
    const index = today.year * 12 + today.month - 1 - back + offset
    return { year: Math.floor(index / 12), month: (index % 12) + 1, day: 1 }
  }
  const secondsOf = (offset: number) => momentOf(startOf(offset), 0, timeZone) / 1000
  const { year, month } = startOf(0)
  return { name: `${year}-${String(month).padStart(2, '0')}`, start: secondsOf(0), end: secondsOf(1) }
}

export function ExcursionRecord() {
  const t = useT()
  const { may } = useSite()
  const timeZone = useSession().userInfo?.timezone ?? 'Asia/Taipei'
  const unit = useAccountUnit()
  const [now] = useState(serverNow)
  const [back, setBack] = useState(0)
  const [commented, setCommented] = useState<Excursion>()
  const month = monthOf(back, now, timeZone)
  const { data, error, refetch, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(excursionsQuery(month))
  const end = useReachEnd(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  })
  const save = useSaveMonth(month.name)
  const excursions = data?.pages.flatMap((page) => page.excursions)
  const monthText = month.name.replace('-', '/')
  return (
    <div className={styles.screen}>
      <main className={styles.main} tabIndex={-1}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h1>{t('carepads.title')}</h1>
            {may('exportData') && (
              <div className={styles.titleActions}>
                {(['csv', 'pdf'] as const).map((kind) => (
                  <Button
                    key={kind}
                    icon={<Glyph icon={IconDownload} size={15} />}
                    isPending={save.isPending && save.variables === kind}
                    onClick={() => save.mutate(kind)}
                  >
                    {t(`excursions.${kind}`)}
                  </Button>
                ))}
              </div>
            )}
          </div>
          <CarepadTabs current="excursions" />
        </header>
        <div className={styles.bar}>
          <div className={styles.stepper}>
            <IconButton label={t('excursions.previous')} onClick={() => setBack(back + 1)}>
              <Glyph icon={IconChevronLeft} />
            </IconButton>
            <span className="wb-num" aria-live="polite">
              {monthText}
            </span>
            <IconButton label={t('excursions.next')} disabled={back === 0} onClick={() => setBack(back - 1)}>
              <Glyph icon={IconChevronRight} />
            </IconButton>
          </div>
          <FormFailure error={save.error ?? undefined} />
        </div>
        <div className={styles.list}>
          {excursions === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
          {excursions?.length === 0 && <EmptyList title={t('excursions.none')} hint={t('excursions.noneHint')} />}
          {excursions !== undefined && excursions.length > 0 && (
            <ul aria-label={t('excursions.list', { month: monthText })}>
              {excursions.map((excursion) => (
                <Row
                  key={excursion.excursion_id}
                  {...{ excursion, unit, timeZone }}
                  onComment={() => setCommented(excursion)}
                />
              ))}
            </ul>
          )}
          <div ref={end} />
        </div>
      </main>
      {commented && <CommentDialog excursion={commented} onClose={() => setCommented(undefined)} />}
    </div>
  )
}

interface RowProps {
  readonly excursion: Excursion
  readonly unit: Unit
  readonly timeZone: string
  readonly onComment: () => void
}

function Row({ excursion, unit, timeZone, onComment }: RowProps) {
  const t = useT()
  const name = useNameOf(excursion)
  const { event, start, duration, peak, alerted, acknowledged_by, acknowledged_at, comments } = excursion
  const side = event === 'high_temperature' ? 'high' : 'low'
  const degrees = (celsius: number) => `${temperatureText(celsius, unit)} ${unitText(unit)}`
  const time = (seconds: number) => formatTimeIn(timeZone, seconds * 1000)
  const limit = side === 'high' ? excursion.threshold_high : (excursion.threshold_low ?? excursion.threshold_high)
  const minutes = Math.max(1, Math.round(duration / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return (
    <li className={styles.excursion}>
      <div className={styles.excursionHead}>
        <span className={styles.state} data-state={alerted ? side : 'pending'}>
          <Glyph icon={STATE_ICONS[side]} size={13} />
          <strong>{name}</strong>
        </span>
        <small>{excursion.logger_name || t('carepads.unassigned')}</small>
        <Button size="small" icon={<Glyph icon={IconMessage2Plus} size={15} />} onClick={onComment}>
          {t('excursions.comment')}
        </Button>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('excursions.limit')}>
          {t(side === 'high' ? 'carepads.state.above' : 'carepads.state.below', { limit: degrees(limit) })}
        </Fact>
        <Fact label={t('excursions.peak')}>{peak === null ? '–' : degrees(peak)}</Fact>
        <Fact label={t('excursions.began')}>{time(start)}</Fact>
        <Fact label={t('excursions.ended')}>
          {excursion.is_over ? time(start + duration) : <b data-bad>{t('excursions.lasts')}</b>}
        </Fact>
        <Fact label={t('excursions.duration')}>
          {hours === 0
            ? t('carepads.minutes', { count: minutes })
            : t('excursions.hoursMinutes', { hours, minutes: rest })}
        </Fact>
        <Fact label={t('excursions.answered')}>
          {acknowledged_by !== null && acknowledged_at !== null ? (
            t('excursions.by', { name: acknowledged_by, time: time(acknowledged_at) })
          ) : alerted ? (
            <b data-bad>{t('excursions.unanswered')}</b>
          ) : (
            t('excursions.noAlert')
          )}
        </Fact>
      </dl>
      {comments.map(({ text, by, at }) => (
        <blockquote key={`${at} ${text}`} className={styles.comment}>
          <p>{text}</p>
          <small className="wb-num">{t('excursions.by', { name: by, time: time(at) })}</small>
        </blockquote>
      ))}
    </li>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="wb-num">{children}</dd>
  </div>
)

/** Its name as it was when it began, or where that is under the PIN as this tab reads it now (G30). */
const useNameOf = ({ carepad_name, carepad_id }: Excursion): string =>
  useStore(plainNames).get(carepad_id) ?? carepad_name

function CommentDialog({ excursion, onClose }: { excursion: Excursion; onClose: () => void }) {
  const t = useT()
  const comment = useComment(excursion.excursion_id)
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault =
    text.trim() === ''
      ? t('excursions.commentMissing')
      : [...text.trim()].length > MAX_COMMENT
        ? t('excursions.commentLong')
        : undefined
  return (
    <Dialog
      title={t('excursions.commentOf', { name: useNameOf(excursion) })}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true)
        if (fault === undefined && !comment.isPending) comment.mutate(text, { onSuccess: onClose })
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={comment.isPending}>
            {t('excursions.comment')}
          </Button>
        </>
      }
    >
      <FormFailure error={comment.error ?? undefined} />
      <TextArea
        label={t('excursions.commentText')}
        data-autofocus
        value={text}
        fault={isTried ? fault : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={styles.none}>{t('excursions.commentHint')}</p>
    </Dialog>
  )
}
