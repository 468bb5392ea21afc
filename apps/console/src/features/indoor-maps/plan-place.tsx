/** A floor plan, to press the place on it. Fields beside it do the same for keys and for eyes that need them. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { MouseEvent } from 'react'
import { readNumberIn } from '../../lib/read-number.ts'
import { usePicture } from '../pictures/use-picture.ts'
import styles from './plan-place.module.css'

interface PlanPlaceProps {
  readonly plan: IndoorMap
  readonly label: string
  /** Pixels of its image, as they stand in the fields. */
  readonly x: string
  readonly y: string
  readonly onChange: (point: { readonly x: string; readonly y: string }) => void
}

export function PlanPlace({ plan, label, x: typedX, y: typedY, onChange }: PlanPlaceProps) {
  const url = usePicture(plan.map_url)
  if (url === undefined) return null
  const press = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // By keys there is no place that was pressed.
    if (detail === 0) return
    const box = currentTarget.getBoundingClientRect()
    const pixels = (share: number, most: number) => String(Math.round(Math.min(1, Math.max(0, share)) * most))
    onChange({
      x: pixels((clientX - box.left) / box.width, plan.width),
      y: pixels((clientY - box.top) / box.height, plan.height),
    })
  }
  const x = readNumberIn(typedX, 0, plan.width)
  const y = readNumberIn(typedY, 0, plan.height)
  return (
    <button type="button" tabIndex={-1} className={styles.plan} aria-label={label} onClick={press}>
      <img src={url} alt="" />
      {x !== undefined && y !== undefined && (
        <span
          className={styles.pin}
          style={{
            left: `${(100 * x) / plan.width}%`,
            top: `${(100 * y) / plan.height}%`,
          }}
        />
      )}
    </button>
  )
}
