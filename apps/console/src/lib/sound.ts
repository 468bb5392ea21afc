/**
 * What this page sounds, and whether it can. Browsers refuse sound until somebody clicks or types; the first such gesture of
 * every page turns it on. A silent alert is the worst failure of this product, so the header says when it is off.
 *
 * The audio device rests while nothing sounds: a running one keeps a thread of the browser busy the whole day.
 */
import { CHIME, RING, type SoundPattern, samplesOf } from './sound-patterns.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

/** A browser that refuses sound leaves us waiting; one that allows it is ready within this time (ms). */
const READY_WITHIN_MS = 1000

/** True while this page may sound, as far as was tried. */
export const soundAllowed = createStore(false)
/** True while something sounds here. */
export const sounding = createStore(false)

let context: AudioContext | undefined
let ringing: AudioBufferSourceNode | undefined
let wantsRing = false
/** Sounds that end by themselves, and those of them that the device plays. */
let passing = 0
let playing = 0

function audio(): AudioContext {
  if (context === undefined || context.state === 'closed') {
    const made = new AudioContext()
    made.onstatechange = () => noteState(made)
    context = made
  }
  return context
}

function noteState(made: AudioContext): void {
  if (made !== context) return
  if (made.state === 'running') {
    soundAllowed.set(true)
    rest()
  } else if (wantsRing || passing > 0) {
    // Put to rest a moment ago, or the system took the loudspeaker, as for a call.
    noteSounding()
    void wake()
  }
}

function noteSounding(): void {
  sounding.set(context?.state === 'running' && (ringing !== undefined || playing > 0))
}

/** Lets the device sleep when nothing sounds. */
function rest(): void {
  noteSounding()
  if (!wantsRing && passing === 0 && context?.state === 'running') void context.suspend()
}

/** Wakes the device; false where the browser refuses. */
async function wake(): Promise<boolean> {
  const sound = audio()
  if (sound.state !== 'running') {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, READY_WITHIN_MS)
    })
    // A refusal waits for a gesture, which asks again by itself.
    await Promise.race([sound.resume().catch(() => undefined), patience])
    clearTimeout(timer)
  }
  const isAwake = sound.state === 'running'
  soundAllowed.set(isAwake)
  return isAwake
}

function sourceOf(pattern: SoundPattern): AudioBufferSourceNode {
  const sound = audio()
  const samples = samplesOf(pattern, sound.sampleRate)
  const buffer = new AudioBuffer({ length: samples.length, sampleRate: sound.sampleRate })
  buffer.copyToChannel(samples, 0)
  const source = new AudioBufferSourceNode(sound, { buffer })
  source.connect(sound.destination)
  return source
}

/** The alert sound: one for the page, sounding until it is paused. */
export const soundTrack = {
  get paused(): boolean {
    return ringing === undefined
  },
  /** Rings now, or as soon as the browser allows it. */
  async play(): Promise<void> {
    wantsRing = true
    if (!(await wake()) || !wantsRing || ringing !== undefined) return rest()
    ringing = sourceOf(RING)
    ringing.loop = true
    ringing.start()
    noteSounding()
  },
  pause(): void {
    wantsRing = false
    ringing?.stop()
    ringing = undefined
    rest()
  },
}

/** Sounds a pattern once. Resolves when it has ended; at once, with false, where the browser refuses. */
export async function playOnce(pattern: SoundPattern): Promise<boolean> {
  passing += 1
  try {
    if (!(await wake())) return false
    const source = sourceOf(pattern)
    playing += 1
    try {
      await new Promise<void>((resolve) => {
        source.onended = () => resolve()
        source.start()
        noteSounding()
      })
    } finally {
      playing -= 1
    }
    return true
  } finally {
    passing -= 1
    rest()
  }
}

/** Asks the browser for sound. Works inside a click or key press only; else it stays blocked. What waits to ring rings. */
export async function unlockSound(): Promise<void> {
  if ((await wake()) && wantsRing) await soundTrack.play()
  rest()
}

/** So that a person can hear that the loudspeaker works. */
export const playChime = (): Promise<boolean> => playOnce(CHIME)

/** Turns sound on at the first press or key of this page, and again after it was taken; answers how to stop. */
export function unlockAtGestures(): () => void {
  // Some browsers allow it from the start.
  if (audio().state === 'running') noteState(audio())
  const watching = new AbortController()
  const unlock = () => {
    if (!soundAllowed.get()) void unlockSound()
  }
  // Not as the pointer goes down: what says that sound is blocked would go, and the rest move away from under the press.
  for (const gesture of ['pointerup', 'click', 'keydown']) {
    window.addEventListener(gesture, unlock, { capture: true, signal: watching.signal })
  }
  return () => watching.abort()
}

export const useSoundOn = (): boolean => useStore(soundAllowed)
