/** Stations that were left out of a calibration, by name or id, and why. Source: CAL-03, VALID-33; G54. */
import { IconX } from '@tabler/icons-react'
import { CallError } from '@whereabouts/contract/client'
import { errorNameOf } from '@whereabouts/contract/errors'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './calibrations.module.css'

interface InvalidStationsProps {
  readonly error: unknown
  /** Undefined: no name is known. */
  readonly nameOf: (t4_id: string) => string | undefined
}

const REASONS = {
  preconditionFailed: 'calibrations.invalidLocked',
  notAllowed: 'calibrations.invalidOffline',
} as const

/** True where the error names stations that were left out. */
export const namesInvalid = (error: unknown): error is CallError =>
  error instanceof CallError && error.invalidT4.length > 0

export function InvalidStations({ error, nameOf }: InvalidStationsProps) {
  const t = useT()
  if (!namesInvalid(error)) return null
  const reasonOf = (id: string) => {
    const code = error.failedList.find((failed) => failed.id === id)?.code
    const name = code === undefined ? undefined : errorNameOf(code)
    return name === 'preconditionFailed' || name === 'notAllowed' ? REASONS[name] : 'calibrations.invalidForeign'
  }
  const byReason = Map.groupBy(error.invalidT4, reasonOf)
  return (
    <div role="alert" className={styles.invalid}>
      <Glyph icon={IconX} isBold size={14} />
      <p>
        <strong>{t('calibrations.invalid')}</strong>{' '}
        {[...byReason].map(([reason, ids]) => (
          <span key={reason}>
            {t(reason, { names: ids.map((id) => nameOf(id) ?? id).join(t('calibrations.comma')) })}{' '}
          </span>
        ))}
      </p>
    </div>
  )
}
