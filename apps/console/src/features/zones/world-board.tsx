/** The map of the world to draw an outline on: the site's plans lie on it, markers do not. */
import 'maplibre-gl/dist/maplibre-gl.css'
import { useReducedMotion } from '@mantine/hooks'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { unwrapped } from '@whereabouts/domain/polygons'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useScheme } from '../../lib/colour-scheme.ts'
import { useT } from '../../lib/i18n.ts'
import { DEMO_TOWN } from '../../map/demo-town.ts'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { MapStage } from '../../map/stage.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { configQuery } from '../auth/queries.ts'
import type { Size } from '../indoor-maps/plan-geometry.ts'
import { usePlansOnGlobe } from '../indoor-maps/plans-on-map.ts'
import { useLive } from '../live/hooks.ts'
import { type SiteMarkers, useSite } from '../live/site-view.ts'
import styles from './outline.module.css'
import { type Corner, closed, isWrongCorner, type Outline } from './outline.ts'
import { OutlineMarks } from './outline-marks.tsx'

const INSETS = { top: 48, right: 48, bottom: 48, left: 48 }

interface WorldBoardProps {
  readonly outline: Outline
  readonly selected: number | undefined
  /** Is told how to ask for the middle of what is shown. */
  readonly centre: RefObject<(() => Corner) | undefined>
  readonly onSelect: (at: number) => void
  readonly onCorner: (corner: Corner) => void
  readonly onMove: (at: number, corner: Corner) => void
  readonly onChange: (outline: Outline) => void
}

export default function WorldBoard(props: WorldBoardProps) {
  const { data: config } = useQuery(configQuery)
  // The style of the map is set once.
  if (config === undefined) return <div className={styles.world} />
  return <Board {...props} styleAddress={config.map_style_url} townAddress={config.demo ? DEMO_TOWN : ''} />
}

interface BoardProps extends WorldBoardProps {
  readonly styleAddress: string
  readonly townAddress: string
}

function Board({ outline, selected, centre, onSelect, onMove, onChange, ...props }: BoardProps) {
  const t = useT()
  const { markers } = useSite()
  const { store } = useLive()
  const scheme = useScheme()
  const container = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<MapStage>()
  const [, setFrame] = useState(0)
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const isStill = useReducedMotion()

  // The map outlives renders; it calls what the newest render gave.
  const latest = useRef({ ...props, outline, isStill })
  latest.current = { ...props, outline, isStill }

  useEffect(() => {
    const box = container.current
    if (!box) return
    const { styleAddress, townAddress } = latest.current
    const made = new MapStage({
      container: box,
      styleAddress,
      townAddress,
      isStill: () => latest.current.isStill,
      events: {
        onView: () => {},
        onMarker: () => {},
        onFan: () => {},
        onMovedByHand: () => {},
        onGround: (place) => {
          if (!latest.current.outline.isClosed) latest.current.onCorner(place)
        },
        onFrame: () => setFrame((frame) => frame + 1),
      },
    })
    centre.current = () => made.camera.centre()
    setStage(made)
    const watch = new ResizeObserver(() => {
      made.camera.resize()
      setSize({ width: box.clientWidth, height: box.clientHeight })
    })
    watch.observe(box)
    let isGone = false
    void firstExtent(latest.current.outline, markers).then((extent) => {
      if (extent !== null && !isGone) made.camera.fit(extent, INSETS)
    })
    return () => {
      isGone = true
      centre.current = undefined
      watch.disconnect()
      setStage(undefined)
      made.remove()
    }
  }, [centre, markers])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the map reads from the page
  useEffect(() => stage?.recolour([], NO_CLASS_COLOUR), [stage, scheme])
  usePlansOnGlobe(stage, store.maps, null, scheme === 'dark')

  const good = outline.corners.filter((corner) => !isWrongCorner(corner))
  const next = unwrapped(good.length > 0 ? good : [[0, 0]]).values()
  const points = outline.corners.map((corner) => {
    const place = isWrongCorner(corner) ? undefined : next.next().value
    return stage && place && stage.camera.screenPlaceAt(place)
  })
  return (
    <section className={styles.world} aria-label={t('zones.world')} data-pointing={!outline.isClosed || undefined}>
      <div ref={container} className={styles.canvas} />
      <div data-plan className={styles.overlay}>
        <OutlineMarks
          outline={outline}
          points={points}
          board={size}
          selected={selected}
          onSelect={onSelect}
          onMove={(at, point) => stage && onMove(at, stage.camera.placeAt(point))}
          onClose={() => onChange(closed(outline))}
        />
      </div>
      <div className={styles.zoom}>
        <IconButton label={t('maps.zoomOut')} onClick={() => stage?.camera.zoomOut()}>
          <Glyph icon={IconZoomOut} />
        </IconButton>
        <IconButton label={t('maps.zoomIn')} onClick={() => stage?.camera.zoomIn()}>
          <Glyph icon={IconZoomIn} />
        </IconButton>
      </div>
      <small className={styles.credits}>{stage?.credits().join(' · ')}</small>
    </section>
  )
}

/** Of what is drawn already, else of the site. */
async function firstExtent({ corners }: Outline, markers: SiteMarkers) {
  const good = corners.filter((corner) => !isWrongCorner(corner))
  if (good.length === 0) return markers.extentOf(null)
  const places = unwrapped(good)
  const [longitudes, latitudes] = [places.map(([longitude]) => longitude), places.map(([, latitude]) => latitude)]
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)] as const
}
