/** What a CSV file would change, row by row, and what came of it. Design language §13.12. */
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Table } from '../../ui/table.tsx'
import type { PlannedRow } from './csv-update.ts'
import styles from './station-update.module.css'
import type { CsvUpdate } from './use-csv-update.ts'

/** Rows drawn at once: nobody reads ten thousand, and the browser need not draw them. */
const ROWS_AT_ONCE = 200

interface UpdateTableProps {
  readonly rows: readonly PlannedRow[]
  readonly update: Pick<CsvUpdate, 'done' | 'failed'>
}

export function UpdateTable({ rows, update }: UpdateTableProps) {
  const t = useT()
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const [isNarrowed, setIsNarrowed] = useState(false)
  const hasProblems = rows.some(({ problem }) => problem !== undefined)
  const failures = new Map(update.failed.map(({ id, code }) => [id, code]))
  const wanted = isNarrowed ? rows.filter(({ problem }) => problem !== undefined) : rows
  const columns = [
    { label: t('update.line') },
    { label: t('update.serial') },
    { label: t('update.name') },
    { label: t('update.map') },
    { label: t('update.indoor') },
    { label: t('update.gps') },
    { label: t('update.result') },
  ]
  return (
    <>
      {hasProblems && <CheckField label={t('update.onlyProblems')} isChecked={isNarrowed} onChange={setIsNarrowed} />}
      <Table columns={columns}>
        {wanted.slice(0, most).map((row) => (
          <UpdateRow
            key={row.line}
            row={row}
            isDone={row.change !== undefined && update.done.has(row.station?.t4_id ?? '')}
            failedCode={row.change && failures.get(row.station?.t4_id ?? '')}
          />
        ))}
      </Table>
      {wanted.length > most && <Button onClick={() => setMost(most + ROWS_AT_ONCE)}>{t('update.more')}</Button>}
      {hasProblems && <p className={styles.note}>{t('update.rest')}</p>}
    </>
  )
}

interface UpdateRowProps {
  readonly row: PlannedRow
  readonly isDone: boolean
  readonly failedCode: number | undefined
}

function UpdateRow({ row, isDone, failedCode }: UpdateRowProps) {
  const { line, serial, station, problem, change, shown } = row
  const wrong = (...columns: readonly string[]) =>
    problem?.column !== undefined && columns.includes(problem.column) ? '' : undefined
  const oldName = change?.t4_name === undefined ? undefined : station?.t4_name
  return (
    <tr>
      <td className="wb-num">{line}</td>
      <td className={styles.serial} data-wrong={wrong('SERIAL NUMBER')}>
        {serial}
      </td>
      <td className={styles.name} data-wrong={wrong('NAME')}>
        {oldName !== undefined && <del>{oldName}</del>} {shown.name}
      </td>
      <td data-wrong={wrong('MAP NAME')} className={styles.cell}>
        {shown.map}
      </td>
      <td data-wrong={wrong('INDOOR X', 'INDOOR Y')} className={`${styles.cell} wb-num`}>
        {shown.indoor}
      </td>
      <td data-wrong={wrong('LATITUDE', 'LONGITUDE')} className={`${styles.cell} wb-num`}>
        {shown.gps}
      </td>
      <td className={styles.result}>
        <Result row={row} isDone={isDone} failedCode={failedCode} />
      </td>
    </tr>
  )
}

function Result({ row: { problem, change }, isDone, failedCode }: UpdateRowProps) {
  const t = useT()
  if (problem !== undefined) {
    return <Mark isGood={false}>{t(`update.problem.${problem.kind}`, { number: problem.number ?? 0 })}</Mark>
  }
  if (failedCode !== undefined) {
    return <Mark isGood={false}>{codeText(failedCode) ?? t('errors.default', { reason: failedCode })}</Mark>
  }
  if (change === undefined) return <>{t('update.unchanged')}</>
  return <Mark isGood>{t(isDone ? 'update.done' : 'update.ready')}</Mark>
}

const Mark = ({ isGood, children }: { isGood: boolean; children: string }) => (
  <span className={styles.mark} data-good={isGood || undefined}>
    <Glyph isBold icon={isGood ? IconCheck : IconX} size={14} />
    {children}
  </span>
)
