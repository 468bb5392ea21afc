/** The people of a roll-call, in groups: how each stands, where, since when, and the tick. Source: decision 0045. */
import { IconAlertTriangle, IconCheck, IconDoorExit, IconHome, IconPhone } from '@tabler/icons-react'
import type { RollCall, RollCallPerson, RollCallTick } from '@whereabouts/contract/roll-calls'
import { type Standing, standingOf } from '@whereabouts/domain/roll-calls'
import { memo, useState } from 'react'
import { addressed, type Translate, useT } from '../../lib/i18n.ts'
import { formatAgo, formatMinute, formatTime } from '../../lib/time.ts'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Ago } from '../live/ago.tsx'
import styles from './roll-calls.module.css'

const STANDINGS = ['missing', 'inside', 'outside', 'safe'] as const satisfies readonly Standing[]
const ICONS = { missing: IconAlertTriangle, inside: IconHome, outside: IconDoorExit, safe: IconCheck } as const
const GROUPINGS = ['zone', 'class'] as const
type Grouping = (typeof GROUPINGS)[number]
const GROUPING_TEXTS = { zone: 'rollCalls.byZone', class: 'rollCalls.byClass' } as const

interface Standee {
  readonly person: RollCallPerson
  readonly tick: RollCallTick | undefined
  readonly standing: Standing
}

interface RollCallListProps {
  readonly rollCall: RollCall
  readonly people: readonly RollCallPerson[]
  /** By which standings are judged (epoch ms). */
  readonly atMs: number
  /** Left out: a report, in which nothing is ticked. */
  readonly onTick?: ((deviceId: string, isSafe: boolean) => void) | undefined
}

export function RollCallList({ rollCall, people, atMs, onTick }: RollCallListProps) {
  const t = useT()
  const [shown, setShown] = useState<Standing | 'all'>('all')
  const [typed, setTyped] = useState('')
  // Without attendance zones nobody is in one.
  const [grouping, setGrouping] = useState<Grouping>(() => (people.some((one) => one.zone_name) ? 'zone' : 'class'))
  const ticks = new Map(rollCall.ticks.map((tick) => [tick.device_id, tick]))
  const standees = people.map((person): Standee => {
    const tick = ticks.get(person.device_id)
    return { person, tick, standing: standingOf(person, tick, atMs) }
  })
  const countOf = (standing: Standing) => standees.filter((one) => one.standing === standing).length
  const wanted = typed.trim().toLocaleLowerCase()
  const found = standees.filter(
    ({ person, standing }) =>
      (shown === 'all' || standing === shown) && person.name.toLocaleLowerCase().includes(wanted),
  )
  const groups = Map.groupBy(found, ({ person }) => groupOf(t, person, grouping))
  return (
    <>
      <div className={styles.filters}>
        <FilterChips
          label={t('rollCalls.standings')}
          value={shown}
          onChange={setShown}
          chips={[
            { value: 'all', label: t('rollCalls.all'), count: standees.length },
            ...STANDINGS.map((standing) => ({
              ...{ value: standing, label: t(`rollCalls.${standing}`), count: countOf(standing) },
              icon: <Glyph icon={ICONS[standing]} size={15} />,
            })),
          ]}
        />
        <SearchField label={t('rollCalls.find')} value={typed} onChange={setTyped} />
        <fieldset className={styles.grouping}>
          <legend>{t('rollCalls.groupBy')}</legend>
          {GROUPINGS.map((each) => (
            <label key={each}>
              <input type="radio" name="grouping" checked={grouping === each} onChange={() => setGrouping(each)} />
              <span>{t(GROUPING_TEXTS[each])}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {found.length === 0 && (
        <p className={styles.nobody}>{t(people.length === 0 ? 'rollCalls.nobodyExpected' : 'rollCalls.nobody')}</p>
      )}
      {[...groups].map(([group, members]) => (
        <section key={group} className={styles.group} aria-label={group}>
          <h2>
            {group} <span className="wb-num">{members.length}</span>
          </h2>
          <ul>
            {members.map(({ person, tick, standing }) => (
              <Row
                key={person.device_id}
                {...{ ...person, standing, onTick }}
                {...{ by: tick?.by, tickedAtMs: tick?.at_ms, arrivedLateMs: tick?.arrived_late_ms ?? null }}
                endedAtMs={rollCall.ended_at_ms}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const groupOf = (t: Translate, { zone_name, class_name }: RollCallPerson, grouping: Grouping): string =>
  grouping === 'zone' ? zone_name || t('rollCalls.noZone') : class_name || t('rollCalls.noClass')

interface RowProps extends RollCallPerson, Pick<RollCallListProps, 'onTick'> {
  readonly standing: Standing
  readonly by: string | undefined
  readonly tickedAtMs: number | undefined
  /** Of the tick, where the roll-call had ended by then. */
  readonly arrivedLateMs: number | null
  readonly endedAtMs: number | null
}

const Row = memo(function Row(props: RowProps) {
  const t = useT()
  const { device_id, name, class_name, class_color, place, last_seen_ms, phone, standing, onTick } = props
  const isSafe = standing === 'safe'
  return (
    <li className={styles.row} data-standing={standing}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={t('rollCalls.tick', { name: addressed(name) })}
          checked={isSafe}
          disabled={onTick === undefined}
          onChange={() => onTick?.(device_id, !isSafe)}
        />
      </label>
      <div className={styles.person}>
        <strong>{name}</strong>
        {class_name && (
          <span className={styles.class}>
            <i style={{ background: class_color ?? 'var(--wb-ctl)' }} />
            {class_name}
          </span>
        )}
      </div>
      <div className={styles.standing}>
        <span className={styles.mark}>
          <Glyph isBold icon={ICONS[standing]} size={15} />
          {t(`rollCalls.${standing}`)}
        </span>
        {(isSafe || props.arrivedLateMs !== null) && props.by !== undefined && props.tickedAtMs !== undefined && (
          <small>{t('rollCalls.tickedBy', { time: formatMinute(props.tickedAtMs), name: props.by })}</small>
        )}
        {props.arrivedLateMs !== null && (
          <small className={styles.late}>
            {t('rollCalls.late', { time: formatTime(Math.floor(props.arrivedLateMs / 1000)) })}
          </small>
        )}
      </div>
      <div className={styles.where}>
        <span>{place || t('rollCalls.noPlace')}</span>
        <small className="wb-num">
          <Seen atMs={last_seen_ms} endedAtMs={props.endedAtMs} />
        </small>
      </div>
      {phone && (
        <a
          className={styles.phone}
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('rollCalls.call', { name: addressed(name), phone })}
        >
          <Glyph icon={IconPhone} size={16} />
          <span className="wb-num">{phone}</span>
        </a>
      )}
    </li>
  )
})

/** When a person was last seen: how long ago, in a report at which time. */
function Seen({ atMs, endedAtMs }: { atMs: number | null; endedAtMs: number | null }) {
  const at = atMs === null ? null : Math.floor(atMs / 1000)
  if (endedAtMs === null) return <Ago at={at} />
  return <>{at === null ? formatAgo(null, 0) : formatTime(at)}</>
}
