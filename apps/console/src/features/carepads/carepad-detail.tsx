/** One carepad: its figures, chart, alerts and thresholds. Mockup 11; G69, G70. */
import { SegmentedControl } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
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

const HOURS = { '1h': 1, '24h': 24, '1w': 168, '1m': 720 } as const
type Range = keyof typeof HOURS
const RANGES = Object.keys(HOURS) as Range[]

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
  const { data, error, refetch } = useQuery(temperaturesQuery(carepad.carepad_id, HOURS[range]))
  const { temperatures = [], excursions = [] } = data ?? {}
  const outSeconds = excursions.reduce((sum, { duration }) => sum + duration, 0)
  const shown = (celsius: number | undefined | null) =>
    typeof celsius === 'number' && Number.isFinite(celsius)
      ? `${temperatureText(celsius, unit)} ${unitText(unit)}`
      : '–'
  const extremes = temperatures.reduce(
    ({ low, high }, each) => ({ low: Math.min(low, each.low), high: Math.max(high, each.high) }),
    { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY },
  )
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
        <Figure label={t('carepads.highest')} value={shown(extremes.high)} />
        <Figure label={t('carepads.lowest')} value={shown(extremes.low)} />
        <Figure
          label={t('carepads.outOfRange')}
          value={t('carepads.minutes', { count: Math.round(outSeconds / 60) })}
        />
      </dl>
      <section className={styles.section}>
        <div className={styles.chartBar}>
          <SegmentedControl
            aria-label={t('carepads.range')}
            data={RANGES.map((value) => ({ value, label: t(`carepads.${value}`) }))}
            value={range}
            onChange={(value) => setRange(value as Range)}
          />
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
      <section className={styles.section}>
        <h3>{t('carepads.alerts')}</h3>
        {excursions.length === 0 && <p className={styles.none}>{t('carepads.noAlerts')}</p>}
        <ul className={styles.events}>
          {excursions.map(({ event, start, duration, is_over, alerted }) => {
            const side = event === 'high_temperature' ? 'high' : 'low'
            return (
              <li key={`${event} ${start}`} data-state={alerted ? side : 'pending'}>
                <Glyph icon={STATE_ICONS[side]} size={13} />
                <span>{t(`carepads.state.${side}`)}</span>
                <small className="wb-num">
                  {is_over ? t('carepads.lasted', { count: Math.max(1, Math.round(duration / 60)) }) : ''}
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
  const typed = (celsius: number) => inUnit(celsius, unit).toFixed(1)
  const [low, setLow] = useState(() => typed(carepad.threshold_low))
  const [high, setHigh] = useState(() => typed(carepad.threshold_high))
  const [alertType, setAlertType] = useState(carepad.alert_type)
  const [isTried, setIsTried] = useState(false)
  const [lowest, highest] = [inUnit(-100, unit), inUnit(200, unit)]
  const [lowValue, highValue] = [readNumberIn(low, lowest, highest), readNumberIn(high, lowest, highest)]
  const isOrdered = lowValue === undefined || highValue === undefined || highValue > lowValue
  const faultOf = (value: number | undefined) => (value === undefined ? t('carepads.thresholdFault') : undefined)
  const send = () => {
    setIsTried(true)
    if (lowValue === undefined || highValue === undefined || !isOrdered || change.isPending) return
    change.mutate(
      {
        threshold_low: toCelsius(lowValue, unit),
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
