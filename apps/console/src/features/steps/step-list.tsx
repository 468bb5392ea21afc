/** Everybody's steps, of one class or of all. Source: G71. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StepRange } from '@whereabouts/domain/steps'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { stepsPath } from '../../lib/paths.ts'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useLive } from '../live/hooks.ts'
import { classAt, useClasses } from '../tracker-classes/classes.ts'
import { useCountText } from './count-text.ts'
import { stepListQuery } from './queries.ts'
import { RangeTabs } from './range-tabs.tsx'
import styles from './steps.module.css'

const ALL = 'all'

export function StepList() {
  const t = useT()
  const countText = useCountText()
  const { store } = useLive()
  const classes = useClasses()
  const [range, setRange] = useState<StepRange>('1w')
  const [shown, setShown] = useState(ALL)
  const { data, error, refetch } = useQuery(stepListQuery(range))
  const rows = (data?.devices ?? []).flatMap((row) => {
    const tracker = store.trackers.get(row.device_id)
    return tracker === undefined ? [] : [{ ...row, name: tracker.name, class_index: tracker.class_index }]
  })
  const indexes = [...new Set(rows.map(({ class_index }) => class_index))].toSorted((a, b) => a - b)
  const options = [
    { value: ALL, label: t('steps.all') },
    ...indexes.map((index) => ({
      ...{ value: String(index), label: classAt(classes, index)?.name ?? t('steps.noClass') },
    })),
  ]
  const ofClass = rows.filter(({ class_index }) => shown === ALL || String(class_index) === shown)
  return (
    <>
      <header className={styles.head}>
        <h1>{t('steps.title')}</h1>
        <RangeTabs value={range} onChange={setRange} />
        <SelectField label={t('steps.class')} options={options} value={shown} onChange={setShown} />
      </header>
      {data === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : ofClass.length === 0 ? (
        <EmptyList title={t('steps.none')} hint={t('steps.noneHint')} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('steps.name')}</th>
              <th scope="col">{t('steps.today')}</th>
              <th scope="col">{t('steps.total')}</th>
              <th scope="col">{t('steps.average')}</th>
              <th scope="col">{t('steps.reached')}</th>
              <th scope="col">{t('steps.target')}</th>
            </tr>
          </thead>
          <tbody>
            {ofClass.map((row) => (
              <tr key={row.device_id}>
                <th scope="row">
                  <Link {...stepsPath(row.device_id)}>{row.name}</Link>
                </th>
                <td data-reached={row.today >= row.target || undefined}>{countText(row.today)}</td>
                <td>{countText(row.total)}</td>
                <td>{countText(row.average_daily)}</td>
                <td>{countText(row.reach_goal_days)}</td>
                <td>{countText(row.target)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
