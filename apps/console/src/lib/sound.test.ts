import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHIME, NOTICE, RING, SILENCE, samplesOf } from './sound-patterns.ts'

/** The browser's audio as far as we use it: refuses to run until it is allowed, and counts what sounds. */
class FakeContext {
  static isAllowed = false
  static made: FakeContext[] = []
  state: 'suspended' | 'running' = 'suspended'
  onstatechange: (() => void) | null = null
  sampleRate = 8000
  destination = {}
  sources: FakeSource[] = []
  constructor() {
    FakeContext.made.push(this)
  }
  #turn(state: 'suspended' | 'running') {
    this.state = state
    this.onstatechange?.()
  }
  resume() {
    if (!FakeContext.isAllowed) return new Promise<void>(() => undefined)
    this.#turn('running')
    return Promise.resolve()
  }
  suspend() {
    this.#turn('suspended')
    return Promise.resolve()
  }
  /** The system takes the loudspeaker. */
  interrupt() {
    this.#turn('suspended')
  }
}

class FakeSource {
  loop = false
  isSounding = false
  onended: (() => void) | null = null
  constructor(context: FakeContext) {
    context.sources.push(this)
  }
  connect() {}
  start() {
    this.isSounding = true
  }
  stop() {
    this.isSounding = false
  }
}

class FakeBuffer {
  copyToChannel() {}
}

beforeEach(() => {
  FakeContext.isAllowed = false
  FakeContext.made = []
  vi.useFakeTimers()
  vi.resetModules()
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('AudioBuffer', FakeBuffer)
  vi.stubGlobal('AudioBufferSourceNode', FakeSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const device = () => FakeContext.made[0] as FakeContext
const sounding = () => device().sources.filter(({ isSounding }) => isSounding)

test('there is one track: it loops while an alarm rings and is paused after, when the audio device rests [ENT-session.soundTrack, CONST-43]', async () => {
  const { soundTrack } = await import('./sound.ts')
  FakeContext.isAllowed = true
  expect(soundTrack.paused).toBe(true)
  await soundTrack.play()
  await soundTrack.play()
  expect(FakeContext.made).toHaveLength(1)
  expect(sounding().map(({ loop }) => loop)).toEqual([true])
  expect([soundTrack.paused, device().state]).toEqual([false, 'running'])
  soundTrack.pause()
  expect(sounding()).toEqual([])
  expect([soundTrack.paused, device().state]).toEqual([true, 'suspended'])
})

test('a ring that the browser refuses says so, and rings at the first gesture', async () => {
  const { soundTrack, soundAllowed, unlockSound } = await import('./sound.ts')
  const asked = soundTrack.play()
  await vi.advanceTimersByTimeAsync(1000)
  await asked
  expect([soundAllowed.get(), soundTrack.paused]).toEqual([false, true])
  FakeContext.isAllowed = true
  await unlockSound()
  expect([soundAllowed.get(), soundTrack.paused, device().state]).toEqual([true, false, 'running'])
})

test('a ring that was stopped before the browser allowed it does not begin', async () => {
  const { soundTrack, unlockSound } = await import('./sound.ts')
  const asked = soundTrack.play()
  soundTrack.pause()
  FakeContext.isAllowed = true
  await unlockSound()
  await vi.advanceTimersByTimeAsync(1000)
  await asked
  expect([soundTrack.paused, sounding().length, device().state]).toEqual([true, 0, 'suspended'])
})

test('a device that is taken away while it rings is asked for again; where it stays away, sound counts as blocked', async () => {
  const { soundTrack, soundAllowed } = await import('./sound.ts')
  FakeContext.isAllowed = true
  await soundTrack.play()
  device().interrupt()
  expect([soundAllowed.get(), device().state]).toEqual([true, 'running'])
  FakeContext.isAllowed = false
  device().interrupt()
  await vi.advanceTimersByTimeAsync(1000)
  expect(soundAllowed.get()).toBe(false)
})

test('whether something sounds follows the device, not what was wanted of it', async () => {
  const { playOnce, soundTrack, sounding } = await import('./sound.ts')
  const refused = Promise.all([soundTrack.play(), playOnce(NOTICE)])
  await vi.advanceTimersByTimeAsync(1000)
  await refused
  expect(sounding.get()).toBe(false)
  FakeContext.isAllowed = true
  await soundTrack.play()
  expect(sounding.get()).toBe(true)
  FakeContext.isAllowed = false
  device().interrupt()
  expect(sounding.get()).toBe(false)
  FakeContext.isAllowed = true
  soundTrack.pause()
  const played = playOnce(NOTICE)
  await vi.advanceTimersByTimeAsync(0)
  expect(sounding.get()).toBe(true)
  device().sources.at(-1)?.onended?.()
  await played
  expect(sounding.get()).toBe(false)
})

test('a sound that plays once ends by itself and releases the audio device', async () => {
  const { playOnce } = await import('./sound.ts')
  FakeContext.isAllowed = true
  const played = playOnce(NOTICE)
  await vi.advanceTimersByTimeAsync(0)
  expect(device().state).toBe('running')
  device().sources[0]?.onended?.()
  expect(await played).toBe(true)
  expect(device().state).toBe('suspended')
})

test('a sound that could not begin is not taken for one that goes on', async () => {
  const { playOnce, soundTrack, sounding } = await import('./sound.ts')
  FakeContext.isAllowed = true
  const start = vi.spyOn(FakeSource.prototype, 'start').mockImplementationOnce(() => {
    throw new Error('no such loudspeaker')
  })
  await expect(playOnce(NOTICE)).rejects.toThrow('no such loudspeaker')
  await soundTrack.play()
  soundTrack.pause()
  expect(sounding.get()).toBe(false)
  start.mockRestore()
})

test.each([RING, NOTICE, SILENCE, CHIME])('no pattern is cut off or too loud for a loudspeaker', (pattern) => {
  const samples = samplesOf(pattern, 48_000)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  expect(peak).toBeGreaterThan(pattern.volume / 4)
  expect(peak).toBeLessThanOrEqual(1)
  expect(samples.at(0)).toBe(0)
  expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.01)
})
