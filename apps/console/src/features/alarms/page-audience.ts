import { sounding } from '../../lib/sound.ts'
import type { Audience } from './receipts.ts'

/** A page that nobody sees shows nothing, unless it sounds. That it may sound proves nothing: a device at rest may not wake. */
export const pageAudience: Audience = {
  isThere: () => document.visibilityState === 'visible' || sounding.get(),
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    const stop = sounding.subscribe(listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      stop()
    }
  },
}
