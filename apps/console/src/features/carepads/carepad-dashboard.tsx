/** The carepads by logger, who needs attention first, each with how its temperature went. Mockup 11; G69. */
import { SegmentedControl } from '@mantine/core'
import { IconBox, IconDownload, IconInbox, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TREND_RANGES, type TrendRange } from '@whereabouts/domain/temperatures'
import { useState } from 'react'
import { downloadText } from '../../lib/download.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { formatAgo } from '../../lib/time.ts'
import { carepads as texts } from '../../locales/carepads.ts'
import { Button } from '../../ui/button.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { useNow } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { LockedNotice } from '../pins/locked-notice.tsx'
import { ProtectedName } from '../pins/protected-name.tsx'
import { useAccountUnit } from './account-unit.ts'
import { CarepadDetail } from './carepad-detail.tsx'
import { AddCarepad } from './carepad-dialogs.tsx'
import {
  type CarepadState,
  groupsOf,
  limitsText,
  STATES,
  stateOf,
  temperatureText,
  type Unit,
  unitText,
} from './carepad-state.ts'
import { CarepadTabs } from './carepad-tabs.tsx'
import styles from './carepads.module.css'
import { carepadsQuery, loggersQuery, trendsQuery } from './queries.ts'
import { Sparkline } from './sparkline.tsx'
import { BatteryMark, STATE_ICONS, StateMark } from './state-mark.tsx'
import { carepadsCsv } from './temperature-csv.ts'

addTexts(texts)

type Filter = CarepadState | 'all'

export function CarepadDashboard() {
  const t = useT()
  const { may } = useSite()
  const now = useNow()
  const [range, setRange] = useState<TrendRange>('24h')
  const [filter, setFilter] = useState<Filter>('all')
  const accountUnit = useAccountUnit()
  const [chosenUnit, setChosenUnit] = useState<Unit>()
  const [openId, setOpenId] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const pads = useQuery(carepadsQuery)
  const { data: loggers = [] } = useQuery(loggersQuery)
  const { data: trends } = useQuery(trendsQuery(range))
  const all = pads.data ?? []
  const unitOf = (own: Unit) => chosenUnit ?? own
  const open = all.find(({ carepad_id }) => carepad_id === openId)
  const nameOf = (loggerId: string | null) =>
    loggers.find(({ logger_id }) => logger_id === loggerId)?.logger_name ?? t('carepads.unassigned')
  const countOf = (state: CarepadState) => all.filter((pad) => stateOf(pad, now) === state).length
  const chips = [
    { value: 'all' as Filter, label: t('carepads.all'), count: all.length },
    ...STATES.flatMap((state) =>
      state !== 'normal' && countOf(state) > 0
        ? [
            {
              value: state as Filter,
              label: t(`carepads.${state}`),
              count: countOf(state),
              icon: (
                <i className={styles.state} data-state={state}>
                  <Glyph icon={STATE_ICONS[state]} size={12} />
                </i>
              ),
            },
          ]
        : [],
    ),
  ]
  const groups = groupsOf(all, loggers, now)
    .map((group) => ({ ...group, rows: group.rows.filter(({ state }) => filter === 'all' || state === filter) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <div className={styles.screen} data-detail={open !== undefined || undefined}>
      <main className={styles.main} tabIndex={-1}>
        <header className={styles.head}>
          <div className={styles.title}>
            <h1>{t('carepads.title')}</h1>
            <div className={styles.titleActions}>
              {may('exportData') && all.length > 0 && (
                <span className={styles.wideOnly}>
                  <Button
                    icon={<Glyph icon={IconDownload} size={15} />}
                    onClick={() => downloadText(`carepads_${now}.csv`, carepadsCsv(all, nameOf, now))}
                  >
                    {t('carepads.export')}
                  </Button>
                </span>
              )}
              {may('addDevices') && (
                <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={() => setIsAdding(true)}>
                  {t('carepads.add')}
                </Button>
              )}
            </div>
          </div>
          <CarepadTabs current="dashboard" />
        </header>
        <div className={styles.bar}>
          <SegmentedControl
            aria-label={t('carepads.range')}
            data={TREND_RANGES.map((value) => ({ value, label: t(`carepads.${value}`) }))}
            value={range}
            onChange={(value) => setRange(value as TrendRange)}
          />
          <FilterChips label={t('carepads.filter')} chips={chips} value={filter} onChange={setFilter} />
          <SegmentedControl
            className={styles.unit}
            aria-label={t('carepads.unit')}
            data={['C', 'F'].map((value) => ({ value, label: unitText(value as Unit) }))}
            value={chosenUnit ?? accountUnit}
            onChange={(value) => setChosenUnit(value as Unit)}
          />
        </div>
        <div className={styles.notice}>
          <LockedNotice carepads={all}>
            {may('manageCarepads') && <Link {...configurationPath('carepads')}>{t('carepads.management')}</Link>}
          </LockedNotice>
        </div>
        <div className={styles.list}>
          {pads.data === undefined && <UnloadedList error={pads.error} onRetry={() => void pads.refetch()} />}
          {pads.data?.length === 0 && <EmptyList title={t('carepads.none')} hint={t('carepads.noneHint')} />}
          {all.length > 0 && (
            <div className={`${styles.row} ${styles.columns}`} aria-hidden="true">
              <span>{t('carepads.name')}</span>
              <span className={styles.end}>{t('carepads.now')}</span>
              <span>{t('carepads.state')}</span>
              <span>{t('carepads.trend', { range: t(`carepads.${range}`) })}</span>
              <span className={styles.more}>{t('carepads.limits')}</span>
              <span className={styles.more}>{t('carepads.alert')}</span>
              <span className={styles.more}>{t('carepads.batteryLevel')}</span>
              <span className={styles.more}>{t('carepads.seen')}</span>
            </div>
          )}
          {groups.map(({ logger, rows }) => (
            <section key={logger?.logger_id ?? ''}>
              <h2 className={styles.group}>
                <Glyph icon={logger ? IconBox : IconInbox} size={16} />
                {logger?.logger_name ?? t('carepads.unassigned')}
                <small>{t('carepads.count', { count: rows.length })}</small>
              </h2>
              <ul>
                {rows.map(({ carepad, state }) => {
                  const unit = unitOf(carepad.temperature_unit)
                  const values = trends?.get(carepad.carepad_id)
                  return (
                    <li key={carepad.carepad_id}>
                      <button
                        type="button"
                        className={styles.row}
                        data-state={state}
                        aria-pressed={carepad.carepad_id === openId}
                        onClick={() => setOpenId(carepad.carepad_id === openId ? undefined : carepad.carepad_id)}
                      >
                        <span className={styles.name}>
                          <ProtectedName carepad={carepad} />
                        </span>
                        <span className={`${styles.temperature} wb-num`}>
                          {carepad.temperature === null || state === 'nodata'
                            ? '–'
                            : temperatureText(carepad.temperature, unit)}
                          <small>{unitText(unit)}</small>
                          {carepad.humidity !== null && state !== 'nodata' && (
                            <small className={styles.humidity}>{Math.round(carepad.humidity)}%</small>
                          )}
                        </span>
                        <StateMark carepad={carepad} state={state} unit={unit} now={now} />
                        <span className={styles.trend}>
                          {values?.some((value) => value !== null) ? (
                            <Sparkline values={values} carepad={carepad} />
                          ) : (
                            <small>{t('carepads.noReadings')}</small>
                          )}
                        </span>
                        <span className={`${styles.more} wb-num`}>{limitsText(t, carepad, unit)}</span>
                        <span className={styles.more}>{t(`carepads.${carepad.alert_type}`)}</span>
                        <span
                          className={`${styles.more} ${styles.battery} wb-num`}
                          data-low={carepad.battery_low || undefined}
                        >
                          <BatteryMark percent={carepad.battery} />
                        </span>
                        <span className={`${styles.more} wb-num`}>{formatAgo(carepad.last_seen, now)}</span>
                      </button>
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
        </div>
      </main>
      {open && (
        <CarepadDetail
          key={open.carepad_id}
          carepad={open}
          loggerName={nameOf(open.logger_id)}
          unit={unitOf(open.temperature_unit)}
          now={now}
          canChange={may('manageCarepads')}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {isAdding && <AddCarepad loggers={loggers} onClose={() => setIsAdding(false)} />}
    </div>
  )
}
