/** Where a zone is: at stations, on a floor plan, or outdoors. */
import type { Station } from '@whereabouts/contract/stations'
import { MAX_ZONE_STATIONS } from '@whereabouts/domain/zones'
import { useMemo, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TickList } from '../../ui/tick-popover.tsx'
import { useLive } from '../live/hooks.ts'
import { type Where, withMap, type ZoneDraft } from './draft.ts'
import { PlanOutline } from './plan-outline.tsx'
import { WorldOutline } from './world-outline.tsx'
import styles from './zones.module.css'

/** Rows of stations that are shown at once: more are found by typing. */
const MOST_ROWS = 200

interface ZonePlaceProps {
  readonly draft: ZoneDraft
  readonly onChange: (draft: ZoneDraft) => void
}

export function ZonePlace({ draft, onChange }: ZonePlaceProps) {
  const t = useT()
  const live = useLive()
  const stations = useMemo(() => {
    const { stations, status } = live.store
    if (status.stations === 'none') return undefined
    return Array.from(stations.byName()).flatMap((slot) => stations.at(slot) ?? [])
  }, [live])
  const { maps } = live.store
  const map = maps.find(({ id }) => id === draft.map_id)
  return (
    <div className={styles.choices}>
      <ChoiceField<Where>
        isWide
        label={t('zones.where')}
        value={draft.where}
        onChange={(where) => onChange({ ...draft, where })}
        choices={[
          { value: 'plan', label: t('zones.onPlan'), hint: t('zones.onPlanHint') },
          ...(stations || draft.where === 'stations'
            ? [{ value: 'stations' as const, label: t('zones.atStations'), hint: t('zones.atStationsHint') }]
            : []),
          { value: 'outdoors', label: t('zones.outdoors'), hint: t('zones.outdoorsHint') },
        ]}
      />
      <div className={styles.place}>
        {draft.where === 'stations' && (
          <StationTicks
            stations={stations ?? []}
            ticked={draft.t4_ids}
            onChange={(t4_ids) => onChange({ ...draft, t4_ids })}
          />
        )}
        {draft.where === 'plan' && (
          <>
            <SelectField
              label={t('zones.map')}
              value={map ? draft.map_id : ''}
              options={[
                ...(map ? [] : [{ value: '', label: t('zones.chooseMap') }]),
                ...maps.map(({ id, map_name, building, floor }) => ({
                  value: id,
                  // What the name says already is not said again.
                  label: [map_name, ...[building, floor].filter((part) => !map_name.includes(part))].join(' · '),
                })),
              ]}
              hint={
                maps.length === 0 ? t('zones.noMaps') : draft.onPlan.corners.length > 0 ? t('zones.mapHint') : undefined
              }
              onChange={(map_id) => onChange(withMap(draft, map_id))}
            />
            {map && (
              <PlanOutline
                key={map.id}
                map={map}
                stations={stations?.filter(({ map_id }) => map_id === map.id) ?? []}
                outline={draft.onPlan}
                onChange={(onPlan) => onChange({ ...draft, onPlan })}
              />
            )}
          </>
        )}
        {draft.where === 'outdoors' && (
          <WorldOutline outline={draft.outdoors} onChange={(outdoors) => onChange({ ...draft, outdoors })} />
        )}
      </div>
    </div>
  )
}

interface StationTicksProps {
  readonly stations: readonly Station[]
  readonly ticked: readonly string[]
  readonly onChange: (t4_ids: readonly string[]) => void
}

function StationTicks({ stations, ticked, onChange }: StationTicksProps) {
  const t = useT()
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const found = stations.filter(({ t4_id, t4_name, map_name }) =>
    [t4_id, t4_name, map_name].some((text) => text.toLowerCase().includes(wanted)),
  )
  const shown = found.slice(0, MOST_ROWS)
  const isShown = new Set(shown.map(({ t4_id }) => t4_id))
  return (
    <div className={styles.stations}>
      <SearchField label={t('zones.findStation')} value={filter} onChange={setFilter} />
      <p role="status">{t('zones.chosen', { count: ticked.length, most: MAX_ZONE_STATIONS })}</p>
      <div>
        <TickList
          label={t('zones.atStations')}
          ticked={ticked}
          options={shown.map(({ t4_id, t4_name, map_name }) => ({
            value: t4_id,
            label: map_name ? `${t4_name} · ${map_name}` : t4_name,
          }))}
          // Those that the filter hides stay chosen.
          onChange={(values) => onChange([...ticked.filter((id) => !isShown.has(id)), ...values])}
        />
        {found.length === 0 && <p>{t('zones.noStation')}</p>}
        {found.length > MOST_ROWS && <p>{t('zones.moreStations', { count: found.length - MOST_ROWS })}</p>}
      </div>
    </div>
  )
}
