/** What the product sounds like: bursts of notes, drawn as samples, so that one looping source rings without any timer. */

interface Note {
  readonly startsAtSeconds: number
  readonly lengthSeconds: number
  readonly frequencyHz: number
}

export interface SoundPattern {
  readonly notes: readonly Note[]
  /** With the pause at its end. */
  readonly lengthSeconds: number
  /** From 0 to 1. */
  readonly volume: number
}

const notes = (frequencyHz: number, lengthSeconds: number, starts: readonly number[]): Note[] =>
  starts.map((startsAtSeconds) => ({ startsAtSeconds, lengthSeconds, frequencyHz }))

/** Three quick pulses and two more, as alarms of high priority sound at a bedside (IEC 60601-1-8), then a breath. */
export const RING: SoundPattern = {
  notes: notes(784, 0.16, [0, 0.24, 0.48, 0.9, 1.14]),
  lengthSeconds: 2.2,
  volume: 0.9,
}
/** Three pulses: something happened, and nobody has to stop it. */
export const NOTICE: SoundPattern = { notes: notes(659, 0.18, [0, 0.28, 0.56]), lengthSeconds: 0.9, volume: 0.7 }
/** Three notes that fall: alarms do not reach this page. */
export const SILENCE: SoundPattern = {
  notes: [587, 440, 330].map((frequencyHz, at) => ({ startsAtSeconds: at * 0.3, lengthSeconds: 0.28, frequencyHz })),
  lengthSeconds: 1.1,
  volume: 0.7,
}
/** Two soft notes, so that a person can hear that the loudspeaker works. */
export const CHIME: SoundPattern = {
  notes: [660, 880].map((frequencyHz, at) => ({ startsAtSeconds: at * 0.16, lengthSeconds: 0.3, frequencyHz })),
  lengthSeconds: 0.5,
  volume: 0.3,
}

/** Overtones, so that small loudspeakers are heard and the direction is: a bare tone has neither. */
const OVERTONES = [1, 0.6, 0.45, 0.3, 0.2] as const
/** A note begins and ends this softly (s): without it loudspeakers click. */
const SOFT_SECONDS = 0.015

/** The samples of a pattern, from -1 to 1. */
export function samplesOf(
  { notes, lengthSeconds, volume }: SoundPattern,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(lengthSeconds * sampleRate))
  const loudest = OVERTONES.reduce((sum, share) => sum + share, 0)
  for (const { startsAtSeconds, lengthSeconds: noteSeconds, frequencyHz } of notes) {
    const first = Math.floor(startsAtSeconds * sampleRate)
    const count = Math.min(Math.floor(noteSeconds * sampleRate), samples.length - first)
    for (let at = 0; at < count; at++) {
      const seconds = at / sampleRate
      const edge = Math.min(1, seconds / SOFT_SECONDS, (noteSeconds - seconds) / SOFT_SECONDS)
      const wave = OVERTONES.reduce(
        (sum, share, overtone) => sum + share * Math.sin(2 * Math.PI * frequencyHz * (overtone + 1) * seconds),
        0,
      )
      samples[first + at] = (samples[first + at] as number) + (volume * edge * wave) / loudest
    }
  }
  return samples
}
