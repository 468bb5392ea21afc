/**
 * Does what the machine wants done, and tells it what came of it. What comes too late, after the device was let go, is
 * told to nobody.
 */

import { toUuid128 } from '@whereabouts/domain/bluetooth'
import {
  CALLBACK_TIMEOUT_MS,
  CHALLENGE_BYTES,
  CHARACTERISTICS,
  fromHex,
  readMacAddress,
  readText,
  SERVICES,
  settingBytes,
  toHex,
} from '@whereabouts/domain/device-bluetooth'
import { TRACKER_MODELS } from '@whereabouts/domain/trackers'
import { createStore, type Store } from '../../lib/store.ts'
import { type BleTransport, BluetoothFault } from '../bluetooth/transport.ts'
import type { OnboardingCalls } from './calls.ts'
import type { Effect, Flow, FlowEvent, Identity } from './flow.ts'
import { next } from './machine.ts'

/** A device that says nothing for so long will not (ms): browsers wait on for minutes, or for ever. */
const CONNECT_PATIENCE_MS = 30_000
const OPERATION_PATIENCE_MS = 15_000

interface RunnerSettings {
  readonly transport: BleTransport
  readonly calls: OnboardingCalls
  /** Epoch milliseconds. */
  readonly nowMs: () => number
  /** Runs once after so many milliseconds; answers how to call it off. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly warn: (text: string) => void
}

export interface FlowRunner {
  readonly flow: Store<Flow>
  send(event: FlowEvent): void
}

type Wanted<Name extends Effect['do']> = Extract<Effect, { do: Name }>

export function runFlow(first: Flow, { transport, calls, nowMs, after, warn }: RunnerSettings): FlowRunner {
  const store = createStore(first)
  /** Grows whenever the device is let go. */
  let attempt = 0
  let stopWaiting = () => {}
  /** One operation after the other: a second one at once is refused by browsers. */
  let line: Promise<unknown> = Promise.resolve()

  const send = (event: FlowEvent): void => {
    const { flow, effects } = next(store.get(), event)
    store.set(flow)
    for (const effect of effects) run(effect)
  }

  const withPatience = <Value>(ms: number, deed: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const callOff = after(ms, () => reject(new BluetoothFault('failed')))
      deed().then(resolve, reject).finally(callOff)
    })
  const inLine = <Value>(deed: () => Promise<Value>): Promise<Value> => {
    const mine = attempt
    const result = line.then(() => {
      if (mine !== attempt) throw new BluetoothFault('failed')
      return withPatience(OPERATION_PATIENCE_MS, deed)
    })
    line = result.catch(() => {})
    return result
  }
  /** Tells what came of it, unless the device was let go meanwhile. */
  const tell = (deed: Promise<FlowEvent | undefined>, onFailure: (error: unknown) => FlowEvent): void => {
    const mine = attempt
    deed.catch(onFailure).then((event) => {
      if (event !== undefined && mine === attempt) send(event)
    })
  }

  const linkFailed = (): FlowEvent => ({ on: 'linkFailed' })
  const refused = (error: unknown): FlowEvent => ({ on: 'refused', error })
  /** The device's own failures are the link's, all else the server's. */
  const ofEither = (error: unknown): FlowEvent => (error instanceof BluetoothFault ? linkFailed() : refused(error))

  const read = (type: 'g3' | 't4', shortId: number) => inLine(() => transport.read(SERVICES[type], toUuid128(shortId)))
  const write = (type: 'g3' | 't4', shortId: number, value: Uint8Array<ArrayBuffer>) =>
    inLine(() => transport.write(SERVICES[type], toUuid128(shortId), value))

  const identify = async (type: 'g3' | 't4'): Promise<FlowEvent> => {
    const mine = attempt
    await inLine(() =>
      transport.listen(SERVICES[type], toUuid128(CHARACTERISTICS[type].callback), (bytes) => {
        if (mine === attempt) send({ on: 'heard', bytes })
      }),
    )
    const firmware = readText((await read(type, CHARACTERISTICS[type].firmware)) ?? new Uint8Array())
    if (type === 't4') return { on: 'identified', identity: { macAddress: '', firmware, model: 'g3' } }
    const macAddress = readMacAddress((await read(type, CHARACTERISTICS.g3.macAddress)) ?? new Uint8Array())
    const model = modelOf(readText((await read(type, CHARACTERISTICS.g3.model)) ?? new Uint8Array()))
    return { on: 'identified', identity: { macAddress, firmware, model } }
  }

  const exchange = async ({ session, command, mode }: Wanted<'exchange'>): Promise<FlowEvent> => {
    const type = session.type ?? 'g3'
    const challenge = await read(type, CHARACTERISTICS[type].challenge)
    if (challenge?.length !== CHALLENGE_BYTES) throw new BluetoothFault('failed')
    const si = await calls.answer({ id: session.device_id, type, i_cmd: command, sr: toHex(challenge), mode })
    const answer = fromHex(si)
    if (answer === undefined) throw new Error('The answer to the challenge is no bytes.')
    await write(type, CHARACTERISTICS[type].answer, answer)
    return { on: 'exchanged' }
  }

  const run = (effect: Effect): void => {
    switch (effect.do) {
      case 'request':
        tell(
          transport.request(SERVICES[effect.type]).then((name) => ({ on: 'picked', name })),
          (error) => ({ on: 'notPicked', reason: error instanceof BluetoothFault ? error.reason : 'failed' }),
        )
        break
      case 'connect':
        tell(
          withPatience(CONNECT_PATIENCE_MS, () => transport.connect()).then(() => ({ on: 'connected' })),
          linkFailed,
        )
        break
      case 'identify':
        tell(identify(effect.type), linkFailed)
        break
      case 'check':
        tell(
          calls
            .check(effect.purpose, effect.session)
            .then((assignParam) => ({ on: 'checked', assignParam, nowMs: nowMs() })),
          refused,
        )
        break
      case 'exchange':
        tell(exchange(effect), ofEither)
        break
      case 'command':
        tell(
          write(effect.type, CHARACTERISTICS[effect.type].command, Uint8Array.of(effect.command, effect.mode)).then(
            () => ({ on: 'commanded', nowMs: nowMs() }),
          ),
          linkFailed,
        )
        break
      case 'write':
        tell(
          write('t4', CHARACTERISTICS.t4[effect.setting], settingBytes(effect.setting, effect.value)).then(
            () => undefined,
          ),
          linkFailed,
        )
        break
      case 'wait':
        stopWaiting()
        stopWaiting = after(CALLBACK_TIMEOUT_MS, () => send({ on: 'timedOut' }))
        break
      case 'stopWaiting':
        stopWaiting()
        break
      case 'store':
        tell(
          calls.store(effect.purpose, effect.session, effect.data).then((stored) => ({ on: 'stored', ...stored })),
          refused,
        )
        break
      case 'disconnect':
        attempt += 1
        line = Promise.resolve()
        stopWaiting()
        transport.disconnect()
        break
      case 'warn':
        warn(effect.text)
        break
    }
  }

  transport.onDisconnect(() => send({ on: 'disconnected' }))
  return { flow: store, send }
}

/** A device that names no model is the first there was; undefined for a name this console does not know. */
function modelOf(text: string): Identity['model'] {
  return text === '' ? 'g3' : TRACKER_MODELS.find((model) => model === text.toLowerCase())
}
