/** Updating many stations from a CSV file: choose, look over, write. Source: specification §2 Update configs; G53; design language §13.12. */
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useId } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { addTexts, useT } from '../../lib/i18n.ts'
import { stationUpdate } from '../../locales/station-update.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { LeaveGuard } from '../../ui/unsaved.tsx'
import { MAX_ROWS, UPDATE_HEADERS } from './csv-update.ts'
import styles from './station-update.module.css'
import { UpdateTable } from './update-table.tsx'
import type { CsvUpdate, FileFault, ReadFile } from './use-csv-update.ts'

addTexts(stationUpdate)

export function StationUpdate({ update }: { update: CsvUpdate }) {
  const t = useT()
  const { file, fault, failed, done, progress } = update
  const faultText = (wrong: FileFault) =>
    t(`update.fault.${wrong.kind}`, { name: wrong.name, column: wrong.column ?? '', count: MAX_ROWS })

  if (file === undefined) {
    return (
      <>
        <FileDrop
          icon={IconFileTypeCsv}
          invitation={t('update.drop')}
          choose={t('update.choose')}
          limits={t('update.limits', { count: MAX_ROWS })}
          accept=".csv,text/csv"
          fault={fault && faultText(fault)}
          onFile={(chosen) => void update.choose(chosen)}
        />
        <p className={styles.note}>{t('update.columns', { columns: UPDATE_HEADERS.join(', ') })}</p>
      </>
    )
  }
  const serials = new Map(file.rows.map(({ station, serial }) => [station?.t4_id, serial]))
  return (
    <>
      <FileLine file={file} update={update} />
      <FormFailure error={update.failure ?? undefined} />
      <div className={styles.outcome}>
        <DoneNotice>
          {done.size > 0 && progress === undefined ? t('update.allDone', { count: done.size }) : undefined}
        </DoneNotice>
        <div role="alert">
          {failed.length > 0 && (
            <>
              <h2>{t('update.someFailed', { count: failed.length })}</h2>
              <ul>
                {failed.map(({ id, code }) => (
                  <li key={id}>
                    {t('update.failedLine', {
                      serial: serials.get(id) ?? id,
                      reason: codeText(code) ?? t('errors.default', { reason: code }),
                    })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      <div className={styles.table}>
        <UpdateTable rows={file.rows} update={update} />
      </div>
      <LeaveGuard isChanged={progress !== undefined} hint={t('update.leave')} />
    </>
  )
}

/** Unknown columns that are named. */
const MOST_NAMED = 20
const firstOf = (names: readonly string[]): readonly string[] =>
  names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), '…'] : names

function FileLine({ file, update }: { file: ReadFile; update: CsvUpdate }) {
  const t = useT()
  const id = useId()
  const { rows, ignored, name } = file
  const problems = rows.filter(({ problem }) => problem !== undefined).length
  const ready = rows.filter(({ change }) => change !== undefined).length
  const counts = { rows: rows.length, ready, problems, unchanged: rows.length - ready - problems }
  return (
    <section className={styles.file} aria-label={name}>
      <Glyph icon={IconFileTypeCsv} size={24} />
      <p>
        <strong>{name}</strong>
        <small className="wb-num">{t('update.summary', counts)}</small>
        {ignored.length > 0 && <small>{t('update.ignored', { names: firstOf(ignored).join(t('list.comma')) })}</small>}
      </p>
      <label className={styles.choose} htmlFor={id}>
        <Button size="small" tabIndex={-1} aria-hidden="true">
          {t('update.replace')}
        </Button>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          aria-label={t('update.replace')}
          disabled={update.progress !== undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            if (chosen) void update.choose(chosen)
            event.currentTarget.value = ''
          }}
        />
      </label>
    </section>
  )
}

/** What the page offers to do, at its foot. */
export function StationUpdateFoot({ update }: { update: CsvUpdate }) {
  const t = useT()
  const { ready, progress } = update
  const count = ready.length
  return (
    <>
      <span className="wb-num" role="status">
        {progress ? t('update.running', progress) : t('update.willChange', { count })}
      </span>
      {progress && <progress max={progress.count} value={progress.done} aria-label={t('update.running', progress)} />}
      {progress ? (
        <Button onClick={update.stop}>{t('update.stop')}</Button>
      ) : (
        <>
          <Button onClick={update.clear}>{t('dialog.cancel')}</Button>
          <Button tone="primary" disabled={count === 0} onClick={() => void update.start()}>
            {t('update.start', { count })}
          </Button>
        </>
      )}
    </>
  )
}
