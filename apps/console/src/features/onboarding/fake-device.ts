/** A device and a server for tests of the flow, which answer at once unless told otherwise. */
import { toUuid128 } from '@whereabouts/domain/bluetooth'
import { CHARACTERISTICS, SERVICES } from '@whereabouts/domain/device-bluetooth'
import { vi } from 'vitest'
import { type BleTransport, BluetoothFault, type BluetoothFaultReason } from '../bluetooth/transport.ts'
import type { OnboardingCalls } from './calls.ts'
import { newFlow, type Purpose } from './flow.ts'
import { type FlowRunner, runFlow } from './runner.ts'

const HANGS = new Promise<never>(() => {})

interface FakeSettings {
  readonly purpose?: Purpose
  readonly type?: 'g3' | 't4'
  readonly name?: string
  readonly firmware?: string
  readonly model?: string
  /** Why no device is chosen. */
  readonly notPicked?: BluetoothFaultReason
  readonly connect?: 'fails' | 'hangs'
  /** Short ids of what it fails to read or take, and of what it never answers. */
  readonly fails?: readonly number[]
  readonly hangs?: readonly number[]
  /** Status it confirms a setting with; undefined says nothing. */
  readonly confirms?: (shortId: number) => number | undefined
  readonly calls?: Partial<OnboardingCalls>
}

export const ACCESS = {
  serverUrl: 'https://whereabouts.example',
  mqttUrl: 'mqtt://whereabouts.example:1883',
  serverPassword: 'key',
}

export function atTheDesk(settings: FakeSettings = {}) {
  const {
    purpose = 'add',
    type = 'g3',
    firmware = '1.8.3',
    model = 'g3',
    fails = [],
    hangs = [],
    confirms = () => 0,
  } = settings
  const name = settings.name ?? (type === 't4' ? 'Station-0A1B2C3D4E5F' : 'G3-Tracker-5C9A30F1')
  const written: { shortId: number; bytes: Uint8Array }[] = []
  const warnings: string[] = []
  const own = CHARACTERISTICS[type]
  const values = new Map<string, Uint8Array>([
    [toUuid128(own.firmware), new TextEncoder().encode(firmware)],
    [toUuid128(own.challenge), Uint8Array.from({ length: 16 }, (_, index) => index)],
    [toUuid128(CHARACTERISTICS.g3.macAddress), Uint8Array.of(0xd4, 0x36, 0x39, 0x5c, 0x9a, 0x30)],
    [toUuid128(CHARACTERISTICS.g3.model), new TextEncoder().encode(model)],
  ])
  const shortIdOf = (uuid: string) => Number.parseInt(uuid.slice(4, 8), 16)
  let hear: (bytes: Uint8Array) => void = () => {}
  let lose = () => {}

  const answer = async (shortId: number): Promise<void> => {
    if (hangs.includes(shortId)) await HANGS
    if (fails.includes(shortId)) throw new BluetoothFault('failed')
  }
  const transport = {
    request: vi.fn(async (service: string) => {
      if (service !== SERVICES[type]) throw new BluetoothFault('cancelled')
      if (settings.notPicked) throw new BluetoothFault(settings.notPicked)
      return name
    }),
    connect: vi.fn(async () => {
      if (settings.connect === 'hangs') await HANGS
      if (settings.connect === 'fails') throw new BluetoothFault('failed')
    }),
    read: async (_service: string, uuid: string) => {
      await answer(shortIdOf(uuid))
      return values.get(uuid)
    },
    write: async (_service: string, uuid: string, bytes: Uint8Array<ArrayBuffer>) => {
      const shortId = shortIdOf(uuid)
      written.push({ shortId, bytes })
      await answer(shortId)
      const status = shortId > own.callback ? confirms(shortId) : undefined
      if (status !== undefined) hear(Uint8Array.of(shortId >> 8, shortId & 0xff, status))
    },
    listen: async (_service: string, _uuid: string, listener: (bytes: Uint8Array) => void) => {
      hear = listener
    },
    onDisconnect: (listener: () => void) => {
      lose = listener
    },
    disconnect: vi.fn(),
  } satisfies BleTransport

  const calls = {
    check: vi.fn(settings.calls?.check ?? (async () => undefined)),
    answer: vi.fn(settings.calls?.answer ?? (async () => 'ab'.repeat(16))),
    store: vi.fn(
      settings.calls?.store ??
        (async (_purpose, session, data) => ({
          device: { id: session.device_id, name: data.name, isUnplaced: false },
          access: purpose === 'add' && type === 't4' ? ACCESS : undefined,
        })),
    ),
  } satisfies OnboardingCalls

  const runner = runFlow(newFlow(purpose, purpose === 'add' ? undefined : type), {
    transport,
    calls,
    nowMs: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    warn: (text) => warnings.push(text),
  })
  return {
    runner,
    transport,
    calls,
    written,
    warnings,
    /** Bytes the device tells by itself. */
    callBack: async (...bytes: number[]) => {
      hear(Uint8Array.from(bytes))
      await soon()
    },
    leave: async () => {
      lose()
      await soon()
    },
    /** Sends the event and lets everything that follows at once happen. */
    send: async (event: Parameters<FlowRunner['send']>[0]) => {
      runner.send(event)
      await soon()
    },
    at: () => runner.flow.get().stage.at,
    session: () => runner.flow.get().session,
    /** Disconnected since it was last connected, or tried to be. */
    isLetGo: () => lastCall(transport.disconnect) > lastCall(transport.connect),
    failure: () => {
      const { stage } = runner.flow.get()
      return stage.at === 'failed' ? stage.failure.kind : undefined
    },
  }
}

/** Its place among all calls of the test; 0 for none. Every search lets go of the device before, too. */
const lastCall = ({ mock }: { mock: { invocationCallOrder: number[] } }): number => mock.invocationCallOrder.at(-1) ?? 0

/** Lets promises settle, while no time goes by. */
export const soon = () => vi.advanceTimersByTimeAsync(0)
