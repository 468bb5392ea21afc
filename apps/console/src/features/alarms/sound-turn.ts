/**
 * Of several tabs of one browser, one sounds: the one that had the focus last, or the next where that one cannot. The browser's
 * locks see to it, as they also end with a tab that dies. They are missing where a page is served without https: each tab
 * sounds there, as twice is better than never. Source: G19; security rule 53.
 */
import { pause } from '../../lib/pause.ts'
import { playOnce, soundAllowed, soundTrack, unlockSound } from '../../lib/sound.ts'
import type { SoundPattern } from '../../lib/sound-patterns.ts'
import { ownFocusRank } from '../auth/tabs.ts'
import type { Ringer } from './desk.ts'

const RING_LOCK = 'alert-ring'
const NOTICE_LOCK = 'alert-notice'
/** What the sound of a silence is for: one of it at a time. */
export const SILENCE_SOUND = 'silence'
/** Each tab lets those that had the focus later go before it, by this long (ms) each. */
const STEP_MS = 100
/** Tabs hear of one event within this time (ms), and one of them has sounded for all. */
const ONCE_FOR_ALL_MS = 2000

const never = new AbortController().signal
const waitForRank = (signal: AbortSignal): Promise<void> => pause(ownFocusRank() * STEP_MS, signal)

/** What sounds once in this tab now. */
let isSounding = false

/**
 * Plays a pattern once, in one tab, `of` something that each tab hears of and names alike. What comes while a pattern sounds here is
 * heard by that. Where no tab may sound, the header says so.
 */
export async function soundOnce(pattern: SoundPattern, of: string): Promise<void> {
  await waitForRank(never)
  if (!soundTrack.paused) return
  // Asked each time, as a device at rest may not wake: then another tab has its turn.
  await unlockSound()
  if (!soundAllowed.get() || !soundTrack.paused) return
  if (navigator.locks === undefined) return playUnlessSounding(pattern)
  await navigator.locks.request(`${NOTICE_LOCK} ${of}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await Promise.all([playUnlessSounding(pattern), pause(ONCE_FOR_ALL_MS, never)])
  })
}

async function playUnlessSounding(pattern: SoundPattern): Promise<void> {
  if (isSounding) return
  isSounding = true
  try {
    await playOnce(pattern)
  } finally {
    isSounding = false
  }
}

/** Rings until the signal aborts, as soon as it is this tab's turn. */
async function ringInTurn(signal: AbortSignal): Promise<void> {
  await waitForRank(signal)
  if (signal.aborted) return
  const ring = async () => {
    if (signal.aborted) return
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await soundTrack.play()
    await stopped
    soundTrack.pause()
  }
  if (navigator.locks === undefined) return ring()
  try {
    await navigator.locks.request(RING_LOCK, { signal }, ring)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Rings while it is told to, and waits for its turn and for the browser's leave. */
export function makeRinger(): Ringer {
  let isWanted = false
  let turn: AbortController | undefined
  const end = () => {
    turn?.abort()
    turn = undefined
  }
  const judge = () => {
    if (!isWanted || !soundAllowed.get()) return end()
    if (turn !== undefined) return
    turn = new AbortController()
    void ringInTurn(turn.signal)
  }
  const stopWatching = soundAllowed.subscribe(judge)
  return {
    follow(isRinging) {
      if (isRinging === isWanted) return
      isWanted = isRinging
      // Whether it may sound is found out by asking.
      if (isRinging && !soundAllowed.get()) void unlockSound()
      judge()
    },
    stop() {
      isWanted = false
      stopWatching()
      end()
    },
  }
}
