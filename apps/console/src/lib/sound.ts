/**
 * Whether this page can sound. Browsers refuse sound until somebody clicks or types; the first such gesture of every
 * page turns it on. A silent alert is the worst failure of this product, so the header says when it is off.
 */
import { useSyncExternalStore } from 'react'

let context: AudioContext | undefined
const listeners = new Set<() => void>()

function audio(): AudioContext {
  if (context === undefined) {
    context = new AudioContext()
    context.onstatechange = () => {
      for (const listener of listeners) listener()
    }
  }
  return context
}

/** Asks the browser for sound. Works inside a click or key press only; else it stays blocked. */
export async function unlockSound(): Promise<void> {
  const { state } = audio()
  if (state !== 'running') await audio().resume()
}

/** Two soft notes, so that a person can hear that the loudspeaker works. */
export async function playChime(): Promise<void> {
  await unlockSound()
  const sound = audio()
  for (const [delaySeconds, frequencyHz] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const startsAt = sound.currentTime + delaySeconds
    const note = new OscillatorNode(sound, { frequency: frequencyHz })
    const volume = new GainNode(sound, { gain: 0 })
    volume.gain.linearRampToValueAtTime(0.2, startsAt + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, startsAt + 0.3)
    note.connect(volume).connect(sound.destination)
    note.start(startsAt)
    note.stop(startsAt + 0.32)
  }
}

/** Turns sound on at the first click or key of this page; answers how to stop waiting. */
export function unlockAtFirstGesture(): () => void {
  const waiting = new AbortController()
  const unlock = () => {
    unlockSound().then(
      () => waiting.abort(),
      () => {
        // The browser still refuses; the header shows it and the next gesture tries again.
      },
    )
  }
  for (const gesture of ['pointerdown', 'keydown']) {
    window.addEventListener(gesture, unlock, { capture: true, signal: waiting.signal })
  }
  return () => waiting.abort()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while this page may sound. */
export const useSoundOn = (): boolean => useSyncExternalStore(subscribe, () => audio().state === 'running')
