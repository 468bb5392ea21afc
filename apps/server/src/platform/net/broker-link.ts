/**
 * One connection to somebody's MQTT broker, by mqtt.js: MQTT 5, or 3.1.1 where that is refused. A message of QoS 1 is acknowledged when
 * the work with it is done, one after the other; of QoS 0 so many are worked on at once, and then nothing more is read, so that a
 * broker that floods waits. It never connects again by itself. Source: decision 0055.
 */
import { isIP } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { BrokerFault } from '@whereabouts/domain/brokers'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { connectWithin, type Reach } from './broker-addresses.ts'
import { MAX_BROKER_PACKET, MqttCut } from './mqtt-cut.ts'
import { PrivateAddress } from './public-addresses.ts'

/** To the end of the greeting (ms). */
const CONNECT_WITHIN_MS = 8000
const KEEPALIVE_S = 60
/** Messages of QoS 0 that are worked on at once; also those of QoS 1 that a broker may send ahead. */
const AT_ONCE = 100
/** An answer to a subscription or a message comes within this long (ms). */
const ANSWER_WITHIN_MS = 8000

export interface BrokerAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** PEM; '' trusts the system's authorities. */
  readonly caCertificate: string
  readonly username: string
  readonly password: string | undefined
}

export interface BrokerMessage {
  readonly topic: string
  readonly payload: Buffer
  /** Delivered from the broker's store. */
  readonly isRetained: boolean
  /** Delivered again, as its first delivery was not acknowledged. */
  readonly isRepeat: boolean
}

export type ProtocolVersion = 4 | 5

export interface LinkSettings {
  readonly address: BrokerAddress
  readonly reach: Reach
  readonly clientId: string
  /** How long (s) the broker keeps subscriptions and messages of QoS 1 for us while we are away; 0: not at all. */
  readonly sessionSeconds: number
  readonly will?: { readonly topic: string; readonly payload: string } | undefined
  /** Resolves when the message may be acknowledged; rejecting ends the connection. */
  readonly onMessage: (message: BrokerMessage) => Promise<void>
  /** A message was too large to be read. */
  readonly onCut?: () => void
}

/** Why there is no connection, or no longer. */
export class LinkFault extends Error {
  readonly fault: BrokerFault
  /** The other version may be spoken. */
  readonly mayBeVersion: boolean

  constructor(fault: BrokerFault, mayBeVersion = false) {
    super(fault)
    this.fault = fault
    this.mayBeVersion = mayBeVersion
  }
}

export interface BrokerLink {
  readonly version: ProtocolVersion
  /** The broker can share messages out among several connections. */
  readonly offersSharing: boolean
  /** The broker knew us from before. */
  readonly isResumed: boolean
  /** Answers the filters that the broker refused. */
  subscribe(filters: readonly string[]): Promise<readonly string[]>
  unsubscribe(filters: readonly string[]): Promise<void>
  /** Resolves when the broker has acknowledged it. */
  publish(message: { topic: string; payload: string; retain: boolean }): Promise<void>
  /** Bytes that were written and not sent yet. */
  readonly backlogBytes: number
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<BrokerFault>
  /** Ends in order; `forget` ends the session at the broker too. */
  end(options?: { forget?: boolean }): Promise<void>
}

/** Codes of CONNACK and DISCONNECT by what they mean here. Source: MQTT 3.1.1 §3.2.2.3, and for MQTT 5 its table of CONNACK reason codes. */
function faultOfCode(code: number): LinkFault {
  if (code === 4 || code === 5 || code === 134 || code === 135) return new LinkFault('bad_credentials')
  if (code === 3 || code === 136 || code === 137) return new LinkFault('away')
  return new LinkFault('not_mqtt', true)
}

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const NO_WAY = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EHOSTDOWN'])

function faultOfError(error: object): LinkFault {
  const { code } = error as { code?: string | number }
  if (typeof code === 'number') return faultOfCode(code)
  if (error instanceof PrivateAddress) return new LinkFault('not_allowed')
  if (code !== undefined && UNKNOWN_HOST.has(code)) return new LinkFault('not_found')
  if (code !== undefined && NO_WAY.has(code)) return new LinkFault('unreachable')
  // OpenSSL's and Node's own codes of certificates and handshakes.
  if (code !== undefined && /^(ERR_(TLS|SSL|OSSL)|CERT_|UNABLE_|SELF_SIGNED|DEPTH_|ERR_OSSL)/.test(code)) {
    return new LinkFault('not_secure')
  }
  return new LinkFault('not_mqtt', true)
}

/** Connects by MQTT 5, else by 3.1.1. Rejects with a `LinkFault`. */
export async function openLink(settings: LinkSettings, known?: ProtocolVersion): Promise<BrokerLink> {
  try {
    return await open(settings, known ?? 5)
  } catch (error) {
    if (!(error instanceof LinkFault) || !error.mayBeVersion || known !== undefined) throw error
    return await open(settings, 4)
  }
}

function open(settings: LinkSettings, version: ProtocolVersion): Promise<BrokerLink> {
  const { address, reach, clientId, sessionSeconds, will } = settings
  let fault: LinkFault | undefined
  let isSecured = !address.tls
  const note = (error: object) => {
    fault ??= faultOfError(error)
  }
  const stream = () => {
    const socket = connectWithin(reach, address)
    const secured = address.tls
      ? connectTls({
          socket,
          host: address.host,
          ...(isIP(address.host) === 0 ? { servername: address.host } : {}),
          ...(address.caCertificate === '' ? {} : { ca: address.caCertificate }),
          minVersion: 'TLSv1.2',
        })
      : socket
    const cut = new MqttCut(settings.onCut ?? (() => {}))
    const whole = Duplex.from({ readable: secured.pipe(cut), writable: secured })
    const fail = (error: Error) => {
      note(error)
      socket.destroy()
      whole.destroy()
    }
    socket.on('error', fail)
    secured.on('error', fail)
    cut.on('error', fail)
    whole.on('error', () => {})
    secured.once('secureConnect', () => {
      isSecured = true
    })
    secured.on('close', () => whole.destroy())
    return whole
  }
  return new Promise((resolve, reject) => {
    let client: MqttClient
    try {
      client = new mqtt.MqttClient(stream as never, {
        protocolVersion: version,
        clientId,
        clean: sessionSeconds === 0,
        ...(address.username === '' ? {} : { username: address.username }),
        ...(address.password === undefined ? {} : { password: address.password }),
        keepalive: KEEPALIVE_S,
        reconnectPeriod: 0,
        connectTimeout: CONNECT_WITHIN_MS,
        resubscribe: false,
        queueQoSZero: false,
        ...(version === 5
          ? {
              properties: {
                sessionExpiryInterval: sessionSeconds,
                receiveMaximum: AT_ONCE,
                maximumPacketSize: MAX_BROKER_PACKET,
              },
            }
          : {}),
        ...(will === undefined
          ? {}
          : { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: true } }),
      })
    } catch (error) {
      reject(faultOfError(error as Error))
      return
    }
    client.on('error', note)
    client.on('disconnect', ({ reasonCode }) => note({ code: reasonCode ?? 0 }))
    readMessages(client, settings.onMessage)
    const late = setTimeout(() => {
      fault ??= new LinkFault('unreachable')
      client.end(true)
    }, CONNECT_WITHIN_MS)
    const ended = new Promise<BrokerFault>((resolveEnd) => {
      client.once('close', () => {
        clearTimeout(late)
        // A stream that ends without a word: no broker speaks there, or not this version, or it does not speak TLS.
        if (!isSecured && (fault?.fault ?? 'not_mqtt') === 'not_mqtt') fault = new LinkFault('not_secure')
        reject(fault ?? new LinkFault('not_mqtt', true))
        resolveEnd(fault?.fault ?? 'ended')
      })
    })
    client.once('connect', ({ sessionPresent, properties }) => {
      clearTimeout(late)
      resolve(linkOf(client, { version, isResumed: sessionPresent, properties, ended }))
    })
  })
}

/** Hands each message on and acknowledges it afterwards. */
function readMessages(client: MqttClient, onMessage: LinkSettings['onMessage']): void {
  let underWay = 0
  let goOn: (() => void) | undefined
  const finished = () => {
    underWay -= 1
    goOn?.()
    goOn = undefined
  }
  client.handleMessage = ({ topic, payload, retain, qos, dup }: IPublishPacket, done) => {
    const bytes = Buffer.from(payload as Buffer)
    const message = { topic, payload: bytes, isRetained: retain === true, isRepeat: dup === true }
    const work = onMessage(message)
    const giveUp = () => client.end(true)
    if (qos !== 0) {
      work.then(() => done(), giveUp)
      return
    }
    underWay += 1
    work.then(finished, giveUp)
    if (underWay < AT_ONCE) done()
    else goOn = () => done()
  }
}

/** Rejects where the broker does not answer in time. */
const inTime = <Answer>(work: Promise<Answer>): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LinkFault('unreachable')), ANSWER_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function linkOf(
  client: MqttClient,
  about: {
    version: ProtocolVersion
    isResumed: boolean
    properties: { sharedSubscriptionAvailable?: boolean } | undefined
    ended: Promise<BrokerFault>
  },
): BrokerLink {
  const { version, isResumed, properties, ended } = about
  return {
    version,
    isResumed,
    // Without the property the broker has them; 3.1.1 has no way to tell.
    offersSharing: version === 5 && properties?.sharedSubscriptionAvailable !== false,
    ended,
    get backlogBytes() {
      return (client.stream as unknown as { writableLength?: number } | undefined)?.writableLength ?? 0
    },
    async subscribe(filters) {
      const asked = new Promise<readonly string[]>((resolve, reject) => {
        client.subscribe([...filters], { qos: 1 }, (error, granted, packet) => {
          // mqtt.js reports a refused filter as an error, with the codes beside it.
          const codes = (packet?.granted ?? granted?.map(({ qos }) => qos) ?? []) as readonly number[]
          if (error && codes.length === 0) reject(error)
          else resolve(filters.filter((_, at) => (codes[at] ?? 0) >= 128))
        })
      })
      return inTime(asked)
    },
    async unsubscribe(filters) {
      if (filters.length > 0) await inTime(client.unsubscribeAsync([...filters]))
    },
    async publish({ topic, payload, retain }) {
      await inTime(client.publishAsync(topic, payload, { qos: 1, retain }))
    },
    async end({ forget = false } = {}) {
      const properties = version === 5 && forget ? { properties: { sessionExpiryInterval: 0 } } : {}
      await Promise.race([
        client.endAsync(false, { reasonCode: 0, ...properties }),
        new Promise((resolve) => setTimeout(resolve, 1000).unref()),
      ])
      if (!client.disconnected) client.end(true)
    },
  }
}
