/** The stations of a floor plan by name and numbers, and the way for others onto it. */
import { IconX } from '@tabler/icons-react'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { readNumber } from '../../lib/read-number.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './plan-editor.module.css'
import { keptOnPlan } from './plan-geometry.ts'
import type { Placing } from './use-placing.ts'

interface PlacedStationsProps {
  readonly map: IndoorMap
  readonly stations: readonly Station[]
  readonly placing: Placing
  readonly selected: string | undefined
  readonly onSelect: (t4_id: string) => void
}

export function PlacedStations({ map, stations, placing, selected, onSelect }: PlacedStationsProps) {
  const t = useT()
  const [toAdd, setToAdd] = useState('')
  const { placed, move } = placing
  const here = new Set(placed.map(({ station }) => station.t4_id))
  const others = stations.filter(({ t4_id }) => !here.has(t4_id))
  return (
    <section>
      <h2>{t('maps.stations')}</h2>
      <p className={styles.note}>{t('maps.placeHint')}</p>
      {placed.length === 0 && <p>{t('maps.noneHere')}</p>}
      <ul className={styles.stations}>
        {placed.map(({ station, point }) => (
          <PlacedRow
            key={station.t4_id}
            map={map}
            station={station}
            x={point?.x}
            y={point?.y}
            isSelected={station.t4_id === selected}
            onSelect={() => onSelect(station.t4_id)}
            onMove={(next) => move(station.t4_id, next)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.add}>
          <SelectField
            label={t('maps.add')}
            value={toAdd}
            options={[
              { value: '', label: t('maps.addChoose') },
              ...others.map(({ t4_id, t4_name, map_name, map_id }) => ({
                value: t4_id,
                label: map_id && map_id !== map.id ? t('maps.addOn', { name: t4_name, map: map_name }) : t4_name,
              })),
            ]}
            onChange={setToAdd}
          />
          <Button
            disabled={toAdd === '' || here.has(toAdd)}
            onClick={() => {
              move(toAdd, keptOnPlan({ x: map.width / 2, y: map.height / 2 }, map))
              onSelect(toAdd)
              setToAdd('')
            }}
          >
            {t('maps.addVerb')}
          </Button>
        </div>
      )}
    </section>
  )
}

interface PlacedRowProps {
  readonly map: IndoorMap
  readonly station: Station
  readonly x: number | undefined
  readonly y: number | undefined
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onMove: (point: { x: number; y: number } | null) => void
}

function PlacedRow({ map, station: { t4_id, t4_name: name }, x, y, isSelected, onSelect, onMove }: PlacedRowProps) {
  const t = useT()
  const [typed, setTyped] = useState({ x: '', y: '' })
  const isWrong = x === undefined
  // What was typed stays as it was typed, `12.` on the way to `12.5`, until the station is moved in another way.
  const isTyped = isWrong || (readNumber(typed.x) === x && readNumber(typed.y) === y)
  const shown = isTyped ? typed : { x: String(x), y: String(y) }
  const type = (part: 'x' | 'y', text: string) => {
    const next = { ...shown, [part]: text }
    setTyped(next)
    onMove({ x: readNumber(next.x) ?? Number.NaN, y: readNumber(next.y) ?? Number.NaN })
  }
  const field = (part: 'x' | 'y') => (
    <RowInput
      size="small"
      inputMode="decimal"
      label={t(part === 'x' ? 'maps.x' : 'maps.y', { name })}
      isWrong={isWrong}
      aria-describedby={isWrong ? `${t4_id}-fault` : undefined}
      value={shown[part]}
      onFocus={onSelect}
      onChange={(event) => type(part, event.currentTarget.value)}
    />
  )
  return (
    <li data-selected={isSelected || undefined}>
      <strong>{name}</strong>
      {field('x')}
      {field('y')}
      <IconButton label={t('maps.takeOff', { name })} size="small" onClick={() => onMove(null)}>
        <Glyph icon={IconX} size={16} />
      </IconButton>
      <FieldNote
        id={`${t4_id}-fault`}
        fault={isWrong ? t('maps.pointFault', { width: map.width, height: map.height }) : undefined}
        hint={undefined}
      />
    </li>
  )
}
