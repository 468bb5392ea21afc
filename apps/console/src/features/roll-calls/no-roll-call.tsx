/** Shown while no roll-call is open: starting one, choosing the classes it covers, and reports of earlier ones. Source: decision 0045. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { rollCallPath } from '../../lib/paths.ts'
import { formatTime } from '../../lib/time.ts'
import { showError } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { WhyClosed } from '../auth/why-closed.tsx'
import { useLive } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { rollCallSettingsQuery, rollCallsQuery, useSaveClasses } from './queries.ts'
import styles from './roll-calls.module.css'
import { start } from './use-roll-call.ts'

/** In the place of a class's index. */
const NO_CLASS = -1

export function NoRollCall() {
  const t = useT()
  const { store } = useLive()
  const { data: classes = null } = useQuery(rollCallSettingsQuery)
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{t('rollCalls.title')}</h1>
          <p>{t('rollCalls.none')}</p>
          <p>{t('rollCalls.noneHint')}</p>
        </div>
        <div className={styles.acts}>
          <Button size="large" onClick={() => start(true, store, classes)}>
            {t('rollCalls.startDrill')}
          </Button>
          <Button size="large" tone="primary" onClick={() => start(false, store, classes)}>
            {t('rollCalls.start')}
          </Button>
        </div>
      </header>
      <WhoIsCounted />
      <Earlier />
    </>
  )
}

function WhoIsCounted() {
  const t = useT()
  const { may } = useSite()
  const classes = useLive().store.classes.filter(({ name }) => name !== '')
  const { data: chosen } = useQuery(rollCallSettingsQuery)
  const save = useSaveClasses()
  if (chosen === undefined || classes.length === 0) return null
  const canChange = may('manageDefinitions')
  const all = [...classes, { index: NO_CLASS, name: t('rollCalls.noClass'), color: 'var(--wb-ctl)' }]
  const choose = (indexes: number[]) =>
    save.mutate(indexes.length === 0 || indexes.length === all.length ? null : indexes, { onError: showError })
  const isChosen = (index: number) => chosen?.includes(index) ?? true
  return (
    <fieldset className={styles.who} disabled={!canChange}>
      <legend>{t('rollCalls.who')}</legend>
      <p>{chosen === null ? t('rollCalls.everyClass') : t('rollCalls.whoHint')}</p>
      {!canChange && <WhyClosed />}
      {all.map(({ index, name, color }) => (
        <label key={index} className={styles.class}>
          <input
            type="checkbox"
            checked={isChosen(index)}
            onChange={() => choose(all.map((each) => each.index).filter((each) => isChosen(each) !== (each === index)))}
          />
          <i style={{ background: color }} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function Earlier() {
  const t = useT()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(rollCallsQuery)
  const ended = data?.pages.flatMap(({ roll_calls }) => roll_calls) ?? []
  return (
    <section className={styles.group} aria-label={t('rollCalls.earlier')}>
      <h2>{t('rollCalls.earlier')}</h2>
      {data !== undefined && ended.length === 0 && <p className={styles.nobody}>{t('rollCalls.noEarlier')}</p>}
      <ul>
        {ended.map(({ id, is_drill, started_at_ms, started_by, safe, expected }) => (
          <li key={id} className={styles.report}>
            <Link {...rollCallPath(id)} className="wb-num">
              {formatTime(Math.floor(started_at_ms / 1000))}
            </Link>
            <span>{is_drill && <Tag tone="warn">{t('rollCalls.drill')}</Tag>}</span>
            <span className="wb-num">{t('rollCalls.safeOf', { safe, expected })}</span>
            <span>{started_by}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('rollCalls.more')}
        </Button>
      )}
    </section>
  )
}
