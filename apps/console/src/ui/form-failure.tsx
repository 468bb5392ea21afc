/** Says above a form why it could not be sent. Takes no room while there is nothing to say. */
import { IconWifiOff, IconX } from '@tabler/icons-react'
import { CallError } from '@whereabouts/contract/client'
import { addTexts, useT } from '../lib/i18n.ts'
import { useErrorText } from '../lib/use-error-text.ts'
import { toldWait, waitText } from '../lib/wait.ts'
import { forms } from '../locales/forms.ts'
import styles from './controls.module.css'
import { Glyph } from './glyph.tsx'

addTexts(forms)

interface FormFailureProps {
  readonly error: unknown
  /** Said instead of the error's own words. */
  readonly words?: string | undefined
}

export function FormFailure({ error, words }: FormFailureProps) {
  const t = useT()
  const ownWords = useErrorText(error ?? undefined)
  const wait = toldWait(error)
  const isUnreachable = error instanceof CallError && error.status === 0
  // The time it was told stays as it is: a number that changes each second would be read out each second.
  const text = words ?? (wait === undefined ? ownWords : t('forms.tooMany', { wait: waitText(t, wait) }))
  return (
    <div className={styles.failure}>
      <div role="alert">
        {text && (
          <p data-tone="bad">
            <Glyph icon={IconX} size={14} />
            {text}
          </p>
        )}
      </div>
      <div role="status">
        {isUnreachable && (
          <p data-tone="warn">
            <Glyph icon={IconWifiOff} size={16} />
            {t('forms.unreachable')}
          </p>
        )}
      </div>
    </div>
  )
}
