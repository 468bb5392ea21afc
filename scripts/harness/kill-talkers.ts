/** Devices and programs that keep a connection to a server, and begin another one whenever it is cut. */
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import {
  gt06Login,
  gt06Place,
  teltonikaLogin,
  teltonikaPacket,
  teltonikaRecord,
} from '@whereabouts/protocol/tracker-frames'
import { Aedes } from 'aedes'
import type { KillBook, Kind } from './kill-book.ts'
import { type Line, speak } from './kill-line.ts'

export const IMEI = { teltonika: '356307042441013', gt06: '356307042441014' } as const

export interface Talk {
  readonly port: number
  readonly book: KillBook
  readonly isOver: () => boolean
}

/** Line after line until the end: `begin` answers whether the server agreed, `goOn` whether there is more to say. */
async function lines(
  { port, book, isOver }: Talk,
  kind: Kind,
  begin: (line: Line) => Promise<boolean>,
  goOn: (line: Line, said: number) => Promise<boolean>,
): Promise<void> {
  while (!isOver()) {
    const line = speak(port)
    if (await begin(line)) {
      book.begun(kind)
      let said = 0
      while (line.isOpen() && !isOver() && (await goOn(line, said))) said += 1
      if (!line.isOpen()) book.cut(kind)
    }
    line.end()
    await wait(10)
  }
}

/** A report of GPS hardware that was acknowledged. */
export interface HardwareReport {
  readonly imei: string
  readonly atMs: number
}

/** Keeps a list of what was acknowledged. */
export function talkTeltonika(talk: Talk, acknowledged: HardwareReport[]): Promise<void> {
  const imei = IMEI.teltonika
  const begin = (line: Line) => {
    line.say(teltonikaLogin(imei))
    return line.heard((bytes) => bytes.length >= 1)
  }
  return lines(talk, 'Teltonika', begin, async (line, said) => {
    const atMs = Math.floor(Date.now() / 1000) * 1000 + said
    const place = { latitude: 25, longitude: 121, course: 90, speedKmh: 36 }
    line.say(teltonikaPacket(0x08, [teltonikaRecord({ atMs, ...place, values: { 113: 80 } })]))
    if (await line.heard((bytes) => bytes.length >= 1 + 4 * (said + 1))) acknowledged.push({ imei, atMs })
    await wait(20)
    return said < 20
  })
}

/** Its places are not acknowledged. */
export function talkGt06(talk: Talk): Promise<void> {
  const begin = (line: Line) => {
    line.say(gt06Login(IMEI.gt06))
    return line.heard((bytes) => bytes.length >= 10)
  }
  return lines(talk, 'GT06', begin, async (line, said) => {
    line.say(gt06Place({ atMs: Date.now(), latitude: 25, longitude: 121, speedKmh: 36 }))
    await wait(30)
    return said < 10
  })
}

/** A text frame of a client, masked with zeros. Source: RFC 6455 §5.2. */
const frameOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)])

/** Subscribes to everything and hears it. */
export function talkOmlox(talk: Talk, password: string): Promise<void> {
  const head = [
    'GET /v2/ws/socket HTTP/1.1',
    ...['host: 127.0.0.1', 'connection: Upgrade', 'upgrade: websocket', `authorization: Bearer ${password}`],
    ...['sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='],
  ]
  const begin = async (line: Line) => {
    line.say(Buffer.from(`${head.join('\r\n')}\r\n\r\n`))
    if (!(await line.heard((bytes) => bytes.includes('\r\n\r\n') && bytes.includes(' 101 ')))) return false
    for (const topic of ['location_updates', 'trackable_motions', 'fence_events'])
      line.say(frameOf(JSON.stringify({ event: 'subscribe', topic })))
    return line.heard((bytes) => bytes.toString('latin1').split('"subscribed"').length > 3)
  }
  return lines(talk, 'omlox socket', begin, async (_line, heard) => {
    await wait(50)
    return heard < 100
  })
}

/** A broker of the account's own, on which rooms say what they hear; `open` while the server is to read it. */
export async function talkingBroker(book: KillBook, isOver: () => boolean) {
  const broker = await Aedes.createBroker()
  broker.on('clientReady', () => book.begun('broker'))
  broker.on('clientDisconnect', () => {
    if (!isOver()) book.cut('broker')
  })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    broker.handle(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const said = (async () => {
    for (let room = 0; !isOver(); room = (room + 1) % 5) {
      const payload = Buffer.from(JSON.stringify({ id: 'iBeacon:e5ca1ade-f007-ba11-0000-00000000000a-7-8', rssi: -60 }))
      const topic = `espresense/devices/iBeacon:e5ca1ade-f007-ba11-0000-00000000000a-7-8/room-${room}`
      broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {})
      await wait(50)
    }
  })()
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await said
      await new Promise<void>((closed) => broker.close(closed))
      await new Promise((closed) => server.close(closed))
    },
  }
}
