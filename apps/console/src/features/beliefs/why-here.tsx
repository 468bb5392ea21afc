/** Why here? What was heard of a device, how sure its room is and what speaks against it; figures below. Source: decision 0061. */
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Belief } from '@whereabouts/contract/beliefs'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useId } from 'react'
import { addTexts, type Translate, useT } from '../../lib/i18n.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/use-store.ts'
import { beliefs as texts } from '../../locales/beliefs.ts'
import { trackers } from '../../locales/trackers.ts'
import { Button } from '../../ui/button.tsx'
import detail from '../../ui/detail.module.css'
import { Glyph } from '../../ui/glyph.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { Pair } from '../../ui/pair.tsx'
import { useLive } from '../live/hooks.ts'
import { Signal } from '../live/readings.tsx'
import { useSite } from '../live/site-view.ts'
import { type Against, against } from './against.ts'
import styles from './beliefs.module.css'
import { Cloud } from './cloud.tsx'
import { beliefQuery } from './queries.ts'

addTexts(texts)
addTexts(trackers)

/** The device that somebody asks about, wherever its details stand. */
const asked = createStore<string | null>(null)

export const askWhy = (deviceId: string): void => asked.set(deviceId)

/** Own devices of now alone: of others, and of the past, it is not known what was heard. */
export const canAskWhy = (isLive: boolean, { sharing, qualified_location_info: info }: Tracker): boolean =>
  isLive && sharing.share_from === null && info?.reason_data.indoor_map_id !== undefined

const MOST_ROOMS = 5
const MOST_HEARD = 5
const percentOf = (share: number): number => Math.round(share * 100)

export function WhyHere({ tracker }: { readonly tracker: Tracker }) {
  const t = useT()
  const { isLive } = useSite()
  const id = useId()
  const isOpen = useStore(asked) === tracker.device_id
  if (!canAskWhy(isLive, tracker)) return null
  return (
    <div className={styles.why}>
      <Button
        size="small"
        icon={<Glyph icon={IconHelpCircle} size={15} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => asked.set(isOpen ? null : tracker.device_id)}
      >
        {t('beliefs.why')}
      </Button>
      {isOpen && (
        <section id={id} aria-label={t('beliefs.why')}>
          <Reasons deviceId={tracker.device_id} />
        </section>
      )}
    </div>
  )
}

function Reasons({ deviceId }: { readonly deviceId: string }) {
  const t = useT()
  const { data: belief, error, refetch } = useQuery(beliefQuery(deviceId))
  if (belief === undefined)
    return error ? <UnloadedList error={error} onRetry={refetch} /> : <p role="status">{t('beliefs.loading')}</p>
  if (belief === null) return <p>{t('beliefs.byOther')}</p>
  return <Believed belief={belief} />
}

function Believed({ belief }: { readonly belief: Belief }) {
  const t = useT()
  const { store } = useLive()
  const { rooms, heard, accuracy, resting } = belief
  const map = store.maps.find(({ id }) => id === belief.map_id)
  const stations = heard.flatMap(({ t4_id }) => {
    const station = store.stations.get(t4_id)
    return station?.map_id === belief.map_id ? [station] : []
  })
  const isEither = rooms.filter(({ told }) => told).length > 1
  const doubts = against(belief)
  return (
    <>
      {rooms.length > 0 && (
        <>
          <h3>{t('beliefs.rooms')}</h3>
          <ul className={styles.rooms}>
            {rooms.slice(0, MOST_ROOMS).map(({ name, map_id, share, told }) => (
              <li key={`${map_id} ${name}`} data-told={told || undefined}>
                <span>{name}</span>
                <progress value={share} max={1} aria-hidden="true" />
                <span className="wb-num">{t('beliefs.percent', { percent: percentOf(share) })}</span>
              </li>
            ))}
          </ul>
          {isEither && <p>{t('beliefs.either')}</p>}
        </>
      )}
      <p className="wb-num">{t('beliefs.radius', { metres: accuracy.toFixed(1) })}</p>
      {map && (
        <figure className={styles.plan}>
          <Cloud map={map} belief={belief} stations={stations} />
          <figcaption>{t('beliefs.cloud')}</figcaption>
        </figure>
      )}
      <h3>{t('beliefs.heard')}</h3>
      <ul className={styles.heard}>
        {heard.slice(0, MOST_HEARD).map(({ t4_id, t4_name, rssi, weight }) => (
          <li key={t4_id}>
            <span>{t4_name}</span>
            <Signal rssiDbm={rssi} />
            <small className="wb-num">{t(countOf(weight))}</small>
          </li>
        ))}
      </ul>
      {heard.length > MOST_HEARD && <p>{t('beliefs.more', { count: heard.length - MOST_HEARD })}</p>}
      <h3>{t('beliefs.against')}</h3>
      {doubts.length === 0 && <p>{t('beliefs.nothingAgainst')}</p>}
      {doubts.length > 0 && (
        <ul className={styles.doubts}>
          {doubts.map((doubt) => (
            <li key={`${doubt.kind} ${'name' in doubt ? doubt.name : ''}`}>{doubtText(t, doubt)}</li>
          ))}
        </ul>
      )}
      {resting && <p>{t('beliefs.rests')}</p>}
      <details className={styles.technical}>
        <summary>{t('trackers.technical')}</summary>
        <Figures belief={belief} />
      </details>
    </>
  )
}

function doubtText(t: Translate, doubt: Against): string {
  switch (doubt.kind) {
    case 'few':
      return t('beliefs.few', { count: doubt.count })
    case 'stronger':
    case 'weaker':
      return t(`beliefs.${doubt.kind}`, { name: doubt.name })
    case 'floor':
      return t('beliefs.floor', { name: doubt.name, percent: percentOf(doubt.share) })
    case 'quiet':
    case 'leaving':
      return t(`beliefs.${doubt.kind}`, { seconds: doubt.seconds })
  }
}

/** Soon after the one before, and of a tracker at rest, a reading says little that is new. */
const countOf = (weight: number) =>
  weight >= 0.6 ? 'beliefs.countsFully' : weight >= 0.2 ? 'beliefs.countsPartly' : 'beliefs.countsLittle'

/** With a sign, and a true minus. */
const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1).replace('-', '−')}`
const dbm = (value: number): string => value.toFixed(1).replace('-', '−')

function Figures({ belief }: { readonly belief: Belief }) {
  const t = useT()
  const { floors, zones, heard, accuracy, offset, indoor_X, indoor_Y } = belief
  const shares = (list: readonly { readonly name: string; readonly share: number }[]) =>
    list.map(({ name, share }) => t('beliefs.share', { name, percent: percentOf(share) })).join(' · ')
  return (
    <>
      <dl className={detail.pairs}>
        <Pair term={t('beliefs.radiusTerm')} value={t('beliefs.metres', { metres: accuracy.toFixed(1) })} />
        <Pair term={t('beliefs.offset')} value={t('beliefs.offsetText', { db: signed(offset) })} />
        <Pair
          isMono
          term={t('stations.indoor')}
          value={t('stations.point', { x: Math.round(indoor_X), y: Math.round(indoor_Y) })}
        />
        <Pair term={t('beliefs.floors')} value={shares(floors.map(({ map_name: name, share }) => ({ name, share })))} />
        <Pair
          term={t('beliefs.zones')}
          value={zones
            .map(({ zone_name: name, share, inside }) =>
              t(inside ? 'beliefs.inside' : 'beliefs.share', { name, percent: percentOf(share) }),
            )
            .join(' · ')}
        />
      </dl>
      <table className={`${styles.figures} wb-num`}>
        <thead>
          <tr>
            <th scope="col">{t('beliefs.station')}</th>
            <th scope="col">{t('beliefs.heardDbm')}</th>
            <th scope="col">{t('beliefs.expectedDbm')}</th>
            <th scope="col">{t('beliefs.weight')}</th>
            <th scope="col">{t('beliefs.age')}</th>
          </tr>
        </thead>
        <tbody>
          {heard.map(({ t4_id, t4_name, rssi, expected, weight, age_ms }) => (
            <tr key={t4_id}>
              <th scope="row">{t4_name}</th>
              <td>{dbm(rssi)}</td>
              <td>{expected === null ? '–' : dbm(expected)}</td>
              <td>{weight.toFixed(2)}</td>
              <td>{(age_ms / 1000).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
