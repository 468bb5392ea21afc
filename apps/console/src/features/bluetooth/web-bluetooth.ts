/**
 * The transport over the browser's own Bluetooth: Chrome and Edge, on https or localhost. The browser's types lack it, so
 * what is used of it stands here. Source: Web Bluetooth, draft community group report.
 */
import { type BleTransport, BluetoothFault } from './transport.ts'

interface Characteristic extends EventTarget {
  readonly value?: DataView
  readValue(): Promise<DataView>
  writeValueWithResponse(value: BufferSource): Promise<void>
  startNotifications(): Promise<Characteristic>
}
interface Server {
  readonly connected: boolean
  connect(): Promise<Server>
  disconnect(): void
  getPrimaryService(uuid: string): Promise<{ getCharacteristic(uuid: string): Promise<Characteristic> }>
}
interface Device extends EventTarget {
  readonly name?: string
  readonly gatt?: Server
}
interface Bluetooth {
  getAvailability?(): Promise<boolean>
  requestDevice(options: { filters: readonly { services: readonly string[] }[] }): Promise<Device>
}

const bluetoothOf = (browser: Navigator): Bluetooth | undefined =>
  (browser as Navigator & { readonly bluetooth?: Bluetooth }).bluetooth

/** False in browsers without Bluetooth, and on pages without https. */
export const hasBluetooth = (browser: Navigator = navigator): boolean => bluetoothOf(browser) !== undefined

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const copyOf = (view: DataView): Uint8Array =>
  new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength))

export function webBluetooth(browser: Navigator = navigator): BleTransport {
  let device: Device | undefined
  /** By identifier; of the device that is connected. */
  let found = new Map<string, Characteristic>()
  let tell = () => {}

  const lost = () => {
    found = new Map()
    tell()
  }
  const forget = () => {
    device?.removeEventListener('gattserverdisconnected', lost)
    found = new Map()
    device?.gatt?.disconnect()
  }
  const findCharacteristic = async (service: string, uuid: string): Promise<Characteristic> => {
    const known = found.get(uuid)
    if (known) return known
    if (!device?.gatt?.connected) throw new BluetoothFault('failed')
    const characteristic = await (await device.gatt.getPrimaryService(service)).getCharacteristic(uuid)
    found.set(uuid, characteristic)
    return characteristic
  }
  const carefully = async <Value>(deed: () => Promise<Value>): Promise<Value> => {
    try {
      return await deed()
    } catch (cause) {
      throw cause instanceof BluetoothFault ? cause : new BluetoothFault('failed', { cause })
    }
  }

  return {
    async request(service) {
      const bluetooth = bluetoothOf(browser)
      if (bluetooth === undefined) throw new BluetoothFault('unsupported')
      forget()
      device = undefined
      let chosen: Device
      try {
        // Asked at once: browsers forget after a moment that somebody pressed.
        chosen = await bluetooth.requestDevice({ filters: [{ services: [service] }] })
      } catch (cause) {
        // A person who closes the list and a computer without Bluetooth are told by the same name.
        const isThere = await bluetooth.getAvailability?.().catch(() => true)
        if (isThere === false || nameOf(cause) === 'SecurityError') throw new BluetoothFault('off', { cause })
        throw new BluetoothFault(nameOf(cause) === 'NotFoundError' ? 'cancelled' : 'failed', { cause })
      }
      device = chosen
      return chosen.name ?? ''
    },
    connect: () =>
      carefully(async () => {
        if (device?.gatt === undefined) throw new BluetoothFault('failed')
        device.addEventListener('gattserverdisconnected', lost)
        await device.gatt.connect()
      }),
    read: (service, uuid) =>
      carefully(async () => {
        try {
          return copyOf(await (await findCharacteristic(service, uuid)).readValue())
        } catch (error) {
          if (nameOf(error) === 'NotFoundError') return undefined
          throw error
        }
      }),
    write: (service, uuid, value) =>
      carefully(async () => (await findCharacteristic(service, uuid)).writeValueWithResponse(value)),
    listen: (service, uuid, hear) =>
      carefully(async () => {
        const characteristic = await findCharacteristic(service, uuid)
        characteristic.addEventListener('characteristicvaluechanged', () => {
          if (characteristic.value) hear(copyOf(characteristic.value))
        })
        await characteristic.startNotifications()
      }),
    onDisconnect(listener) {
      tell = listener
    },
    disconnect: forget,
  }
}
