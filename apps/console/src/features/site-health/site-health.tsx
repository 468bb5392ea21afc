/** How well a floor can tell places, where one more station would help, and which stations changed. Source: decision 0061. */
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FloorHealth } from '@whereabouts/contract/site-health'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { formatTime } from '../../lib/time.ts'
import { siteHealth } from '../../locales/site-health.ts'
import { ColourScale } from '../../ui/colour-scale.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { useLive } from '../live/hooks.ts'
import { healthQuery } from './queries.ts'
import { colourOfRadius, GOOD_METRES, POOR_METRES } from './radius-colours.ts'
import { isChanged, RadiusMap } from './radius-map.tsx'
import styles from './site-health.module.css'

addTexts(siteHealth)

/** Colours of the scale that is explained. */
const SCALE_STEPS = 9

export function SiteHealth() {
  const t = useT()
  const { store } = useLive()
  const { maps } = store
  const [chosen, setChosen] = useState('')
  const map = maps.find(({ id }) => id === chosen) ?? maps[0]
  const { data: health, error, refetch } = useQuery(healthQuery(map?.id ?? ''))
  if (map === undefined) {
    return (
      <PageBody title={t('siteHealth.title')} hint={t('siteHealth.hint')}>
        {store.status.maps !== 'loading' && (
          <EmptyList title={t('siteHealth.noMaps')} hint={t('siteHealth.noMapsHint')} />
        )}
      </PageBody>
    )
  }
  const stations = Array.from(store.stations.byName())
    .flatMap((slot) => store.stations.at(slot) ?? [])
    .filter(({ map_id }) => map_id === map.id)
  return (
    <PageBody title={t('siteHealth.title')} hint={t('siteHealth.hint')}>
      <div className={styles.choice}>
        <SelectField
          label={t('siteHealth.map')}
          value={map.id}
          options={maps.map(({ id, map_name }) => ({ value: id, label: map_name }))}
          onChange={setChosen}
        />
      </div>
      {health === undefined && error && <UnloadedList error={error} onRetry={refetch} />}
      {health === undefined && !error && (
        <p role="status" className={styles.waiting}>
          {t('siteHealth.loading')}
        </p>
      )}
      {health && (
        <>
          {health.state === 'noScale' && (
            <>
              <InfoNotice>{t('siteHealth.noScale')}</InfoNotice>
              <Link {...configurationPath('maps', { map: map.id })}>{t('siteHealth.setScale')}</Link>
            </>
          )}
          {health.state === 'fewStations' && <InfoNotice>{t('siteHealth.fewStations')}</InfoNotice>}
          {health.state === 'good' && (
            <div className={styles.columns}>
              <RadiusMap map={map} health={health} stations={stations} />
              <Figures health={health} />
            </div>
          )}
          {health.stations.length > 0 && <Compared stations={health.stations} />}
        </>
      )}
    </PageBody>
  )
}

function Figures({ health }: { readonly health: FloorHealth }) {
  const t = useT()
  const { typical_metres, worst_metres, new_station: more } = health
  const within = (metres: number | null) =>
    metres === null ? '–' : t('siteHealth.within', { metres: metres.toFixed(1) })
  const scale = Array.from(
    { length: SCALE_STEPS },
    (_, index) => GOOD_METRES + (index * (POOR_METRES - GOOD_METRES)) / (SCALE_STEPS - 1),
  )
  return (
    <div className={styles.figures}>
      <dl>
        <div>
          <dt>{t('siteHealth.typical')}</dt>
          <dd className="wb-num">{within(typical_metres)}</dd>
        </div>
        <div>
          <dt>{t('siteHealth.worst')}</dt>
          <dd className="wb-num">{within(worst_metres)}</dd>
        </div>
      </dl>
      <ColourScale
        colours={scale.map(colourOfRadius)}
        least={t('siteHealth.metres', { metres: GOOD_METRES })}
        most={t('siteHealth.metres', { metres: POOR_METRES })}
      />
      <p className={styles.note}>{t('siteHealth.figures')}</p>
      <p className={`${styles.advice} wb-num`}>
        {more === null
          ? t('siteHealth.noNewStation')
          : t('siteHealth.newStation', {
              before: more.before_metres.toFixed(1),
              after: more.after_metres.toFixed(1),
            })}
      </p>
    </div>
  )
}

/** With a sign, and a true minus. */
const signed = (value: number | null): string =>
  value === null ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(1).replace('-', '−')}`

function Compared({ stations }: { readonly stations: FloorHealth['stations'] }) {
  const t = useT()
  const changed = stations.filter(({ change }) => isChanged(change)).length
  const isAllSame = stations.every(({ change }) => change === 'same')
  // Those that somebody should look at come first.
  const sorted = stations.toSorted((a, b) => Number(isChanged(b.change)) - Number(isChanged(a.change)))
  return (
    <section className={styles.stations} aria-label={t('siteHealth.stations')}>
      <h2>{t('siteHealth.stations')}</h2>
      {(changed > 0 || isAllSame) && (
        <p className={styles.note}>
          {changed > 0 ? t('siteHealth.changed', { count: changed }) : t('siteHealth.allSame')}
        </p>
      )}
      <ul>
        {sorted.map(({ t4_id, t4_name, change, hears, heard, calibrated_at_ms }) => (
          <li key={t4_id} data-changed={isChanged(change) || undefined}>
            <Glyph
              icon={isChanged(change) ? IconAlertTriangle : change === 'same' ? IconCircleCheck : IconHelpCircle}
              size={16}
            />
            <div>
              <strong>{t4_name}</strong>
              <span>{t(`siteHealth.${change}`)}</span>
              <small className="wb-num">
                {calibrated_at_ms === null
                  ? t('siteHealth.never')
                  : t('siteHealth.calibrated', { time: formatTime(calibrated_at_ms / 1000) })}
                {(hears !== null || heard !== null) &&
                  ` · ${t('siteHealth.difference', { hears: signed(hears), heard: signed(heard) })}`}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
