/** One floor plan to arrange: its stations by drag, keys or numbers, its scale by a line. Source: G52; design language §13.3, §13.12. */
import { IconArrowLeft, IconRuler2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { type PointerEvent, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { mapEditing } from '../../locales/map-editing.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PlacedStations } from './placed-stations.tsx'
import { PlanBoard } from './plan-board.tsx'
import styles from './plan-editor.module.css'
import { PlanPoint, pointUnder } from './plan-point.tsx'
import { firstLine, type Line, ScaleForm, ScaleText } from './scale-form.tsx'
import type { Placing } from './use-placing.ts'

addTexts(mapEditing)

interface PlanEditorProps {
  readonly map: IndoorMap
  /** All of the account, by name; undefined for those who may not place them. */
  readonly stations: readonly Station[] | undefined
  readonly placing: Placing
  readonly canChange: boolean
}

export function PlanEditor({ map, stations, placing, canChange }: PlanEditorProps) {
  const t = useT()
  const [line, setLine] = useState<Line>()
  const [selected, setSelected] = useState<string>()
  const { placed, move, failed } = placing

  const drawn = (event: PointerEvent) => {
    const point = pointUnder(event, map)
    if (line === undefined || point === undefined) return
    if (event.type === 'pointerdown' && event.button === 0) {
      event.currentTarget.setPointerCapture(event.pointerId)
      setLine({ from: point, to: point })
    } else if (event.currentTarget.hasPointerCapture(event.pointerId)) setLine({ ...line, to: point })
  }
  const nameOf = (id: string) => stations?.find(({ t4_id }) => t4_id === id)?.t4_name ?? id

  return (
    <>
      <Link {...configurationPath('maps')} className={styles.back}>
        <Glyph icon={IconArrowLeft} size={16} />
        {t('maps.all')}
      </Link>
      <h2 className={styles.title}>{[map.map_name, map.building, map.floor].filter(Boolean).join(' · ')}</h2>
      <FormFailure error={placing.failure ?? undefined} />
      <div role="alert">
        <FieldNote
          id="not-moved"
          fault={
            failed.length > 0
              ? t('maps.notMoved', {
                  count: failed.length,
                  names: failed.map(({ id }) => nameOf(id)).join(t('list.comma')),
                })
              : undefined
          }
          hint={undefined}
        />
      </div>
      <div className={styles.columns}>
        <PlanBoard map={map} pointing={line && 'drag'} onPointerDown={drawn} onPointerMove={drawn}>
          {placed.map(
            ({ station: { t4_id, t4_name }, point }) =>
              point && (
                <PlanPoint
                  key={t4_id}
                  className={styles.station}
                  label={t('maps.marker', { name: t4_name, x: point.x, y: point.y })}
                  point={point}
                  plan={map}
                  isSelected={t4_id === selected}
                  isDisabled={line !== undefined}
                  onSelect={() => setSelected(t4_id)}
                  onMove={(next) => move(t4_id, next)}
                />
              ),
          )}
          {line && <ScaleLine line={line} map={map} onChange={setLine} />}
        </PlanBoard>
        <div className={styles.side}>
          <section>
            <h2>{t('maps.scale')}</h2>
            {line ? (
              <ScaleForm map={map} line={line} onDone={() => setLine(undefined)} />
            ) : (
              <>
                <p className={styles.note}>
                  <ScaleText map={map} />
                </p>
                {canChange && (
                  <Button
                    size="small"
                    icon={<Glyph icon={IconRuler2} size={16} />}
                    onClick={() => setLine(firstLine(map))}
                  >
                    {t('maps.scaleSet')}
                  </Button>
                )}
              </>
            )}
          </section>
          {stations && line === undefined && (
            <PlacedStations
              map={map}
              stations={stations}
              placing={placing}
              selected={selected}
              onSelect={setSelected}
            />
          )}
        </div>
      </div>
    </>
  )
}

interface ScaleLineProps {
  readonly line: Line
  readonly map: IndoorMap
  readonly onChange: (line: Line) => void
}

function ScaleLine({ line: { from, to }, map, onChange }: ScaleLineProps) {
  const t = useT()
  const end = { className: styles.end, plan: map }
  return (
    <>
      <svg
        className={styles.line}
        viewBox={`0 0 ${map.width} ${map.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      </svg>
      <PlanPoint {...end} label={t('maps.scaleStart')} point={from} onMove={(next) => onChange({ from: next, to })} />
      <PlanPoint {...end} label={t('maps.scaleEnd')} point={to} onMove={(next) => onChange({ from, to: next })} />
    </>
  )
}
