/** Places a station: by a press on its plan, or by numbers. Source: G52. */
import type { Station } from '@whereabouts/contract/stations'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import fields from '../../../ui/fields.module.css'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFaults } from '../../../ui/use-faults.ts'
import { PlanPlace } from '../../indoor-maps/plan-place.tsx'
import { useLive } from '../../live/hooks.ts'
import { useChangeStation } from '../changes.ts'
import { draftOf, type PlaceDraft, type PlaceFault, placeFaults, placeOf } from './place-draft.ts'

export function PlaceDialog({ station, onClose }: { station: Station; onClose: () => void }) {
  const t = useT()
  const { maps } = useLive().store
  const [draft, setDraft] = useState(() => draftOf(station))
  const change = useChangeStation(station.t4_id)
  const map = maps.find(({ id }) => id === draft.mapId)
  const wrong = placeFaults(draft, map)
  const say = (field: PlaceFault, words: string) => (wrong.includes(field) ? words : undefined)
  const faults = useFaults<PlaceFault>({
    x: say('x', t('stations.badPixels', { most: map?.width ?? 0 })),
    y: say('y', t('stations.badPixels', { most: map?.height ?? 0 })),
    latitude: say('latitude', t('stations.badLatitude')),
    longitude: say('longitude', t('stations.badLongitude')),
  })
  const field = (name: Exclude<keyof PlaceDraft, 'mapId'>) => ({
    isCompact: true,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 20,
    value: draft[name],
    ...faults.field(name),
    onChange: (event: { currentTarget: HTMLInputElement }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  })
  return (
    <Dialog
      title={t('stations.placeOf', { name: station.t4_name })}
      onClose={onClose}
      onSubmit={() => {
        if (!change.isPending && faults.isGood()) change.mutate(placeOf(draft), { onSuccess: onClose })
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={change.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={change.error ?? undefined} />
      <div className={fields.stack}>
        <SelectField
          data-autofocus
          label={t('stations.map')}
          value={draft.mapId}
          options={[
            { value: '', label: t('stations.noMap') },
            ...maps.map(({ id, map_name }) => ({ value: id, label: map_name })),
          ]}
          onChange={(mapId) => setDraft({ ...draft, mapId })}
        />
        {map && (
          <>
            <PlanPlace
              plan={map}
              label={t('stations.planPoint', { map: map.map_name })}
              x={draft.x}
              y={draft.y}
              onChange={(point) => setDraft({ ...draft, ...point })}
            />
            <TextField label={t('stations.x')} hint={t('stations.pixelsHint', { most: map.width })} {...field('x')} />
            <TextField label={t('stations.y')} hint={t('stations.pixelsHint', { most: map.height })} {...field('y')} />
          </>
        )}
        <TextField isOptional label={t('stations.latitude')} {...field('latitude')} />
        <TextField isOptional label={t('stations.longitude')} {...field('longitude')} />
      </div>
    </Dialog>
  )
}
