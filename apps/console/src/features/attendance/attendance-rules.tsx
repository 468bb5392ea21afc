/** Work hours, and the minutes that are no overtime yet. Source: G72, CONST-46. */
import { useQuery } from '@tanstack/react-query'
import type { AttendanceRules as Rules } from '@whereabouts/contract/attendance'
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './attendance.module.css'
import { rulesQuery, useSaveRules } from './queries.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
/** Source: contract. */
const MOST_MINUTES = 720

export function AttendanceRules({ tabs }: { tabs: ReactNode }) {
  const t = useT()
  const { data, error, refetch } = useQuery(rulesQuery)
  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.rulesTitle')}</h1>
        </div>
      </header>
      {tabs}
      {data === undefined ? <UnloadedList error={error} onRetry={refetch} /> : <RulesForm rules={data} />}
    </>
  )
}

function RulesForm({ rules }: { rules: Pick<Rules, 'work_start' | 'work_end' | 'over_time_minutes'> }) {
  const t = useT()
  const [start, setStart] = useState(rules.work_start)
  const [end, setEnd] = useState(rules.work_end)
  const [minutes, setMinutes] = useState(String(rules.over_time_minutes))
  const [isFaulty, setIsFaulty] = useState(false)
  const save = useSaveRules()
  const submit = () => {
    const count = /^\d{1,3}$/.test(minutes.trim()) ? Number(minutes) : Number.NaN
    const isWrong = !CLOCK.test(start) || !CLOCK.test(end) || !(count <= MOST_MINUTES)
    setIsFaulty(isWrong)
    if (isWrong || save.isPending) return
    save.mutate(
      { work_start: start, work_end: end, over_time_minutes: count },
      { onSuccess: () => showToast({ tone: 'success', text: t('attendance.rulesSaved') }) },
    )
  }
  return (
    <form
      className={styles.rules}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={styles.hint}>{t('attendance.rulesHint')}</p>
      <FormFailure error={save.error ?? undefined} />
      <div className={styles.pair}>
        <TextField
          isCompact
          label={t('attendance.workStart')}
          value={start}
          fault={isFaulty ? t('attendance.rulesFault') : undefined}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextField
          isCompact
          label={t('attendance.workEnd')}
          value={end}
          isWrong={isFaulty}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </div>
      <TextField
        isCompact
        inputMode="numeric"
        label={t('attendance.overTimeMinutes')}
        value={minutes}
        isWrong={isFaulty}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
      <Button type="submit" tone="primary" isPending={save.isPending}>
        {t('attendance.save')}
      </Button>
    </form>
  )
}
