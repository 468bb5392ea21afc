/** The title of a roll-call, which says of a drill that it is one, and who started and ended it. */
import type { RollCall } from '@whereabouts/contract/roll-calls'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './roll-calls.module.css'

const timeOf = (ms: number): string => formatTime(Math.floor(ms / 1000))

export function RollCallHead({ rollCall, children }: { rollCall: RollCall; children: ReactNode }) {
  const t = useT()
  const { is_drill, started_at_ms, started_by, ended_at_ms, ended_by } = rollCall
  return (
    <header className={styles.head}>
      <div>
        <h1>
          {t('rollCalls.title')} {is_drill && <Tag tone="warn">{t('rollCalls.drill')}</Tag>}
        </h1>
        <p className="wb-num">
          {t('rollCalls.started', { time: timeOf(started_at_ms), name: started_by })}
          {ended_at_ms !== null && ended_by !== null && (
            <> · {t('rollCalls.ended', { time: timeOf(ended_at_ms), name: ended_by })}</>
          )}
        </p>
        {is_drill && <p>{t('rollCalls.drillHint')}</p>}
      </div>
      <div className={styles.acts}>{children}</div>
    </header>
  )
}
