/**
 * The day on its map: numbered stops whose circles grow with the time stayed, and the way between them. A floor plan or the world, as the
 * live map draws them; places of other maps stand as chips that lead there.
 */
import 'maplibre-gl/dist/maplibre-gl.css'
import { useReducedMotion } from '@mantine/hooks'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WayPoint } from '@whereabouts/contract/history'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useScheme } from '../../lib/colour-scheme.ts'
import { useT } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { DEMO_TOWN } from '../../map/demo-town.ts'
import { NO_CLASS_COLOUR } from '../../map/marker.ts'
import { onPlane } from '../../map/plane.ts'
import { MapStage } from '../../map/stage.ts'
import { writtenAt } from '../../ui/date-range/ranges.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { configQuery } from '../auth/queries.ts'
import { useOpenPlan, usePlansOnGlobe } from '../indoor-maps/plans-on-map.ts'
import { useLive } from '../live/hooks.ts'
import { lengthText } from './length-text.ts'
import { signalText } from './signal-text.ts'
import { type Stop, type TrailDay, type TrailPlace, waysOn } from './trail-day.ts'
import styles from './trails.module.css'

/** What lies over the map: the strip below, which phones do without. */
const DESK_INSETS = { top: 56, right: 40, bottom: 170, left: 40 }
const PHONE_INSETS = { top: 52, right: 24, bottom: 16, left: 24 }
/** Of a circle (px): of a short visit, and what the square root of an hour adds. */
const LEAST_RADIUS = 13
const RADIUS_OF_HOUR = 5
const MOST_RADIUS = 32

const radiusOf = (seconds: number): number =>
  Math.min(MOST_RADIUS, LEAST_RADIUS + RADIUS_OF_HOUR * Math.sqrt(seconds / 3600))

interface TrailMapProps {
  readonly day: TrailDay
  readonly points: readonly WayPoint[]
  readonly timeZone: string
  /** The map that is shown; null: outdoors. */
  readonly mapId: string | null
  /** By its place in the day. */
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
}

export default function TrailMap(props: TrailMapProps) {
  const { data: config } = useQuery(configQuery)
  // The style of the map is set once.
  if (config === undefined) return null
  return <Board {...props} styleAddress={config.map_style_url} townAddress={config.demo ? DEMO_TOWN : ''} />
}

interface BoardProps extends TrailMapProps {
  readonly styleAddress: string
  readonly townAddress: string
}

function Board({ day, points, timeZone, mapId, selected, onSelect, styleAddress, townAddress }: BoardProps) {
  const t = useT()
  const { store } = useLive()
  const scheme = useScheme()
  const isStill = useReducedMotion()
  const container = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<MapStage>()
  const [, setFrame] = useState(0)
  const latest = useRef({ isStill })
  latest.current = { isStill }

  useEffect(() => {
    const box = container.current
    if (!box) return
    const made = new MapStage({
      container: box,
      styleAddress,
      townAddress,
      isStill: () => latest.current.isStill,
      events: {
        onView: () => {},
        onMarker: () => {},
        onFan: () => {},
        onGround: () => {},
        onMovedByHand: () => {},
        onFrame: () => setFrame((frame) => frame + 1),
      },
    })
    setStage(made)
    const watch = new ResizeObserver(() => {
      made.camera.resize()
      setFrame((frame) => frame + 1)
    })
    watch.observe(box)
    return () => {
      watch.disconnect()
      setStage(undefined)
      made.remove()
    }
  }, [styleAddress, townAddress])

  const map = store.maps.find(({ id }) => id === mapId)
  const isDark = scheme === 'dark'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what the map reads from the page
  useEffect(() => stage?.recolour([], NO_CLASS_COLOUR), [stage, scheme])
  usePlansOnGlobe(stage, store.maps, null, isDark)
  const insets = useMedia('(max-width: 767px)') ? PHONE_INSETS : DESK_INSETS
  useOpenPlan(stage, map, isDark, insets)
  const box = mapId === null ? extentOf(day.stops) : undefined
  // Turned to again when the stops reach elsewhere, and not whenever the day is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same extent is another object each time
  useEffect(() => {
    if (stage && box) stage.camera.fit(box, insets)
  }, [stage, box?.join(' '), insets])

  const ways = useMemo(() => waysOn(mapId, day, points), [mapId, day, points])
  const at = (place: TrailPlace) => {
    const spot = spotOf(place, map)
    return spot && stage?.camera.screenPlaceAt(spot)
  }
  const item = selected === undefined ? undefined : day.items[selected]
  const selectedStop = item?.kind === 'stay' ? item.stop : undefined
  const here = day.stops.filter(({ place }) => place && place.mapId === mapId)
  const elsewhere = day.stops.filter(({ place }) => place && place.mapId !== mapId)
  const firstVisit = (stop: Stop) => day.items.findIndex((each) => each.kind === 'stay' && each.stop === stop.number)
  return (
    <section className={styles.board} aria-label={t('trails.map')}>
      <div ref={container} className={styles.canvas} />
      <div className={styles.overlay}>
        <svg className={styles.ways} aria-hidden="true">
          {ways.map((way) => {
            const line = way
              .flatMap((place) => at(place) ?? [])
              .map(({ x, y }) => `${x},${y}`)
              .join(' ')
            const key = JSON.stringify(way[0]) + way.length
            return (
              <g key={key}>
                <polyline points={line} data-halo />
                <polyline points={line} />
              </g>
            )
          })}
        </svg>
        {here.map((stop) => {
          const point = stop.place && at(stop.place)
          if (!point) return null
          const radius = radiusOf(stop.seconds)
          return (
            <button
              key={stop.id}
              type="button"
              className={styles.stop}
              aria-label={`${stop.number} ${stop.name}, ${lengthText(t, stop.seconds)}`}
              aria-pressed={stop.number === selectedStop}
              style={{
                transform: `translate(${point.x - radius}px, ${point.y - radius}px)`,
                width: radius * 2,
                height: radius * 2,
                color: stop.colour,
              }}
              onClick={() => onSelect(firstVisit(stop))}
            >
              <i style={{ background: stop.colour }}>{stop.number}</i>
            </button>
          )
        })}
        {item?.kind === 'stay' && (
          <Card
            point={here.find(({ number }) => number === item.stop)?.place}
            at={at}
            title={day.stops[item.stop - 1]?.name ?? ''}
            text={[
              `${writtenAt(item.start, timeZone, 'HH:mm')} – ${writtenAt(item.end, timeZone, 'HH:mm')}`,
              lengthText(t, item.end - item.start),
              signalText(t, item.log.rssi_avg),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </div>
      {elsewhere.length > 0 && (
        <ul className={styles.chips} aria-label={t('trails.onOtherMap')}>
          {elsewhere.map((stop) => (
            <li key={stop.id}>
              <button type="button" onClick={() => onSelect(firstVisit(stop))}>
                <i className={styles.dot} style={{ background: stop.colour }}>
                  {stop.number}
                </i>
                <strong>{stop.name}</strong>
                <span>{placeWord(stop, store.maps) ?? t('trails.outdoors')}</span>
                <Glyph icon={IconArrowUpRight} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!map && <small className={styles.credits}>{stage?.credits().join(' · ')}</small>}
    </section>
  )
}

interface CardProps {
  readonly point: TrailPlace | undefined
  readonly at: (place: TrailPlace) => { readonly x: number; readonly y: number } | undefined
  readonly title: string
  readonly text: string
}

function Card({ point, at, title, text }: CardProps) {
  const spot = point && at(point)
  if (!spot) return null
  return (
    <div className={styles.card} style={{ transform: `translate(${spot.x + 40}px, ${spot.y - 24}px)` }}>
      <strong>{title}</strong>
      <span className="wb-num">{text}</span>
    </div>
  )
}

const placeWord = ({ place }: Stop, maps: readonly IndoorMap[]): string | undefined =>
  maps.find(({ id }) => id === place?.mapId)?.map_name

function spotOf(place: TrailPlace, map: IndoorMap | undefined): readonly [number, number] | undefined {
  if (place.mapId === null) return map ? undefined : [place.longitude, place.latitude]
  return map?.id === place.mapId ? onPlane(map, place.x, place.y) : undefined
}

/** Of the stops outdoors; undefined: there are none. */
function extentOf(stops: readonly Stop[]): readonly [number, number, number, number] | undefined {
  const places = stops.flatMap(({ place }) => (place && place.mapId === null ? [place] : []))
  if (places.length === 0) return undefined
  const [longitudes, latitudes] = [places.map(({ longitude }) => longitude), places.map(({ latitude }) => latitude)]
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}
