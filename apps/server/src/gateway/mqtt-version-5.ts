/**
 * Lets a client of MQTT 5 speak with the broker, which knows 3.1.1 alone: each packet is read in one version and written in the other.
 * What only version 5 has is not offered: sessions that outlive a connection, topic aliases, shared subscriptions, authentication in
 * several steps. Source: MQTT 5.0 §3; decision 0054.
 */
import { Duplex, type Readable, Transform, type TransformCallback } from 'node:stream'
import { generate, type IConnackPacket, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { MAX_PACKET } from './mqtt-frames.ts'

/** Reason codes. Source: MQTT 5.0 §2.4. */
const MALFORMED = 0x81
const PROTOCOL_ERROR = 0x82
const NOT_AUTHORIZED = 0x87
const BAD_METHOD = 0x8c
const ALIAS_INVALID = 0x94
const WITH_WILL = 0x04
/** The reasons of CONNACK by the return codes of 3.1.1. */
const CONNECT_REASONS: Readonly<Record<number, number>> = {
  0: 0,
  1: 0x84,
  2: 0x85,
  3: 0x88,
  4: 0x86,
  5: NOT_AUTHORIZED,
}
/** The refusal of one subscription in 3.1.1. */
const NOT_GRANTED = 128

interface Limits {
  /** Longest time between two packets of a client (s). */
  readonly keepaliveS: number
  /** Messages of a client that are not acknowledged yet. */
  readonly inflight: number
}

/** The version that a connection begins in, by the bytes of its CONNECT so far; undefined: more are needed. Source: MQTT 5.0 §3.1. */
export function versionOf(bytes: Buffer): number | undefined {
  // The packet's type, its length in one to four bytes, the protocol's name with its length in two, the version.
  let at = 1
  while (at < bytes.length && at < 5 && bytes[at]! >= 0x80) at += 1
  const nameAt = at + 3
  if (nameAt > bytes.length) return undefined
  return bytes[nameAt + bytes.readUInt16BE(at + 1)]
}

/** What the broker hears and says in 3.1.1, of a connection whose other end speaks version 5. */
export function speakVersion5(frames: Readable, socket: Duplex, limits: Limits, newId: () => string): Duplex {
  const session = new Session(limits, newId)
  const heard = translator(5, 4, (packet) => session.heard(packet))
  const said = translator(4, 5, (packet) => session.said(packet))
  heard.on('error', (error) => {
    const reasonCode = error instanceof Refused ? error.reasonCode : MALFORMED
    if (socket.writable) socket.end(session.isConnected ? farewellOf(reasonCode) : refusalOf(reasonCode))
    said.destroy()
  })
  said.once('close', () => socket.destroy())
  socket.once('close', () => {
    heard.destroy()
    said.destroy()
  })
  frames.pipe(heard)
  said.pipe(socket)
  return Duplex.from({ readable: heard, writable: said })
}

const V5 = { protocolVersion: 5 } as const
const farewellOf = (reasonCode: number | undefined) =>
  reasonCode === undefined ? undefined : generate({ cmd: 'disconnect', reasonCode }, V5)
const refusalOf = (reasonCode = PROTOCOL_ERROR) =>
  generate({ cmd: 'connack', sessionPresent: false, reasonCode } as IConnackPacket, V5)

/** Ends the connection; without a reason, without a word. */
class Refused extends Error {
  readonly reasonCode: number | undefined
  constructor(reasonCode: number | undefined) {
    super(`refused with reason ${reasonCode}`)
    this.reasonCode = reasonCode
  }
}

/** Reads packets of one version, and writes what becomes of each in the other. */
function translator(from: 4 | 5, to: 4 | 5, turn: (packet: Packet) => Packet | undefined): Transform {
  const reader = parser({ protocolVersion: from })
  const packets: Packet[] = []
  let failure: Error | undefined
  reader.on('packet', (packet: Packet) => packets.push(packet))
  reader.on('error', (error: Error) => {
    failure = error
  })
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        reader.parse(chunk)
        for (const packet of packets.splice(0)) {
          const turned = turn(packet)
          if (turned !== undefined) this.push(generate(turned, { protocolVersion: to }))
        }
        done(failure)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** What a connection has to remember between packets. */
class Session {
  readonly #limits: Limits
  readonly #newId: () => string
  /** What the answer to CONNECT tells besides. */
  #connack: NonNullable<IConnackPacket['properties']> = {}
  /** Topics of unsubscriptions that are not answered yet, by message. */
  readonly #unsubscribing = new Map<number, number>()
  isConnected = false

  constructor(limits: Limits, newId: () => string) {
    this.#limits = limits
    this.#newId = newId
  }

  /** A packet of the client in 3.1.1; undefined: the broker does not need it. Throws what refuses the connection. */
  heard(packet: Packet): Packet | undefined {
    switch (packet.cmd) {
      case 'connect':
        return this.#connect(packet)
      case 'publish': {
        const { properties, ...rest } = packet
        if (properties?.topicAlias !== undefined) throw new Refused(ALIAS_INVALID)
        return rest
      }
      case 'subscribe':
        return {
          ...{ cmd: 'subscribe', messageId: packet.messageId! },
          subscriptions: packet.subscriptions.map(({ topic, qos }) => ({ topic, qos })),
        }
      case 'unsubscribe':
        this.#unsubscribing.set(packet.messageId!, packet.unsubscriptions.length)
        return { cmd: 'unsubscribe', messageId: packet.messageId!, unsubscriptions: packet.unsubscriptions }
      case 'disconnect':
        // The will is meant to be published, as where a connection breaks.
        if (packet.reasonCode === WITH_WILL) throw new Refused(undefined)
        return { cmd: 'disconnect' }
      case 'auth':
        throw new Refused(PROTOCOL_ERROR)
      default:
        return bare(packet)
    }
  }

  /** A packet of the broker in version 5. */
  said(packet: Packet): Packet {
    switch (packet.cmd) {
      case 'connack': {
        this.isConnected = packet.returnCode === 0
        const reasonCode = CONNECT_REASONS[packet.returnCode ?? 0] ?? NOT_AUTHORIZED
        const properties = this.isConnected ? this.#connack : {}
        return { cmd: 'connack', sessionPresent: false, reasonCode, properties } as IConnackPacket
      }
      case 'suback':
        return {
          ...packet,
          granted: packet.granted.map((qos) => (qos === NOT_GRANTED ? NOT_AUTHORIZED : qos)) as number[],
        }
      case 'unsuback': {
        const topics = this.#unsubscribing.get(packet.messageId!) ?? 1
        this.#unsubscribing.delete(packet.messageId!)
        return { ...packet, granted: Array.from({ length: topics }, () => 0) }
      }
      default:
        return packet
    }
  }

  #connect({ properties, will, clientId, keepalive = 0, username, password }: IConnectPacket): Packet {
    if (properties?.authenticationMethod !== undefined) throw new Refused(BAD_METHOD)
    const { keepaliveS, inflight } = this.#limits
    const kept = keepalive === 0 ? keepaliveS : Math.min(keepalive, keepaliveS)
    const id = clientId === '' ? this.#newId() : clientId
    this.#connack = {
      sessionExpiryInterval: 0,
      receiveMaximum: inflight,
      maximumPacketSize: MAX_PACKET,
      topicAliasMaximum: 0,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(kept === keepalive ? {} : { serverKeepAlive: kept }),
      ...(id === clientId ? {} : { assignedClientIdentifier: id }),
    }
    const { properties: _properties, ...plainWill } = will ?? {}
    return {
      ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: id, keepalive: kept },
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(will === undefined ? {} : { will: plainWill as NonNullable<IConnectPacket['will']> }),
    }
  }
}

/** An acknowledgement without its reason: of one that refuses, nothing is sent again either. */
function bare(packet: Packet): Packet {
  const { cmd, messageId } = packet
  return (messageId === undefined ? { cmd } : { cmd, messageId }) as Packet
}
