/** The canvas of the map in React: makes the stage, tells it what to show, hears what happens on it. */
import 'maplibre-gl/dist/maplibre-gl.css'
import { useReducedMotion } from '@mantine/hooks'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { useEffect, useRef, useState } from 'react'
import { useOpenPlan, usePlansOnGlobe } from '../../features/indoor-maps/plans-on-map.ts'
import { useLive } from '../../features/live/hooks.ts'
import { freshnessOf } from '../../features/live/live-store.ts'
import { useSite } from '../../features/live/site-view.ts'
import { coloursBySlot } from '../../features/tracker-classes/classes.ts'
import { useScheme } from '../../lib/colour-scheme.ts'
import { useT } from '../../lib/i18n.ts'
import type { Insets } from '../../map/camera.ts'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { MapStage } from '../../map/stage.ts'
import styles from './map.module.css'
import { reachOf } from './reach.ts'
import type { Selection } from './selection.ts'
import type { Display } from './toggles.ts'
import { useZones } from './use-zones.ts'

export interface MapViewProps {
  readonly styleAddress: string
  readonly townAddress: string
  readonly display: Display
  readonly hasStations: boolean
  readonly selection: Selection | null
  /** The floor plan that is open on its own plane. */
  readonly openMap: IndoorMap | undefined
  /** The floor to show on the globe where somebody is looked for. */
  readonly wantedMapId: string | null
  readonly insets: Insets
  /** The selected marker's name is not told beside it already. */
  readonly namesSelected: boolean
  /** For people who walk by: the whole plan, and names to be read from afar. */
  readonly isWall: boolean
  readonly onStage: (stage: MapStage | undefined) => void
  readonly onMarker: (id: string) => void
  readonly onGround: () => void
  readonly onMovedByHand: () => void
  /** Something on the map moved. */
  readonly onFrame: () => void
  /** New positions were drawn. */
  readonly onDrawn: () => void
}

export default function MapView(props: MapViewProps) {
  const { display, selection, openMap, wantedMapId, hasStations, namesSelected } = props
  const t = useT()
  const { store, version } = useLive()
  const { markers } = useSite()
  const container = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<MapStage>()
  const [shownCount, setShownCount] = useState(0)
  const [fannedId, setFannedId] = useState<string | null>(null)
  const scheme = useScheme()
  const isStill = useReducedMotion()

  // The stage outlives renders; it calls what the newest render gave.
  const latest = useRef({ ...props, isStill, markers })
  latest.current = { ...props, isStill, markers }

  useEffect(() => {
    if (!container.current) return
    const made = new MapStage({
      container: container.current,
      styleAddress: latest.current.styleAddress,
      townAddress: latest.current.townAddress,
      isStill: () => latest.current.isStill,
      events: {
        onView: (view) => latest.current.markers.setView(view),
        onMarker: (id) => latest.current.onMarker(id),
        onGround: () => {
          setFannedId(null)
          latest.current.onGround()
        },
        onFan: setFannedId,
        onMovedByHand: () => latest.current.onMovedByHand(),
        onFrame: () => latest.current.onFrame(),
      },
    })
    setStage(made)
    latest.current.onStage(made)
    const watch = new ResizeObserver(() => made.camera.resize())
    watch.observe(container.current)
    return () => {
      watch.disconnect()
      latest.current.onStage(undefined)
      setStage(undefined)
      made.remove()
    }
  }, [])

  // The same map goes on with the markers of another instant.
  useEffect(() => {
    if (!stage) return
    markers.onDrawing((drawing, isNewView) => {
      const shown = stage.draw(drawing.features, !isNewView)
      setShownCount(drawing.shownCount)
      latest.current.onDrawn()
      return shown
    })
    markers.setView(stage.camera.view())
    return () => markers.onDrawing(undefined)
  }, [stage, markers])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the stage reads from the page
  useEffect(() => stage?.recolour(coloursBySlot(store.classes), NO_CLASS_COLOUR), [stage, scheme, store.classes])
  useEffect(() => stage?.showNames(display.names), [stage, display.names])
  const { isWall } = props
  useEffect(() => {
    stage?.enlargeNames(isWall)
    if (isWall) stage?.camera.fitPlane(latest.current.insets)
  }, [stage, isWall])
  const { isStale } = freshnessOf(store.status)
  useEffect(() => stage?.fade(isStale), [stage, isStale])
  useEffect(() => {
    markers.setEmphasis({
      showsDevices: display.trackers,
      showsStations: display.stations && hasStations,
      hiddenColours: display.hiddenClasses,
      selectedId: selection === null || selection.kind === 'map' ? null : selection.id,
      namesSelected,
      attentionIds: [...store.attention],
      fannedId,
    })
  }, [
    markers,
    display.trackers,
    display.stations,
    display.hiddenClasses,
    hasStations,
    selection,
    namesSelected,
    store.attention,
    fannedId,
  ])

  const stationId = selection?.kind === 'station' ? selection.id : undefined
  const openMapId = openMap?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a station hears changes with the version
  useEffect(() => {
    stage?.showReach(stationId === undefined ? undefined : reachOf(store, stationId, openMapId))
  }, [stage, store, stationId, openMapId, version])

  const isDark = scheme === 'dark'
  usePlansOnGlobe(stage, store.maps, wantedMapId, isDark)
  useOpenPlan(stage, openMap, isDark, props.insets)
  useZones(stage, openMap, wantedMapId)

  return (
    <section
      className={styles.region}
      aria-label={t('map.region')}
      aria-description={t('map.shownCount', { count: shownCount })}
      data-shown={shownCount}
    >
      <div ref={container} className={styles.canvas} />
    </section>
  )
}
