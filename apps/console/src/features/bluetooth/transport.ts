/**
 * The connection to one device nearby, by any transport: Web Bluetooth in the product, a fake in tests. Services and
 * characteristics go by their 128-bit identifiers. One device at a time, one operation after the other.
 */
export interface BleTransport {
  /**
   * Lets the person choose a device that has the service, and answers its name. Must follow a press of theirs. Refuses
   * with a BluetoothFault.
   */
  request(service: string): Promise<string>
  /** Connects to the chosen device. */
  connect(): Promise<void>
  /** A copy of the value. `undefined` where the device has no such characteristic. */
  read(service: string, characteristic: string): Promise<Uint8Array | undefined>
  /** Resolves when the device took the value, and refuses when it says no. */
  write(service: string, characteristic: string, value: Uint8Array<ArrayBuffer>): Promise<void>
  /** Each value the device tells by itself from now on, until it disconnects. */
  listen(service: string, characteristic: string, hear: (value: Uint8Array) => void): Promise<void>
  /** Hears of a connection that ended without our asking. One listener. */
  onDisconnect(listener: () => void): void
  /** Lets go of the device; nothing happens where there is none. */
  disconnect(): void
}

/**
 * `unsupported`: this browser cannot; `off`: the computer's Bluetooth is away or not allowed; `cancelled`: the person
 * chose none; `failed`: the device did not do as asked.
 */
export type BluetoothFaultReason = 'unsupported' | 'off' | 'cancelled' | 'failed'

export class BluetoothFault extends Error {
  readonly reason: BluetoothFaultReason
  constructor(reason: BluetoothFaultReason, options?: ErrorOptions) {
    super(`Bluetooth: ${reason}`, options)
    this.name = 'BluetoothFault'
    this.reason = reason
  }
}
