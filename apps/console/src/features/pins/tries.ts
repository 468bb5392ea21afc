/** Wrong PINs of this browser, and the pause after too many. Source: security rule 37. */
import { useState } from 'react'
import { afterPinTry, NO_TRIES, type PinTries, pinPauseMs } from '../../lib/pin.ts'
import { inThisBrowser, record, stored } from '../../lib/storage.ts'
import { useCountdown } from '../../lib/wait.ts'

const tries = stored<PinTries>(inThisBrowser, 'pinTries', (value) => {
  const { wrongCount, pausedUntilMs } = record(value) ?? {}
  return typeof wrongCount === 'number' && typeof pausedUntilMs === 'number' ? { wrongCount, pausedUntilMs } : undefined
})

const pauseMs = (): number => pinPauseMs(tries.read() ?? NO_TRIES, Date.now())

/** Counts a try. */
export function notePinTry(isRight: boolean): void {
  if (isRight) tries.remove()
  else tries.write(afterPinTry(tries.read() ?? NO_TRIES, false, Date.now()))
}

/** Seconds until a PIN may be tried; `again` recomputes them after a try. */
export function usePinPause(): { readonly seconds: number; readonly again: () => void } {
  const [look, setLook] = useState(() => ({ pause: Math.ceil(pauseMs() / 1000) }))
  const seconds = useCountdown(look, look.pause)
  return { seconds, again: () => setLook({ pause: Math.ceil(pauseMs() / 1000) }) }
}
