/** One carepad: its figures, chart, alerts and thresholds. Mockup 11; G69, G70. */
import { SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Carepad } from '@whereabouts/contract/carepads'
import { useState } from 'react'
import { downloadText } from '../../lib/download.ts'
import { useT } from '../../lib/i18n.ts'
import { readNumberIn } from '../../lib/read-number.ts'
import { formatTime } from '../../lib/time.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { NamedCarepad } from '../pins/names.ts'
import { ProtectedName } from '../pins/protected-name.tsx'
import { inUnit, stateOf, temperatureText, toCelsius, type Unit, unitText } from './carepad-state.ts'
import styles from './carepads.module.css'
import { temperaturesQuery, useChangeCarepad } from './queries.ts'
import { STATE_ICONS, StateMark } from './state-mark.tsx'
import { TemperatureChart } from './temperature-chart.tsx'
import { temperatureCsv } from './temperature-csv.ts'
import { daysOf, RANGES, type Range, secondsOut, summaryOf, type View } from './temperature-stats.ts'

/** A shorter time has no table of its days (s). */
const DAYS_FROM_S = 2 * 86_400

interface CarepadDetailProps {
  readonly carepad: NamedCarepad
  readonly loggerName: string
  readonly unit: Unit
  /** Epoch seconds. */
  readonly now: number
  readonly canChange: boolean
  readonly onClose: () => void
}

export function CarepadDetail({ carepad, loggerName, unit, now, canChange, onClose }: CarepadDetailProps) {
  const t = useT()
  const [range, setRange] = useState<Range>('24h')
  const [view, setView] = useState<View>({ by: 'day', range, back: 0 })
  const { data, error, refetch } = useQuery(temperaturesQuery(carepad.carepad_id, view))
  const { temperatures = NONE, excursions = NONE } = data ?? {}
  const summary = summaryOf(temperatures)
  const days = data && data.end - data.start > DAYS_FROM_S ? daysOf(temperatures, excursions) : []
  const step = (by: number) => setView({ ...view, back: view.back + by })
  const shown = (celsius: number | undefined | null) =>
    typeof celsius === 'number' ? `${temperatureText(celsius, unit)} ${unitText(unit)}` : '–'
  const minutesText = (seconds: number) => t('carepads.minutes', { count: Math.round(seconds / 60) })
  return (
    <aside className={styles.detail} aria-label={carepad.carepad_name}>
      <header className={styles.detailHead}>
        <div>
          <small>{loggerName}</small>
          <h2>
            <ProtectedName carepad={carepad} />
          </h2>
          <StateMark carepad={carepad} state={stateOf(carepad, now)} unit={unit} now={now} />
        </div>
        <IconButton label={t('carepads.close')} onClick={onClose}>
          <Glyph icon={IconX} />
        </IconButton>
      </header>
      <dl className={styles.figures}>
        <Figure label={t('carepads.nowLong')} value={shown(carepad.temperature)} />
        {carepad.humidity !== null && (
          <Figure label={t('carepads.humidity')} value={`${Math.round(carepad.humidity)} %`} />
        )}
        <Figure label={t('carepads.highest')} value={shown(summary?.high)} />
        <Figure label={t('carepads.mean')} value={shown(summary?.mean)} />
        <Figure label={t('carepads.lowest')} value={shown(summary?.low)} />
        <Figure
          label={t('carepads.outOfRange')}
          value={data === undefined ? '–' : minutesText(secondsOut(excursions, data))}
        />
      </dl>
      <section className={styles.section}>
        <div className={styles.chartBar}>
          {view.by === 'day' && (
            <SegmentedControl
              aria-label={t('carepads.range')}
              data={RANGES.map((value) => ({ value, label: t(`carepads.${value}`) }))}
              value={range}
              onChange={(value) => {
                setRange(value as Range)
                setView({ by: 'day', range: value as Range, back: 0 })
              }}
            />
          )}
          <SegmentedControl
            aria-label={t('carepads.by')}
            data={(['day', 'month'] as const).map((value) => ({ value, label: t(`carepads.by.${value}`) }))}
            value={view.by}
            onChange={(by) => setView(by === 'month' ? { by, back: 0 } : { by: 'day', range, back: 0 })}
          />
        </div>
        <div className={styles.chartBar}>
          <div className={styles.stepper}>
            <IconButton label={t('carepads.earlier')} onClick={() => step(1)}>
              <Glyph icon={IconChevronLeft} />
            </IconButton>
            <span className="wb-num" aria-live="polite">
              {data && windowText(view, data)}
            </span>
            <IconButton label={t('carepads.later')} disabled={view.back === 0} onClick={() => step(-1)}>
              <Glyph icon={IconChevronRight} />
            </IconButton>
          </div>
          <Button
            size="small"
            icon={<Glyph icon={IconDownload} size={15} />}
            disabled={temperatures.length === 0}
            onClick={() =>
              downloadText(`${carepad.carepad_id}_${data?.start ?? 0}.csv`, temperatureCsv(temperatures, excursions))
            }
          >
            {t('carepads.export')}
          </Button>
        </div>
        {data === undefined ? (
          <UnloadedList error={error} onRetry={() => void refetch()} />
        ) : (
          <TemperatureChart {...{ carepad, temperatures, excursions, unit }} start={data.start} end={data.end} />
        )}
      </section>
      {days.length > 0 && (
        <section className={styles.section}>
          <h3>{t('carepads.days')}</h3>
          <div className={styles.days}>
            <table className="wb-num">
              <thead>
                <tr>
                  {DAY_COLUMNS.map((column) => (
                    <th key={column} scope="col">
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.time}>
                    <th scope="row">{formatTime(day.time).slice(0, 10)}</th>
                    <td>{shown(day.low)}</td>
                    <td>{shown(day.mean)}</td>
                    <td>{shown(day.high)}</td>
                    <td data-out={day.secondsOut > 0 || undefined}>{minutesText(day.secondsOut)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section className={styles.section}>
        <h3>{t('carepads.alerts')}</h3>
        {excursions.length === 0 && <p className={styles.none}>{t('carepads.noAlerts')}</p>}
        <ul className={styles.events}>
          {excursions.map(({ event, start, duration, is_over, alerted, peak }) => {
            const side = event === 'high_temperature' ? 'high' : 'low'
            return (
              <li key={`${event} ${start}`} data-state={alerted ? side : 'pending'}>
                <Glyph icon={STATE_ICONS[side]} size={13} />
                <span>{t(`carepads.state.${side}`)}</span>
                <small className="wb-num">
                  {peak !== null && shown(peak)}
                  {is_over && ` · ${t('carepads.lasted', { count: Math.max(1, Math.round(duration / 60)) })}`}
                </small>
                <time className="wb-num">{formatTime(start)}</time>
              </li>
            )
          })}
        </ul>
      </section>
      <Thresholds key={unit} carepad={carepad} unit={unit} canChange={canChange} />
    </aside>
  )
}

const NONE: readonly never[] = []
const DAY_COLUMNS = [
  ...(['carepads.day', 'carepads.lowest', 'carepads.mean', 'carepads.highest', 'carepads.outOfRange'] as const),
]

/** The month, or from when to when. */
function windowText(view: View, { start, end }: { readonly start: number; readonly end: number }): string {
  if (view.by === 'month') return formatTime(start).slice(0, 7)
  const [from, to] = [formatTime(start), formatTime(end)]
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="wb-num">{value}</dd>
  </div>
)

type ThresholdsProps = Pick<CarepadDetailProps, 'carepad' | 'unit' | 'canChange'>

function Thresholds({ carepad, unit, canChange }: ThresholdsProps) {
  const t = useT()
  const change = useChangeCarepad(carepad.carepad_id)
  const typed = (celsius: number | null) => (celsius === null ? '' : inUnit(celsius, unit).toFixed(1))
  const [low, setLow] = useState(() => typed(carepad.threshold_low))
  const [high, setHigh] = useState(() => typed(carepad.threshold_high))
  const [alertType, setAlertType] = useState(carepad.alert_type)
  const [isTried, setIsTried] = useState(false)
  const [lowest, highest] = [inUnit(-100, unit), inUnit(200, unit)]
  // Nothing is too cold where the low one is left empty.
  const lowValue = low.trim() === '' ? null : readNumberIn(low, lowest, highest)
  const highValue = readNumberIn(high, lowest, highest)
  const isOrdered = typeof lowValue !== 'number' || highValue === undefined || highValue > lowValue
  const faultOf = (value: number | null | undefined) => (value === undefined ? t('carepads.thresholdFault') : undefined)
  const send = () => {
    setIsTried(true)
    if (lowValue === undefined || highValue === undefined || !isOrdered || change.isPending) return
    change.mutate(
      {
        threshold_low: lowValue === null ? null : toCelsius(lowValue, unit),
        threshold_high: toCelsius(highValue, unit),
        alert_type: alertType,
      },
      { onSuccess: () => showToast({ tone: 'success', text: t('carepads.saved') }) },
    )
  }
  return (
    <section className={styles.section}>
      <h3>{t('carepads.thresholds')}</h3>
      <form
        className={styles.thresholds}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <FormFailure error={change.error ?? undefined} />
        <TextField
          label={`${t('carepads.thresholdLow')} (${unitText(unit)})`}
          isCompact
          inputMode="decimal"
          value={low}
          disabled={!canChange}
          fault={isTried ? faultOf(lowValue) : undefined}
          onChange={(event) => setLow(event.currentTarget.value)}
        />
        <TextField
          label={`${t('carepads.thresholdHigh')} (${unitText(unit)})`}
          isCompact
          inputMode="decimal"
          value={high}
          disabled={!canChange}
          fault={isTried ? (faultOf(highValue) ?? (isOrdered ? undefined : t('carepads.thresholdOrder'))) : undefined}
          onChange={(event) => setHigh(event.currentTarget.value)}
        />
        <div className={styles.alertType}>
          <span id="alert-type">{t('carepads.alert')}</span>
          <SegmentedControl
            aria-labelledby="alert-type"
            disabled={!canChange}
            data={[
              { value: 'instant', label: t('carepads.instant') },
              { value: 'persistent', label: t('carepads.persistent') },
            ]}
            value={alertType}
            onChange={(value) => setAlertType(value as Carepad['alert_type'])}
          />
        </div>
        {canChange && (
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('dialog.save')}
          </Button>
        )}
      </form>
    </section>
  )
}
