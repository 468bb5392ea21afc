/** How long to wait after 429101. Source: G10, security rule 2. */
import { CallError } from '@whereabouts/contract/client'
import { useEffect, useState } from 'react'
import { forms } from '../locales/forms.ts'
import { addTexts, type Translate } from './i18n.ts'

addTexts(forms)

/** Waits up to this are told in seconds. */
const LONGEST_IN_SECONDS = 90

/** "40 s", "5 min": rounded up, so that nobody comes too early. */
export const waitText = (t: Translate, seconds: number): string =>
  seconds <= LONGEST_IN_SECONDS
    ? t('forms.seconds', { count: seconds })
    : t('forms.minutes', { count: Math.ceil(seconds / 60) })

/** What the server said how long to wait, or undefined where it said nothing. */
export const toldWait = (error: unknown): number | undefined =>
  error instanceof CallError ? error.retryAfterSeconds : undefined

/** Seconds until what was refused with this error may be tried again; 0 is now. Counts down by itself. */
export function useWaitSeconds(error: unknown): number {
  const told = toldWait(error) ?? 0
  const [wait, setWait] = useState({ error, seconds: told })
  if (wait.error !== error) setWait({ error, seconds: told })

  useEffect(() => {
    const untilMs = Date.now() + (toldWait(error) ?? 0) * 1000
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
      setWait({ error, seconds })
      if (seconds === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error])
  return wait.error === error ? wait.seconds : told
}
