/**
 * Trackers and stations made of Chromium's own Bluetooth emulation, which do what docs/device-protocol.md says. One page
 * and one device per browser: the emulation belongs to the browser's process.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { toUuid128 } from '@whereabouts/domain/bluetooth'
import { CHARACTERISTICS, SERVICES } from '@whereabouts/domain/device-bluetooth'
import type { Browser, CDPSession, Page } from 'playwright-core'

/** Keys of the server's settings, and so of the devices made for it. */
export const DEVICE_KEYS = {
  g3: '4f8c1d7e92b35a60c7e81f4d03b96a25d8f1703e6c5b942a8e07d1c3f5a9b642',
  t4: 'b7102c9e45d8f36a91e0574b2cd8836f10a95e7b64c2df385a0e91d7463bf82c',
} as const

/** A device that is told a value by itself can be emulated only where the page reads what it listens to. */
const KEEP_LISTENED = `{const P=window.BluetoothRemoteGATTCharacteristic?.prototype,m=window.__listened=new Map();
  if(P){const o=P.startNotifications;P.startNotifications=async function(){const r=await o.call(this);m.set(this.uuid,this);return r}}}`

interface Behaviour {
  readonly name: string
  /** Texts and bytes it answers reads with, by short id. */
  readonly values: Readonly<Record<number, Buffer>>
  /** Of the settings: what it says to each; 0 stores it, undefined says nothing. */
  readonly confirms?: (shortId: number) => number | undefined
  /** The person at the browser's list. */
  readonly person?: 'chooses' | 'cancels'
  /** Code of the link layer that a try to connect ends with; 0 unless told. */
  readonly connectCode?: number
  /** Knows another key than the server. */
  readonly isForeign?: boolean
}

export interface Peripheral {
  /** Everything written, in order. */
  readonly written: { readonly shortId: number; readonly bytes: Buffer }[]
  /** What was written to one characteristic last, as text. */
  text(shortId: number): string | undefined
  /** Calls back with these bytes. */
  callBack(...bytes: number[]): Promise<void>
  /** The button: calls back with the mode of the command it took. */
  press(): Promise<void>
  /** Goes out of reach, and comes back. */
  leave(): Promise<void>
}

const EMULATION = 'BluetoothEmulation.'
const ADDRESS = '09:09:09:09:09:09'
/** Attribute protocol: what is not allowed, by our own numbers. */
const REFUSED = 0x80

type Send = (method: string, params?: object) => Promise<Record<string, string>>
type Hear = <Params>(event: string, listener: (params: Params) => void) => void

/** The emulation is experimental and has no types. */
const untyped = (session: CDPSession) => ({
  send: session.send.bind(session) as unknown as Send,
  on: session.on.bind(session) as unknown as Hear,
})

/** Before the page is opened. */
export const readyForBluetooth = (page: Page) => page.addInitScript(KEEP_LISTENED)

/** Puts a device next to the computer. */
export async function placeDevice(
  browser: Browser,
  page: Page,
  type: 'g3' | 't4',
  id: string,
  behaviour: Behaviour,
): Promise<Peripheral> {
  const { name, values, confirms = () => 0, person = 'chooses', connectCode = 0, isForeign = false } = behaviour
  const emulation = untyped(await browser.newBrowserCDPSession())
  const tab = untyped(await page.context().newCDPSession(page))
  const shortIds: Readonly<Record<string, number>> = CHARACTERISTICS[type]
  const own = CHARACTERISTICS[type]
  const answered = new Set<string>()
  const byCharacteristic = new Map<string, number>()
  const calls: Buffer[] = []
  const written: { shortId: number; bytes: Buffer }[] = []
  let isBuilt = false
  let challenge = Buffer.alloc(0)
  let mode = 0
  let command = 0

  await emulation.send(`${EMULATION}enable`, { state: 'powered-on', leSupported: true })
  const comeNear = () =>
    emulation.send(`${EMULATION}simulatePreconnectedPeripheral`, {
      address: ADDRESS,
      name,
      manufacturerData: [],
      knownServiceUuids: [SERVICES[type]],
    })
  await comeNear()
  await tab.send('DeviceAccess.enable')
  tab.on('DeviceAccess.deviceRequestPrompted', (event: { id: string; devices: { id: string }[] }) => {
    const device = event.devices.find((each) => each.id === ADDRESS)
    // The same request comes several times, and answering twice ends the browser.
    if (device === undefined || answered.has(event.id)) return
    answered.add(event.id)
    if (person === 'cancels') void tab.send('DeviceAccess.cancelPrompt', { id: event.id })
    else void tab.send('DeviceAccess.selectPrompt', { id: event.id, deviceId: device.id })
  })

  const build = async () => {
    isBuilt = true
    const { serviceId } = await emulation.send(`${EMULATION}addService`, {
      address: ADDRESS,
      serviceUuid: SERVICES[type],
    })
    for (const shortId of Object.values(shortIds)) {
      const tells = shortId === own.callback
      const { characteristicId = '' } = await emulation.send(`${EMULATION}addCharacteristic`, {
        serviceId,
        characteristicUuid: toUuid128(shortId),
        properties: { read: true, write: true, ...(tells ? { notify: true } : {}) },
      })
      byCharacteristic.set(characteristicId, shortId)
      if (tells)
        await emulation.send(`${EMULATION}addDescriptor`, { characteristicId, descriptorUuid: toUuid128(0x2902) })
    }
  }
  emulation.on(`${EMULATION}gattOperationReceived`, async ({ type: operation }: { type: string }) => {
    if (operation === 'discovery' && !isBuilt) await build()
    const code = operation === 'connection' ? connectCode : 0
    await emulation.send(`${EMULATION}simulateGATTOperationResponse`, { address: ADDRESS, type: operation, code })
  })

  /** Whether the answer was made by who knows the key. */
  const isTrusted = (answer: Buffer | undefined): boolean => {
    const key = Buffer.from(isForeign ? '33'.repeat(32) : DEVICE_KEYS[type], 'hex')
    const message = Buffer.concat([Buffer.from(id), Buffer.from([command, mode]), challenge])
    const right = createHmac('sha256', key).update(message).digest().subarray(0, 16)
    return answer?.equals(right) === true
  }
  const lastOf = (shortId: number) => written.findLast((each) => each.shortId === shortId)?.bytes
  const read = (shortId: number): Buffer => {
    if (shortId === own.challenge) {
      challenge = randomBytes(16)
      return challenge
    }
    return (shortId === own.callback ? calls.shift() : values[shortId]) ?? Buffer.alloc(0)
  }
  /** Code of the attribute protocol. */
  const write = (shortId: number, bytes: Buffer): number => {
    written.push({ shortId, bytes })
    if (shortId !== own.command) return 0
    command = bytes[0] ?? 0
    mode = bytes[1] ?? 0
    return isTrusted(lastOf(own.answer)) ? 0 : REFUSED
  }
  const callBack = async (...bytes: number[]): Promise<void> => {
    calls.push(Buffer.from(bytes))
    await page.evaluate(
      (uuid) =>
        (window as unknown as { __listened: Map<string, { readValue(): Promise<unknown> }> }).__listened
          .get(uuid)
          ?.readValue()
          .then(() => {}),
      toUuid128(own.callback),
    )
  }
  emulation.on(
    `${EMULATION}characteristicOperationReceived`,
    async (event: { characteristicId: string; type: string; data?: string; writeType?: string }) => {
      const shortId = byCharacteristic.get(event.characteristicId) ?? 0
      const bytes = Buffer.from(event.data ?? '', 'base64')
      const code = event.type === 'write' ? write(shortId, bytes) : 0
      await emulation.send(`${EMULATION}simulateCharacteristicOperationResponse`, {
        characteristicId: event.characteristicId,
        type: event.type,
        code,
        ...(event.type === 'read' ? { data: read(shortId).toString('base64') } : {}),
      })
      const isSetting = event.type === 'write' && type === 't4' && shortId > own.callback
      const status = isSetting ? confirms(shortId) : undefined
      if (status !== undefined) await callBack(shortId >> 8, shortId & 0xff, status)
    },
  )
  return {
    written,
    text: (shortId) => lastOf(shortId)?.toString('utf8'),
    callBack,
    press: () => callBack(0, 0, 0, mode || command),
    leave: async () => {
      await emulation.send(`${EMULATION}simulateGATTDisconnection`, { address: ADDRESS })
      isBuilt = false
      await comeNear()
    },
  }
}
