/** Trackers and stations that stand behind the browser's Bluetooth in component tests: no emulation, and no wait for a radio. */
import { toUuid128 } from '@whereabouts/domain/bluetooth'
import { CHARACTERISTICS } from '@whereabouts/domain/device-bluetooth'
import { onTestFinished } from 'vitest'

interface MadeDevice {
  readonly name: string
  /** What it answers reads with, by short id. */
  readonly values?: Readonly<Record<number, Uint8Array | string>>
  /** Status it confirms a setting with; 0 stores it. */
  readonly confirms?: (shortId: number) => number
}

export interface Peripheral {
  /** Everything written, in order. */
  readonly written: { readonly shortId: number; readonly bytes: readonly number[] }[]
  /** Tells these bytes by itself. */
  callBack(...bytes: number[]): void
  /** The button: calls back with the mode of the command it took. */
  press(): void
  /** Goes out of reach. */
  leave(): void
}

const bytesOf = (value: Uint8Array | string): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value

class Characteristic extends EventTarget {
  value: DataView | undefined
  readonly #read: () => Uint8Array
  readonly #write: (bytes: readonly number[]) => void

  constructor(read: () => Uint8Array, write: (bytes: readonly number[]) => void) {
    super()
    this.#read = read
    this.#write = write
  }

  async readValue(): Promise<DataView> {
    return new DataView(this.#read().slice().buffer)
  }

  async writeValueWithResponse(value: Uint8Array): Promise<void> {
    this.#write([...value])
  }

  async startNotifications(): Promise<this> {
    return this
  }

  tell(bytes: readonly number[]): void {
    this.value = new DataView(Uint8Array.from(bytes).buffer)
    this.dispatchEvent(new Event('characteristicvaluechanged'))
  }
}

/** Puts a device in place of the one before it; the browser has its own Bluetooth again when the test ends. */
export function placeDevice(type: 'g3' | 't4', { name, values = {}, confirms = () => 0 }: MadeDevice): Peripheral {
  const own = CHARACTERISTICS[type]
  const written: { shortId: number; bytes: readonly number[] }[] = []
  const parts = new Map<string, Characteristic>()
  const callBack = (...bytes: number[]) => parts.get(toUuid128(own.callback))?.tell(bytes)
  for (const shortId of Object.values<number>(own)) {
    const read = () => (shortId === own.challenge ? new Uint8Array(16) : bytesOf(values[shortId] ?? ''))
    const write = (bytes: readonly number[]) => {
      written.push({ shortId, bytes })
      if (type === 't4' && shortId > own.callback) callBack(shortId >> 8, shortId & 0xff, confirms(shortId))
    }
    parts.set(toUuid128(shortId), new Characteristic(read, write))
  }
  const gatt = {
    connected: false,
    connect: async () => {
      gatt.connected = true
      return gatt
    },
    disconnect: () => {
      gatt.connected = false
    },
    getPrimaryService: async () => ({ getCharacteristic: async (uuid: string) => parts.get(uuid) }),
  }
  const device = Object.assign(new EventTarget(), { name, gatt })
  setBluetooth({ requestDevice: async () => device, getAvailability: async () => true })
  return {
    written,
    callBack,
    press() {
      const command = written.findLast(({ shortId }) => shortId === own.command)?.bytes ?? []
      callBack(0, 0, 0, command[1] || command[0] || 0)
    },
    leave() {
      gatt.connected = false
      device.dispatchEvent(new Event('gattserverdisconnected'))
    },
  }
}

/** A browser without Bluetooth. */
export const takeBluetooth = (): void => setBluetooth(undefined)

/** Over the browser's own, which stands on its prototype. */
function setBluetooth(bluetooth: object | undefined): void {
  Object.defineProperty(navigator, 'bluetooth', { configurable: true, value: bluetooth })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'bluetooth')
  })
}
