/** The steps of one device: figures, bars, and the goal. Source: STEP-01; G71. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MAX_STEP_TARGET, type StepRange } from '@whereabouts/domain/steps'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { stepsPath } from '../../lib/paths.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'
import { useCountText } from './count-text.ts'
import { stepsQuery, useSetTarget } from './queries.ts'
import { RangeTabs } from './range-tabs.tsx'
import { StepChart } from './step-chart.tsx'
import styles from './steps.module.css'

interface StepViewProps {
  readonly id: string
  readonly name: string
  readonly canChange: boolean
}

const isTarget = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text.trim()) && Number(text) <= MAX_STEP_TARGET

export function StepView({ id, name, canChange }: StepViewProps) {
  const t = useT()
  const countText = useCountText()
  const [range, setRange] = useState<StepRange>('1w')
  const [isChanging, setIsChanging] = useState(false)
  const { data, error, refetch } = useQuery(stepsQuery(id, range))
  const save = useSetTarget(id)
  return (
    <>
      <header className={styles.head}>
        <Link {...stepsPath()}>{t('steps.back')}</Link>
        <h1>{t('steps.of', { name })}</h1>
        <RangeTabs value={range} onChange={setRange} />
      </header>
      {data === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : (
        <section className={styles.body}>
          <div className={styles.top}>
            <dl className={styles.figures}>
              {(
                [
                  ['today', data.today],
                  ['total', data.total],
                  ['average', data.average_daily],
                  ['reached', data.reach_goal_days],
                  ['target', data.target],
                ] as const
              ).map(([figure, count]) => (
                <div key={figure}>
                  <dt>{t(`steps.${figure}`)}</dt>
                  <dd className="wb-num">{countText(count)}</dd>
                </div>
              ))}
            </dl>
            {canChange && <Button onClick={() => setIsChanging(true)}>{t('steps.change')}</Button>}
          </div>
          <StepChart steps={data.steps} target={range === '1y' ? undefined : data.target} />
          <p className={styles.hint}>{t('steps.averageHint')}</p>
        </section>
      )}
      {isChanging && data !== undefined && (
        <TextDialog
          title={t('steps.change')}
          label={t('steps.target')}
          start={String(data.target)}
          faultOf={(text) => (isTarget(text) ? undefined : t('steps.fault'))}
          isPending={save.isPending}
          failure={save.error}
          onClose={() => setIsChanging(false)}
          onSave={(text) =>
            save.mutate(Number(text), {
              onSuccess: () => {
                setIsChanging(false)
                showToast({ tone: 'success', text: t('steps.saved') })
              },
            })
          }
        />
      )}
    </>
  )
}
