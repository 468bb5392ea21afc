/** The scale of a floor plan, by the length of a line drawn on it. Source: G52. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { type FormEvent, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { readNumber } from '../../lib/read-number.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChangeMap } from './changes.ts'
import styles from './plan-editor.module.css'
import { type Point, scaleOf } from './plan-geometry.ts'

export interface Line {
  readonly from: Point
  readonly to: Point
}

/** Across the middle half of the plan: somewhere to begin. */
export const firstLine = ({ width, height }: IndoorMap): Line => ({
  from: { x: Math.round(width / 4), y: Math.round(height / 2) },
  to: { x: Math.round((width * 3) / 4), y: Math.round(height / 2) },
})

interface ScaleFormProps {
  readonly map: IndoorMap
  readonly line: Line
  readonly onDone: () => void
}

export function ScaleForm({ map, line, onDone }: ScaleFormProps) {
  const t = useT()
  const change = useChangeMap(map.id)
  const [typed, setTyped] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const scale = scaleOf(line.from, line.to, readNumber(typed) ?? Number.NaN)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (scale !== undefined) change.mutate({ metres_per_pixel: scale }, { onSuccess: onDone })
  }
  return (
    <form className={styles.scaleForm} noValidate onSubmit={submit}>
      <p>{t('maps.scaleHint')}</p>
      <FormFailure error={change.error ?? undefined} />
      <TextField
        isCompact
        label={t('maps.scaleLength')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        fault={wasSent && scale === undefined ? t('maps.scaleFault') : undefined}
        hint={scale !== undefined && <ScaleText map={{ ...map, metres_per_pixel: scale }} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <Button onClick={onDone}>{t('dialog.cancel')}</Button>
        <Button type="submit" tone="primary" isPending={change.isPending}>
          {t('maps.scaleSave')}
        </Button>
      </div>
    </form>
  )
}

/** `2.4 cm per pixel; the plan is 28.8 × 19.2 m.` */
export function ScaleText({ map: { metres_per_pixel: scale, width, height } }: { map: IndoorMap }) {
  const t = useT()
  if (scale === null) return <>{t('maps.scaleNone')}</>
  const metres = (pixels: number) => Number((pixels * scale).toFixed(1))
  const cm = Number((scale * 100).toPrecision(3))
  return <span className="wb-num">{t('maps.scaleIs', { cm, width: metres(width), height: metres(height) })}</span>
}
