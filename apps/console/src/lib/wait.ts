/** How long to wait before the next try. Source: G10; security rules 2, 30. */
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

/** How long the server said to wait, in seconds; undefined where it said nothing. */
export const toldWait = (error: unknown): number | undefined =>
  error instanceof CallError ? error.retryAfterSeconds : undefined

/** Counts down from `seconds` to 0, and restarts for each new `subject`: the failure or the answer that asks to wait. */
export function useCountdown(subject: unknown, seconds: number): number {
  const [count, setCount] = useState({ subject, left: seconds })
  useEffect(() => {
    const untilMs = Date.now() + seconds * 1000
    const show = () => setCount({ subject, left: Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)) })
    show()
    const timer = setInterval(() => {
      show()
      if (Date.now() >= untilMs) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [subject, seconds])
  return count.subject === subject ? count.left : seconds
}
