/** A floor plan to point at, from the whole of it to close by. What stands on it is given as its children. */
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapEditing } from '../../locales/map-editing.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './plan-editor.module.css'
import { PlanPicture } from './plan-picture.tsx'

addTexts(mapEditing)

const ZOOMS = [1, 1.5, 2, 3, 4] as const

interface PlanBoardProps extends Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerMove' | 'onClick'> {
  readonly map: IndoorMap
  /** What is done now by pointing at it: a line is drawn, or corners are set. */
  readonly pointing?: 'drag' | 'click' | undefined
  readonly children: ReactNode
}

export function PlanBoard({ map, pointing, children, ...on }: PlanBoardProps) {
  const t = useT()
  const [zoom, setZoom] = useState(0)
  return (
    <section className={styles.board} aria-label={t('maps.plan', { name: map.map_name })}>
      <div className={styles.zoom}>
        <IconButton label={t('maps.zoomOut')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <Glyph icon={IconZoomOut} />
        </IconButton>
        <IconButton label={t('maps.zoomIn')} disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
          <Glyph icon={IconZoomIn} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys too */}
      <div className={styles.scroller} tabIndex={0}>
        <div
          data-plan
          className={styles.plan}
          data-pointing={pointing}
          style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%`, aspectRatio: `${map.width} / ${map.height}` }}
          {...on}
        >
          <PlanPicture url={map.map_url} />
          {children}
        </div>
      </div>
    </section>
  )
}
