/** Sends a form. After a refusal that names a wait, it counts that down and stays shut meanwhile. */
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'
import { toldWait, useCountdown, waitText } from '../lib/wait.ts'
import { Button } from './button.tsx'

interface SubmitButtonProps {
  readonly isPending: boolean
  /** Of the last try. */
  readonly error: unknown
  readonly tone?: 'primary' | 'danger' | undefined
  readonly children: ReactNode
}

export function SubmitButton({ isPending, error, tone = 'primary', children }: SubmitButtonProps) {
  const t = useT()
  const secondsToWait = useCountdown(error, toldWait(error) ?? 0)
  const mustWait = secondsToWait > 0
  return (
    <Button type="submit" tone={tone} size="large" isPending={isPending} aria-disabled={mustWait}>
      {mustWait ? (
        <span className="wb-num">{t('forms.tryAgainIn', { wait: waitText(t, secondsToWait) })}</span>
      ) : (
        children
      )}
    </Button>
  )
}
